import { describe, expect, it } from '@jest/globals';
import { DocumentInvalid, assignKeys, carryKeys, parseMarkdown, validateDocument } from '#rich-document';

const text = (value: string): object => ({ object: 'text', leaves: [{ object: 'leaf', text: value, marks: [] }] });
const paragraph = (value: string): object => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes: [text(value)],
});
const block = (type: string, nodes: object[], data: object = {}): object => ({
  object: 'block',
  type,
  isVoid: false,
  data,
  nodes,
});
const documentOf = (...nodes: object[]): object => ({ object: 'document', data: { own: { kept: true } }, nodes });
const problem = (value: unknown): string => {
  try {
    validateDocument(value);
    return 'accepted';
  } catch (error) {
    expect(error).toBeInstanceOf(DocumentInvalid);
    return (error as DocumentInvalid).path;
  }
};

describe('a document that a caller sends', () => {
  it('keeps unknown keys of its data and gets keys and anchors', () => {
    const document = validateDocument(documentOf(block('heading-1', [text('Hello')]), paragraph('x')));
    expect(document.data).toEqual({ own: { kept: true } });
    expect(document.nodes.every(({ key }) => /^[A-Za-z0-9]{10,12}$/.test(key ?? ''))).toBe(true);
    expect(document.nodes[0]).toMatchObject({ meta: { id: 'hello' } });
  });

  it('is refused at the place where it is wrong', () => {
    expect(problem(null)).toBe('');
    expect(problem({ object: 'document', data: {} })).toBe('nodes');
    expect(problem(documentOf(block('nonsense', [])))).toBe('nodes[0].type');
    expect(problem(documentOf(block('list-item', [])))).toBe('nodes[0].type');
    expect(problem(documentOf(block('hint', [paragraph('x')], { style: 'loud' })))).toBe('nodes[0].data.style');
    expect(problem(documentOf(block('hint', [block('tabs', [])], { style: 'info' })))).toBe('nodes[0].nodes[0].type');
    expect(problem(documentOf({ object: 'block', type: 'divider', isVoid: true, data: {}, nodes: [text('x')] }))).toBe(
      'nodes[0].nodes',
    );
    expect(
      problem(documentOf({ object: 'block', type: 'file', isVoid: true, data: { ref: { kind: 'page', page: 'x' } } })),
    ).toBe('nodes[0].data.ref.kind');
    expect(problem(documentOf(block('prompt', [], { description: 'x' })))).toBe('nodes[0].nodes');
    expect(problem(documentOf({ ...paragraph('x'), fragments: [{}] }))).toBe('nodes[0].fragments');
    expect(
      problem(
        documentOf(
          block('paragraph', [
            { object: 'inline', type: 'button', isVoid: true, data: { label: 'x', kind: 'primary' } },
          ]),
        ),
      ),
    ).toBe('nodes[0].nodes[0].data');
  });

  it('is refused when it is nested without end', () => {
    let nested = paragraph('x');
    for (let depth = 0; depth < 5000; depth++) nested = block('blockquote', [nested]);
    expect(problem(documentOf(nested))).toMatch(/^nodes\[0\]/);
    const quotes = (depth: number): object => (depth === 0 ? paragraph('x') : block('blockquote', [quotes(depth - 1)]));
    expect(problem(documentOf(quotes(40)))).toBe('accepted');
    expect(problem(documentOf(quotes(41)))).toBe(`nodes[0]${'.nodes[0]'.repeat(40)}`);
  });

  it('may nest what Markdown nests only where that is asked for', () => {
    const document = parseMarkdown('> | a |\n> | --- |\n> | b |');
    expect(problem(document)).toBe('nodes[0].nodes[0].type');
    expect(validateDocument(document, { nesting: 'markdown' })).toEqual(document);
  });
});

describe('keys', () => {
  it('stay with blocks that are edited, moved or left alone, and are made for new ones', () => {
    const before = parseMarkdown('## Title\n\nThe quick brown fox jumps over the dog\n\n* one\n* two\n\nlast words');
    const after = carryKeys(
      before,
      parseMarkdown(
        'new start\n\n## Title\n\nThe quick brown fox jumps over the lazy dog\n\n* one\n* two and a half\n* three\n\nlast words',
      ),
    );
    const [start, title, fox, list, last] = after.nodes;
    expect([title?.key, fox?.key, list?.key, last?.key]).toEqual(before.nodes.map(({ key }) => key));
    expect(before.nodes.map(({ key }) => key)).not.toContain(start?.key);
    const items = (block: typeof list): (string | undefined)[] =>
      block?.type === 'list-unordered' ? block.nodes.map(({ key }) => key) : [];
    expect(items(list)[0]).toBe(items(before.nodes[2])[0]);
  });

  it('that are valid are kept and doubles are replaced', () => {
    const [one, two] = assignKeys({
      object: 'document',
      data: {},
      nodes: parseMarkdown('a\n\nb').nodes.map((node) => ({ ...node, key: 'mine' })),
    }).nodes;
    expect(one?.key).toBe('mine');
    expect(two?.key).not.toBe('mine');
  });
});
