import type { OpenAPIDocumentProps } from '#content';
import type { SpecificationOutline } from '#openapi';
import type { RichDocument } from '#rich-document';

/** One document of a specification with this slug; undefined where it speaks of no such thing. */
export function computeDocument(
  _outline: SpecificationOutline,
  _spec: string,
  _props: OpenAPIDocumentProps,
): RichDocument | undefined {
  return undefined;
}
