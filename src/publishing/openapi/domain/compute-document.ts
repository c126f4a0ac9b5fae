import type { OpenAPIDocumentProps } from '#content';
import type { SpecificationOutline } from '#openapi';
import type { RichDocument } from '#rich-document';
import { arrange, type Section } from './arrange.js';
import { infoDocument, modelsDocument, operationDocument, tagDocument } from './documents.js';
import * as names from './names.js';

/** The document that `props` identify, for a specification with this slug; undefined if there is none. */
export function computeDocument(
  outline: SpecificationOutline,
  spec: string,
  props: OpenAPIDocumentProps,
): RichDocument | undefined {
  switch (props.doc) {
    case 'models':
      return outline.models.length === 0 ? undefined : modelsDocument(outline, spec);
    case 'info':
      return infoDocument(outline, spec, props.page === names.INFO_WITH_DOWNLOAD);
    case 'operation':
      return operationOf(outline, spec, props.page, props.method.toLowerCase());
    default:
      return tagOf(outline, spec, props.page, props.doc === 'operations');
  }
}

function operationOf(
  { operations, webhooks }: SpecificationOutline,
  spec: string,
  page: string,
  method: string,
): RichDocument | undefined {
  const found =
    method === 'hook'
      ? webhooks.filter(({ name }) => name === page)
      : operations.filter((operation) => operation.path === page && operation.method === method);
  return found.length === 0 ? undefined : operationDocument(found, spec);
}

/** `page` is the key of a page, or the name of a tag. */
function tagOf(
  outline: SpecificationOutline,
  spec: string,
  page: string,
  withOperations: boolean,
): RichDocument | undefined {
  const { sections, other, webhooks } = arrange(outline, false);
  const untagged = page === names.OTHER ? other : page === names.WEBHOOKS ? webhooks : [];
  if (untagged.length > 0) return tagDocument(undefined, withOperations ? untagged : [], spec);
  const all = within(sections);
  const section = all.find(({ tag }) => names.tagKey(tag.name) === page) ?? all.find(({ tag }) => tag.name === page);
  return section && tagDocument(section.tag, withOperations ? section.operations : [], spec);
}

function within(sections: readonly Section[]): Section[] {
  return sections.flatMap((section) => [section, ...within(section.sections)]);
}
