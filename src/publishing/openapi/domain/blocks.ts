import { DocumentInvalid, emptyDocument, validateDocument, type RichDocument } from '#rich-document';

/** A part of a document that has yet to be validated and normalized. */
export type Draft = Record<string, unknown>;

const leaf = (text: string, mark?: 'bold' | 'code'): Draft => ({
  object: 'leaf',
  text,
  marks: mark === undefined ? [] : [{ object: 'mark', type: mark, data: {} }],
});

/** Literal text: markup in it has no effect. */
export const text = (words: string, mark?: 'bold' | 'code'): Draft => ({ object: 'text', leaves: [leaf(words, mark)] });

export const link = (words: string, ref: Draft): Draft => ({
  object: 'inline',
  type: 'link',
  isVoid: false,
  data: { ref },
  nodes: [text(words)],
});

export const linkTo = (words: string, url: string): Draft => link(words, { kind: 'url', url });

const block = (type: string, nodes: readonly Draft[]): Draft => ({
  object: 'block',
  type,
  isVoid: false,
  data: {},
  nodes,
});

export const voidBlock = (type: string, data: Draft): Draft => ({ object: 'block', type, isVoid: true, data });

export const paragraph = (...nodes: Draft[]): Draft => block('paragraph', nodes);

export const heading = (words: string): Draft => block('heading-2', [text(words)]);

/** A list of lines. */
export const list = (lines: readonly Draft[][]): Draft =>
  block(
    'list-unordered',
    lines.map((nodes) => block('list-item', [paragraph(...nodes)])),
  );

/** A normalized document. Its keys are derived from its blocks, so equal documents have equal keys. */
export function documentOf(nodes: readonly Draft[]): RichDocument {
  return validateDocument({ object: 'document', data: {}, nodes }, { nesting: 'markdown' });
}

/** The same for blocks that may not be valid in a document; the document is empty then. */
export function documentOrNothing(nodes: readonly Draft[]): RichDocument {
  try {
    return documentOf(nodes);
  } catch (error) {
    if (error instanceof DocumentInvalid) return emptyDocument();
    throw error;
  }
}
