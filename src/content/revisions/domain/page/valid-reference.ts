import { validateDocument, type ContentRef } from '#rich-document';

/** Parses a content reference by the rules of documents. Throws DocumentInvalid. */
export function contentReference(value: unknown): ContentRef {
  const block = { object: 'block', type: 'content-ref', isVoid: true, data: { ref: value } };
  const [node] = validateDocument({ object: 'document', data: {}, nodes: [block] }).nodes;
  if (node?.type !== 'content-ref') throw new Error('A document lost its only block');
  return node.data.ref;
}
