import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parsePage, renderMarkdown, resolveStableReferences, validateDocument, type Prompt } from '#rich-document';
import { document } from './support/blocks.js';
import { stripKeys } from './support/strip-keys.js';

const LINK = { ref: { kind: 'url', url: 'https://a.aa/' } };
const runs = Number(process.env['FC_RUNS'] ?? 300);

describe('a document written as Markdown', () => {
  it('is the same document when it is read again', () => {
    fc.assert(
      fc.property(document(2), (json) => {
        const given = resolveStableReferences(validateDocument(json, { nesting: 'markdown' }));
        const read = resolveStableReferences(parsePage(renderMarkdown(given)).document);
        expect(stripKeys(read)).toEqual(stripKeys(given));
      }),
      { numRuns: runs },
    );
  });

  it('is the same text when it is written again', () => {
    fc.assert(
      fc.property(document(1), (json) => {
        const text = renderMarkdown(validateDocument(json, { nesting: 'markdown' }));
        expect(renderMarkdown(parsePage(text).document)).toBe(text);
      }),
      { numRuns: runs },
    );
  });

  // Found by the properties above; kept because they come by rarely.
  it.each([
    ['the caption of an image alone in the title of an expandable', image({ caption: 'x' })],
    ['an address that ends like the number of a character', image({ refDark: { kind: 'url', url: 'a&#0' } })],
  ])('keeps %s', (_, title) => {
    const given = validateDocument(expandable([title]), { nesting: 'markdown' });
    expect(stripKeys(parsePage(renderMarkdown(given)).document)).toEqual(stripKeys(given));
  });

  it('keeps what JSON can say of the assistants of a prompt, of which a zero has no sign', () => {
    const code = { object: 'block', type: 'code', isVoid: false, data: {}, nodes: [] };
    const kept = (openInAIProviders: unknown) => {
      const data = { description: 'x', openInAIProviders };
      const prompt = { object: 'block', type: 'prompt', isVoid: false, data, nodes: [code] };
      const given = validateDocument({ object: 'document', data: {}, nodes: [prompt] }, { nesting: 'markdown' });
      expect(stripKeys(parsePage(renderMarkdown(given)).document)).toEqual(stripKeys(given));
      return (given.nodes[0] as Prompt).data.openInAIProviders;
    };
    expect(kept({ a: [-0, 'b\0'] })).toEqual({ a: [0, 'b\ufffd'] });
    expect(kept(true)).toBe(true);
    expect(kept('')).toBeUndefined();
  });

  it.each([
    ['a formula', '$', { object: 'inline', type: 'inline-math', isVoid: true, data: { formula: 'x' } }],
    ['a link', '!', { object: 'inline', type: 'link', isVoid: false, data: LINK, nodes: [text('x')] }],
    ['an emoji', ':a', { object: 'inline', type: 'emoji', isVoid: true, data: { code: '1f600' } }],
  ])('keeps a backslash and a mark before %s', (_, mark, inline) => {
    for (const slashes of ['', '\\', '\\\\', 'a\\']) {
      const given = validateDocument(expandable([text(slashes + mark), inline]), { nesting: 'markdown' });
      expect(stripKeys(parsePage(renderMarkdown(given)).document)).toEqual(stripKeys(given));
    }
  });
});

function text(words: string) {
  return { object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] };
}

function image(data: object) {
  const ref = { kind: 'url', url: 'https://a.aa/b.png' };
  return { object: 'inline', type: 'inline-image', isVoid: true, data: { ref, ...data } };
}

/** A document that holds one expandable with this title. */
function expandable(title: object[]) {
  const line = (nodes: object[]) => ({ object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes });
  const fragment = (type: string, nodes: object[]) => ({
    object: 'fragment',
    fragment: type,
    type,
    nodes: [line(nodes)],
  });
  const fragments = [fragment('expandable-title', title), fragment('expandable-body', [])];
  return {
    object: 'document',
    data: {},
    nodes: [{ object: 'block', type: 'expandable', isVoid: true, data: {}, fragments }],
  };
}
