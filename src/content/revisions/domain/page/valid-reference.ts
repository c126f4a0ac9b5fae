import { validateDocument, type ContentRef } from '#rich-document';

/** The value as a content reference; throws DocumentInvalid when it is none. The rules are those of documents. */
export function contentReference(value: unknown): ContentRef {
  const block = { object: 'block', type: 'content-ref', isVoid: true, data: { ref: value } };
  const [node] = validateDocument({ object: 'document', data: {}, nodes: [block] }).nodes;
  if (node?.type !== 'content-ref') throw new Error('A document lost its only block');
  return node.data.ref;
}
