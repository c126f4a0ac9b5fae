import type { OpenAPIDocumentProps, OpenAPIPage, OpenAPIPagesProps } from '#content';
import type { SpecificationOutline } from '#openapi';
import { slugOf, SlugPool } from '#kernel/domain/slug';
import type { RichDocument } from '#rich-document';
import { arrange, type Section } from './arrange.js';
import { infoDocument, modelsDocument, operationDocument, tagDocument, type Operation } from './documents.js';
import * as names from './names.js';

/** A page without its slug, which depends on its siblings. */
interface Unplaced extends Pick<OpenAPIPage, 'key' | 'title' | 'description' | 'icon'> {
  /** The base of the slug if a sibling has the same title. */
  name: string;
  props: OpenAPIDocumentProps;
  document: RichDocument;
  /** Digests of the targets of its blocks. */
  leadsTo: readonly string[];
  pages: readonly Unplaced[];
}

/** The pages that are computed from a specification with this slug. */
export function computePages(outline: SpecificationOutline, spec: string, props: OpenAPIPagesProps): OpenAPIPage[] {
  const maker = new PageMaker(spec, props.grouping === 'by-operation');
  const { sections, other, webhooks } = arrange(outline, props.grouping === 'by-operation');
  const info = props.downloadLink === true ? names.INFO_WITH_DOWNLOAD : names.INFO;
  return withSlugs([
    {
      key: names.INFO,
      ...titled(outline.info.title ?? 'Overview'),
      props: { doc: 'info', page: info },
      document: infoDocument(outline, spec, props.downloadLink === true),
      leadsTo: [],
      pages: [],
    },
    ...sections.map((section) => maker.section(section)),
    ...maker.untagged(names.OTHER, sections.length === 0 ? 'Operations' : 'Other', other),
    ...maker.untagged(names.WEBHOOKS, 'Webhooks', webhooks),
    ...(props.models && outline.models.length > 0 ? [modelsPage(outline, spec)] : []),
  ]);
}

class PageMaker {
  constructor(
    private readonly spec: string,
    private readonly byOperation: boolean,
  ) {}

  section({ tag, operations, sections }: Section): Unplaced {
    const shown = this.byOperation ? [] : operations;
    const key = names.tagKey(tag.name);
    return {
      key,
      title: tag.pageTitle ?? tag.title ?? tag.name,
      name: tag.name,
      ...names.fieldsOf(tag),
      props: { doc: this.byOperation ? 'tag' : 'operations', page: key },
      document: tagDocument(tag, shown, this.spec),
      leadsTo: shown.map(({ digest }) => digest),
      pages: [...this.#pagesOf(operations), ...sections.map((section) => this.section(section))],
    };
  }

  untagged(key: string, title: string, operations: readonly Operation[]): Unplaced[] {
    if (operations.length === 0) return [];
    const shown = this.byOperation ? [] : operations;
    return [
      {
        key,
        ...titled(title),
        props: { doc: this.byOperation ? 'tag' : 'operations', page: key },
        document: tagDocument(undefined, shown, this.spec),
        leadsTo: shown.map(({ digest }) => digest),
        pages: this.#pagesOf(operations),
      },
    ];
  }

  /** A page for each operation; the methods of a webhook share one. */
  #pagesOf(operations: readonly Operation[]): Unplaced[] {
    if (!this.byOperation) return [];
    const together = new Map<unknown, Operation[]>();
    for (const operation of operations) {
      const key = 'path' in operation ? operation : operation.name;
      together.set(key, [...(together.get(key) ?? []), operation]);
    }
    return [...together.values()].map((methods) => this.#pageOf(methods));
  }

  #pageOf(operations: readonly Operation[]): Unplaced {
    const first = operations[0] as Operation;
    const isOperation = 'path' in first;
    const page = isOperation ? first.path : first.name;
    const isDeprecated = operations.every(({ deprecated }) => deprecated === true);
    return {
      key: isOperation ? names.operationKey(first) : names.webhookKey(first.name),
      title: names.titleOf(first),
      name: names.nameOf(first),
      ...names.fieldsOf(first),
      props: {
        doc: 'operation',
        page,
        method: isOperation ? first.method : 'hook',
        ...(isDeprecated && { deprecated: true }),
      },
      document: operationDocument(operations, this.spec),
      leadsTo: operations.map(({ digest }) => digest),
      pages: [],
    };
  }
}

function modelsPage(outline: SpecificationOutline, spec: string): Unplaced {
  return {
    key: names.MODELS,
    ...titled('Models'),
    props: { doc: 'models' },
    document: modelsDocument(outline, spec),
    leadsTo: outline.models.map(({ digest }) => digest),
    pages: [],
  };
}

const titled = (title: string): { title: string; name: string } => ({ title, name: title });

/** If titles are equal, slugs are derived from the names, so that they do not depend on the order. */
function withSlugs(pages: readonly Unplaced[]): OpenAPIPage[] {
  const slugs = new SlugPool();
  const counts = new Map<string, number>();
  for (const { title } of pages) counts.set(slugOf(title), (counts.get(slugOf(title)) ?? 0) + 1);
  return pages.map(({ name, leadsTo, ...page }) => {
    const slug = slugOf(page.title);
    return {
      ...page,
      type: 'document',
      slug: slugs.take((counts.get(slug) ?? 0) > 1 ? slugOf(name) : slug),
      digest: names.digestOf([page.title, page.description, page.icon, page.document, leadsTo]),
      pages: withSlugs(page.pages),
    };
  });
}
