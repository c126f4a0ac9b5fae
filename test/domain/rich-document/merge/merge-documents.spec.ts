import { describe, expect, it } from '@jest/globals';
import { mergeDocuments, plainText, type Block, type MergedDocument, type RichDocument } from '#rich-document';

const block = (key: string | undefined, text: string, type: 'paragraph' | 'heading-1' = 'paragraph'): Block => ({
  object: 'block',
  type,
  ...(key === undefined ? {} : { key }),
  isVoid: false,
  data: {},
  nodes: text === '' ? [] : [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});
const item = (key: string, text: string): Block => ({
  object: 'block',
  type: 'list-item',
  key,
  isVoid: false,
  data: {},
  nodes: [block(`${key}p`, text)],
});
const list = (key: string, ...items: Block[]): Block =>
  ({ object: 'block', type: 'list-unordered', key, isVoid: false, data: {}, nodes: items }) as Block;

/** A document of paragraphs, each as `key` or `key:words`. */
const doc = (...blocks: (string | Block)[]): RichDocument => ({
  object: 'document',
  data: {},
  nodes: blocks.map((given) => {
    if (typeof given !== 'string') return given;
    const [key, text] = given.split(':');
    return block(key, text ?? `words of ${key}`);
  }),
});
const keys = ({ document }: MergedDocument): (string | undefined)[] => document.nodes.map(({ key }) => key);
const lines = ({ document }: MergedDocument): string[] => plainText(document).split('\n');
const text = (blocks: Block[] | undefined): string | undefined =>
  blocks && plainText({ object: 'document', data: {}, nodes: blocks });

describe('two versions of a document', () => {
  const base = doc('a', 'b', 'c', 'd');

  it('merge without a trace where they changed different blocks, even neighbours', () => {
    const merged = mergeDocuments(base, doc('a', 'b:main', 'c', 'd'), doc('a', 'b', 'c:other', 'd'));
    expect(lines(merged)).toEqual(['words of a', 'main', 'other', 'words of d']);
    expect(merged.conflicts).toEqual([]);
  });

  it('merge without a trace where one moved, inserted or deleted blocks and the other edited', () => {
    const merged = mergeDocuments(base, doc('d', 'a', 'n', 'b', 'c'), doc('a:edited', 'b', 'd:edited too'));
    expect(keys(merged)).toEqual(['d', 'a', 'n', 'b']);
    expect(lines(merged)).toEqual(['edited too', 'edited', 'words of n', 'words of b']);
    expect(merged.conflicts).toEqual([]);
  });

  it('keep what main has where both changed a block, and the other version with a proposal', () => {
    const from = doc('a', 'b:the quick brown fox');
    const merged = mergeDocuments(from, doc('a', 'b:the slow brown fox'), doc('a', 'b:the quick brown dog'));
    expect(lines(merged)).toEqual(['words of a', 'the slow brown fox']);
    expect(merged.conflicts).toHaveLength(1);
    const [conflict] = merged.conflicts;
    expect(conflict).toMatchObject({ keys: ['b'], after: 'a' });
    expect([conflict?.base, conflict?.main, conflict?.other, conflict?.proposal].map(text)).toEqual([
      'the quick brown fox',
      'the slow brown fox',
      'the quick brown dog',
      'the slow brown dog',
    ]);
  });

  it('propose nothing where the words themselves clash', () => {
    const merged = mergeDocuments(doc('a:one word'), doc('a:some word'), doc('a:any word'));
    expect(merged.conflicts[0]?.proposal).toBeUndefined();
  });

  it('are the same in what both changed alike', () => {
    const both = doc('a', 'b:new', 'x', 'd');
    const merged = mergeDocuments(base, both, doc('a', 'b:new', 'x', 'd'));
    expect(merged).toEqual({ document: both, conflicts: [], data: [] });
  });

  it('conflict where one deleted what the other changed, and main has its way', () => {
    const edited = doc('a', 'b:edited', 'c', 'd');
    const kept = mergeDocuments(base, edited, doc('a', 'c', 'd'));
    expect(keys(kept)).toEqual(['a', 'b', 'c', 'd']);
    expect(kept.conflicts).toMatchObject([{ keys: ['b'], after: 'a', main: [{ key: 'b' }], other: [] }]);
    const gone = mergeDocuments(base, doc('a', 'c', 'd'), edited);
    expect(keys(gone)).toEqual(['a', 'c', 'd']);
    expect(gone.conflicts).toMatchObject([{ keys: ['b'], after: 'a', main: [], other: [{ key: 'b' }] }]);
  });

  it('conflict where both put something new in one place, with both as the proposal', () => {
    const merged = mergeDocuments(base, doc('a', 'm', 'b', 'c', 'd'), doc('a', 'o', 'b', 'c', 'd'));
    expect(keys(merged)).toEqual(['a', 'm', 'b', 'c', 'd']);
    expect(merged.conflicts).toMatchObject([
      { keys: ['m', 'o'], after: 'a', base: [], proposal: [{ key: 'm' }, { key: 'o' }] },
    ]);
  });

  it('show what was replaced where both put something else in the place of a block', () => {
    const merged = mergeDocuments(base, doc('a', 'm', 'c', 'd'), doc('a', 'o', 'c', 'd'));
    expect(merged.conflicts).toMatchObject([{ base: [{ key: 'b' }], main: [{ key: 'm' }], other: [{ key: 'o' }] }]);
    const half = mergeDocuments(base, doc('a', 'b:edited', 'c', 'd'), doc('a', 'o', 'c', 'd'));
    expect(keys(half)).toEqual(['a', 'b', 'c', 'd']);
    expect(half.conflicts).toMatchObject([{ base: [{ key: 'b' }], main: [{ key: 'b' }], other: [{ key: 'o' }] }]);
  });

  it('take what both brought in once', () => {
    const merged = mergeDocuments(base, doc('a', 'n', 'b', 'c', 'd'), doc('a', 'n', 'x', 'b', 'c', 'd'));
    expect(keys(merged)).toEqual(['a', 'n', 'x', 'b', 'c', 'd']);
    expect(merged.conflicts).toEqual([]);
  });

  it('keep both where equal blocks were put in different places', () => {
    const merged = mergeDocuments(base, doc('a', 'n:same', 'b', 'c', 'd'), doc('a', 'b', 'c', 'n:same', 'd'));
    expect(lines(merged)).toEqual(['words of a', 'same', 'words of b', 'words of c', 'same', 'words of d']);
    expect(new Set(keys(merged)).size).toBe(6);
    expect(merged.conflicts).toEqual([]);
  });

  it('tell of a block that both moved to different places', () => {
    const merged = mergeDocuments(base, doc('b', 'c', 'a', 'd'), doc('b', 'c', 'd', 'a'));
    expect(keys(merged)).toEqual(['b', 'c', 'a', 'd']);
    expect(merged.conflicts).toMatchObject([{ keys: ['a'] }]);
    const edited = mergeDocuments(base, doc('b', 'c', 'a', 'd'), doc('b', 'c', 'd', 'a:edited'));
    expect(lines(edited)).toEqual(['words of b', 'words of c', 'edited', 'words of d']);
    expect([edited.conflicts[0]?.main, edited.conflicts[0]?.other].map(text)).toEqual(['edited', 'edited']);
  });

  it('know blocks again by what they say where keys are missing or new', () => {
    const bare = doc(...['a', 'b', 'c', 'd'].map((key) => block(undefined, `words of ${key}`)));
    const merged = mergeDocuments(
      bare,
      doc('a1:words of a', 'b1:words of b', 'd1:words of d'),
      doc('a', 'b:new', 'c', 'd'),
    );
    expect(lines(merged)).toEqual(['words of a', 'new', 'words of d']);
    const again = mergeDocuments(
      base,
      doc('w:words of a', 'x:words of b', 'y:words of d'),
      doc('a', 'b', 'c', 'd:new'),
    );
    expect(lines(again)).toEqual(['words of a', 'words of b', 'new']);
    expect(again.conflicts).toEqual([]);
  });

  it('propose lists item by item and keep the marks of words', () => {
    const from = doc(list('l', item('i', 'first one'), item('j', 'second one')));
    const merged = mergeDocuments(
      from,
      doc(list('l', item('i', 'first two'), item('j', 'second one'))),
      doc(list('l', item('i', 'the first one'), item('j', 'second three'))),
    );
    expect(text(merged.conflicts[0]?.main)).toBe('first two\nsecond one');
    expect(text(merged.conflicts[0]?.proposal)).toBe('the first two\nsecond three');
  });

  it('have keys and anchors that are unique after the merge', () => {
    const merged = mergeDocuments(
      doc('a'),
      doc(block('x', 'Setup', 'heading-1'), 'a'),
      doc('a', list('l', item('x', 'moved')), block('y', 'Setup!', 'heading-1')),
    );
    const found = merged.document.nodes.flatMap((node) => ('meta' in node ? node.meta?.id : []));
    expect(found).toEqual(['setup', 'setup-1']);
    expect(JSON.stringify(merged.document).match(/"key":"x"/g)).toHaveLength(1);
  });

  it('merge the data of the document member by member', () => {
    const withData = (data: object): RichDocument => ({ ...doc('a'), data: { ...data } });
    const merged = mergeDocuments(withData({ x: 1, y: 1 }), withData({ x: 2, y: 1 }), withData({ x: 3, z: 1 }));
    expect(merged.document.data).toEqual({ x: 2, z: 1 });
    expect(merged.data).toEqual([{ name: 'x', base: 1, main: 2, other: 3 }]);
  });
});

describe('a merge of hostile size', () => {
  const many = (make: (index: number) => string): RichDocument =>
    doc(...Array.from({ length: 5000 }, (_, index) => make(index)));
  const timed = (run: () => unknown): number => {
    const start = process.cpuUsage();
    run();
    return process.cpuUsage(start).user / 1000;
  };

  it('takes bounded time with 5,000 blocks of which nothing is like before', () => {
    const [base, main, other] = ['b', 'm', 'o'].map((side) => many((index) => `${side}${index}:${side} ${index}`));
    expect(timed(() => mergeDocuments(base as RichDocument, main as RichDocument, other as RichDocument))).toBeLessThan(
      3000,
    );
  });

  it('takes bounded time with 5,000 blocks that both sides edited and reversed', () => {
    const base = many((index) => `k${index}:one of many`);
    const main = many((index) => `k${4999 - index}:one of ${index}`);
    const other = many((index) => `k${4999 - index}:none of many ${index}`);
    expect(timed(() => mergeDocuments(base, main, other))).toBeLessThan(3000);
  });

  it('takes bounded time with 5,000 equal blocks without keys', () => {
    const equal = (count: number): RichDocument =>
      doc(...Array.from({ length: count }, () => block(undefined, 'same')));
    expect(timed(() => mergeDocuments(equal(5000), equal(4000), equal(4500)))).toBeLessThan(3000);
  });

  it('takes bounded time with one line of 100,000 words', () => {
    const words = (step: number): string =>
      Array.from({ length: 100_000 }, (_, index) => (index * step) % 1009).join(' ');
    expect(timed(() => mergeDocuments(doc(`a:${words(1)}`), doc(`a:${words(3)}`), doc(`a:${words(5)}`)))).toBeLessThan(
      3000,
    );
  });
});
