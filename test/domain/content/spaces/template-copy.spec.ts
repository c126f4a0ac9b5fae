import { describe, expect, it } from '@jest/globals';
import type { ContentRef, RichDocument } from '#rich-document';
import { collectReferences, parseMarkdown } from '#rich-document';
import { TemplateCopy, type TemplateContent } from '../../../../src/content/spaces/domain/template/template-copy.js';
import { storedDocument } from '../../../../src/content/revisions/domain/page/stored-document.js';
import type { PageRecord } from '../../../../src/content/revisions/domain/page/page-record.js';

const NOW = new Date('2026-02-03T14:05:10.250Z');

describe('the copy of a template', () => {
  const page = (id: string, fields: Partial<PageRecord> = {}): PageRecord => ({
    id,
    type: 'document',
    parent: null,
    rank: 'a0',
    title: id,
    slug: id,
    createdAt: '2020-01-01T00:00:00.000Z',
    updatedAt: '2020-01-02T00:00:00.000Z',
    ...fields,
  });
  const file = (id: string, name = id) => ({ id, name, blob: 'ab', contentType: 'text/plain', size: 1 });
  const template = (content: Partial<TemplateContent>): TemplateContent => ({
    spaceId: 'template',
    pages: [],
    files: [],
    contents: [],
    variables: {},
    ...content,
  });
  const copyOf = (content: Partial<TemplateContent>, fills: Record<string, string> = {}) =>
    new TemplateCopy(template(content), new Map(Object.entries(fills)), NOW);
  const added = (copy: TemplateCopy, roots: { id: string; slug: string; rank: string }[] = []) => {
    const { pages, files, contents, variables } = copy.additionsTo({ roots, variables: {} });
    return { pages: [...pages.values()] as PageRecord[], files: [...files.values()], contents, variables };
  };
  const withRefs = (refs: ContentRef[]): RichDocument => ({
    object: 'document',
    data: {},
    nodes: refs.map((ref) => ({ object: 'block', type: 'content-ref', isVoid: true, data: { ref } })),
  });

  it('refers to itself where the template does, with every kind of reference', () => {
    const contents = [{ id: 'note', title: 'Note', document: 'hash' }];
    const copy = copyOf({ pages: [page('here')], files: [file('file')], contents });
    const own: ContentRef[] = [
      { kind: 'page', page: 'here' },
      { kind: 'page', page: 'here', space: 'template' },
      { kind: 'anchor', anchor: 'top', page: 'here' },
      { kind: 'file', file: 'file' },
      { kind: 'reusable-content', reusableContent: 'note' },
    ];
    const others: ContentRef[] = [
      { kind: 'anchor', anchor: 'top' },
      { kind: 'page', page: 'here', space: 'another' },
      { kind: 'page', page: 'gone' },
      { kind: 'file', file: 'gone' },
      { kind: 'space', space: 'template' },
      { kind: 'user', user: 'here' },
      { kind: 'url', url: 'https://example.com' },
    ];
    const rewritten = copy.rewrite('hash', JSON.stringify(withRefs([...own, ...others])));
    const refs = collectReferences(JSON.parse(rewritten?.body ?? '') as RichDocument).map(({ ref }) => ref);
    const { pages, files, contents: copied } = added(copy);
    const [here, bytes, note] = [pages[0]?.id ?? '', files[0]?.id ?? '', [...copied.values()][0]];
    expect(refs).toEqual([
      { kind: 'page', page: here },
      { kind: 'page', page: here },
      { kind: 'anchor', anchor: 'top', page: here },
      { kind: 'file', file: bytes },
      { kind: 'reusable-content', reusableContent: note?.id },
      ...others,
    ]);
    expect(note?.document).toBe(rewritten?.hash);
    expect(copy.rewrite('other', JSON.stringify(withRefs(others)))).toBeUndefined();
  });

  it('is stored as if it had been newly written', () => {
    const copy = copyOf({ pages: [page('here')] });
    const body = JSON.stringify(withRefs([{ kind: 'page', page: 'here' }]));
    const rewritten = copy.rewrite('hash', body);
    expect(rewritten).toEqual(storedDocument(JSON.parse(rewritten?.body ?? '') as RichDocument));
    expect(copy.rewrite('plain', JSON.stringify(parseMarkdown('Words.')))).toBeUndefined();
  });

  it('rewrites the covers, links and addresses of its pages', () => {
    const ref = { kind: 'file', file: 'file' } as const;
    const target = { kind: 'page', page: 'home' } as const;
    const copy = copyOf({
      files: [file('file')],
      pages: [
        page('home', {
          cover: { ref, refDark: { kind: 'url', url: 'https://example.com/dark.png' }, yPos: 3 },
          metaLinks: { canonical: target, alternates: [target, { kind: 'url', url: 'https://example.com' }] },
        }),
        page('link', { type: 'link', slug: '', target, rank: 'a1' }),
      ],
    });
    const { pages, files } = added(copy);
    const [home, link] = pages;
    const own = { kind: 'page', page: home?.id };
    expect(home?.cover).toEqual({
      ref: { kind: 'file', file: files[0]?.id },
      refDark: { kind: 'url', url: 'https://example.com/dark.png' },
      yPos: 3,
    });
    expect(home?.metaLinks).toEqual({ canonical: own, alternates: [own, { kind: 'url', url: 'https://example.com' }] });
    expect(link?.target).toEqual(own);
  });

  it('follows the pages at the root, in the order of the template, under free slugs', () => {
    const copy = copyOf({
      pages: [
        page('b', { rank: 'a1', slug: 'guide-1' }),
        page('a', { rank: 'a0', slug: 'guide' }),
        page('inner', { parent: 'b', slug: 'guide' }),
      ],
    });
    const { pages } = added(copy, [
      { id: 'x', slug: 'guide', rank: 'a0' },
      { id: 'y', slug: 'other', rank: 'a5' },
    ]);
    const [first, second, inner] = pages;
    expect(pages.map(({ title, slug }) => [title, slug])).toEqual([
      ['a', 'guide-1'],
      ['b', 'guide-1-1'],
      ['inner', 'guide'],
    ]);
    expect([first?.parent, second?.parent, inner?.parent]).toEqual([null, null, second?.id]);
    expect(['a5', first?.rank, second?.rank].sort()).toEqual(['a5', first?.rank, second?.rank]);
    expect(first).toMatchObject({ createdAt: NOW.toISOString() });
    expect(first?.updatedAt).toBeUndefined();
  });

  it('uses the given file in place of every file with its name', () => {
    const copy = copyOf(
      { files: [file('1', 'logo.png'), file('2', 'logo.png'), file('3', 'a.txt')] },
      { 'logo.png': 'ours' },
    );
    const refs = ['1', '2', '3'].map((id): ContentRef => ({ kind: 'file', file: id }));
    const rewritten = copy.rewrite('hash', JSON.stringify(withRefs(refs)));
    const { files } = added(copy);
    expect(files.map((held) => held?.name)).toEqual(['a.txt']);
    expect(collectReferences(JSON.parse(rewritten?.body ?? '') as RichDocument).map(({ ref }) => ref)).toEqual([
      { kind: 'file', file: 'ours' },
      { kind: 'file', file: 'ours' },
      { kind: 'file', file: files[0]?.id },
    ]);
    expect(() => copyOf({ files: [file('1', 'a.txt')] }, { 'b.txt': 'ours' })).toThrow('no file with the name "b.txt"');
  });
});
