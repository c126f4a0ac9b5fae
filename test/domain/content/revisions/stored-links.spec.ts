import { describe, expect, it } from '@jest/globals';
import { parseMarkdown, type ContentRef, type ReferenceUse } from '#rich-document';
import {
  linksOfDocument,
  linksOfPage,
  linkText,
  parseLink,
  targetsOf,
} from '../../../../src/content/revisions/domain/page/stored-links.js';
import type { PageRecord } from '../../../../src/content/revisions/domain/page/page-record.js';

const textOf = (ref: ContentRef, use: ReferenceUse = 'link') => linkText(ref, use) ?? '';

describe('a stored link', () => {
  it.each<[ContentRef, object]>([
    [
      { kind: 'page', page: 'p' },
      { kind: 'page', space: '', id: 'p', anchor: '' },
    ],
    [
      { kind: 'page', page: 'p', space: 's' },
      { kind: 'page', space: 's', id: 'p', anchor: '' },
    ],
    [
      { kind: 'anchor', anchor: 'a b 100%' },
      { kind: 'page', space: '', id: '', anchor: 'a b 100%' },
    ],
    [
      { kind: 'anchor', anchor: 'a%20b' },
      { kind: 'page', space: '', id: '', anchor: 'a b' },
    ],
    [
      { kind: 'anchor', anchor: 'été', page: 'p', space: 's' },
      { kind: 'page', space: 's', id: 'p', anchor: 'été' },
    ],
    [
      { kind: 'file', file: 'f' },
      { kind: 'file', space: '', id: 'f', anchor: '' },
    ],
    [
      { kind: 'url', url: 'https://a.example/ b\n%\u00a0#c' },
      { kind: 'url', id: 'https://a.example/ b\n%\u00a0#c' },
    ],
    [
      { kind: 'space', space: 's' },
      { kind: 'space', space: 's', id: '', anchor: '' },
    ],
    [
      { kind: 'reusable-content', reusableContent: 'r' },
      { kind: 'content', space: '', id: 'r' },
    ],
    [
      { kind: 'openapi', spec: 'pets' },
      { kind: 'openapi', id: 'pets' },
    ],
  ])('encodes all of %j in one text of five parts', (ref, parts) => {
    expect(textOf(ref).split(' ')).toHaveLength(5);
    expect(parseLink(textOf(ref))).toMatchObject({ ...parts, relation: 'reference' });
  });

  it('distinguishes included content from references', () => {
    const note: ContentRef = { kind: 'reusable-content', reusableContent: 'r' };
    expect(parseLink(textOf(note, 'include')).relation).toBe('dependsOn');
    expect(parseLink(textOf({ kind: 'file', file: 'f' }, 'image')).relation).toBe('reference');
  });

  it('does not exist for a tag', () => {
    expect(linkText({ kind: 'tag', tag: 't' }, 'tag')).toBeUndefined();
  });

  it('is stored once for each block of a document', () => {
    const document = parseMarkdown('[a](https://a.example) [b](https://a.example)\n\n* [c](https://a.example)\n');
    const links = linksOfDocument(document);
    expect(links.map(({ link }) => parseLink(link).id)).toEqual(['https://a.example', 'https://a.example']);
    expect(new Set(links.map(({ node }) => node)).size).toBe(2);
    expect(links.every(({ node }) => node.length > 0)).toBe(true);
  });

  it("is stored for a page's cover, its target and its metadata", () => {
    const page = {
      cover: { ref: { kind: 'file', file: 'f' }, refDark: { kind: 'file', file: 'f' } },
      target: { kind: 'url', url: 'https://a.example' },
      metaLinks: { canonical: { kind: 'page', page: 'p' }, alternates: [{ kind: 'page', page: 'q', space: 's' }] },
    } as Partial<PageRecord> as PageRecord;
    const links = linksOfPage(page);
    expect(links.map((link) => parseLink(link).id)).toEqual(['f', 'https://a.example', 'p', 'q']);
    expect(targetsOf(links)).toEqual(['f', 'p', '/s q']);
  });

  it('has no possible target where its id is no id', () => {
    const pages = ['a b', 'x'.repeat(101), ''].map((page) => textOf({ kind: 'page', page }));
    expect(targetsOf([...pages, textOf({ kind: 'page', page: 'p', space: '../s' })])).toEqual([]);
  });
});
