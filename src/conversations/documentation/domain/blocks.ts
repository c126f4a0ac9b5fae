import type { Block, InlineNode, Link, RichDocument, Text } from '#rich-document';

/* Blocks that are made of plain texts: nothing in a text is read as Markdown or HTML. */

export const document = (nodes: Block[]): RichDocument => ({ object: 'document', data: { schemaVersion: 1 }, nodes });

export const text = (content: string): Text => {
  return { object: 'text', leaves: [{ object: 'leaf', text: content, marks: [] }] };
};

export function paragraph(...nodes: (InlineNode | string)[]): Block {
  const inlines = nodes.map((node) => (typeof node === 'string' ? text(node) : node));
  return { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: inlines };
}

export const heading = (content: string): Block => {
  return { object: 'block', type: 'heading-1', isVoid: false, data: {}, nodes: [text(content)] };
};

export const quote = (content: string): Block => {
  return { object: 'block', type: 'blockquote', isVoid: false, data: {}, nodes: [paragraph(content)] };
};

export const hint = (content: string): Block => {
  return { object: 'block', type: 'hint', isVoid: false, data: { style: 'info' }, nodes: [paragraph(content)] };
};

export function list(items: readonly Block[]): Block {
  const nodes = items.map((item) => {
    return { object: 'block' as const, type: 'list-item' as const, isVoid: false as const, data: {}, nodes: [item] };
  });
  return { object: 'block', type: 'list-unordered', isVoid: false, data: {}, nodes };
}

/** A link to a page; `from` is the space in which the link is. */
export function pageLink(title: string, { spaceId, pageId }: { spaceId: string; pageId: string }, from: string): Link {
  const ref = { kind: 'page' as const, page: pageId, ...(spaceId === from ? {} : { space: spaceId }) };
  return { object: 'inline', type: 'link', isVoid: false, data: { ref }, nodes: [text(title)] };
}
