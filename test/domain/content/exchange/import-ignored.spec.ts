import { describe, expect, it } from '@jest/globals';
import { readIgnored } from '../../../../src/content/exchange/domain/import/ignored.js';
import { codes, outline, plan } from './import-fixture.js';

describe('A file of ignored paths', () => {
  const isIgnored = (text: string, path: string): boolean => readIgnored(text)(path);

  it.each([
    ['drafts', 'drafts', true],
    ['drafts', 'a/drafts/b/c.md', true],
    ['drafts', 'drafts.md', false],
    ['drafts/', 'drafts', false],
    ['drafts/', 'a/drafts/b.md', true],
    ['/drafts', 'a/drafts', false],
    ['/drafts', 'drafts/a.md', true],
    ['a/drafts', 'b/a/drafts', false],
    ['**/a/drafts', 'b/a/drafts/c.md', true],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b/c.md', true],
    ['a/**', 'a/x/y.md', true],
    ['a/**', 'a', false],
    ['*.draft.md', 'a/b.draft.md', true],
    ['*.draft.md', 'a/b.md', false],
    ['a*c?.md', 'abbbcd.md', true],
    ['a*c?.md', 'abbbc.md', false],
    ['/*.md', 'a.md', true],
    ['/*.md', 'a/b.md', false],
    ['page-[0-3].md', 'page-2.md', true],
    ['page-[!0-3].md', 'page-2.md', false],
    ['page-[^0-3].md', 'page-7.md', true],
    ['page-[0.md', 'page-[0.md', true],
    ['# a.md', '# a.md', false],
    ['\\# a.md', '# a.md', true],
    ['\\!a.md', '!a.md', true],
    ['a.md   ', 'a.md', true],
    ['a//b', 'a/b', false],
    ['', 'a.md', false],
  ])('with the line "%s": %s (%j)', (line, path, ignored) => {
    expect(isIgnored(`other\r\n${line}\r\n`, path)).toBe(ignored);
  });

  it('decides by the last line that a path meets, but for what is in a folder that is ignored', () => {
    const text = '*.md\n!keep.md\nfolder/\n!folder/keep.md\nkeep.md\n!a/keep.md\n';
    expect(['a.md', 'keep.md', 'a/keep.md', 'folder/keep.md'].map((path) => isIgnored(text, path))).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });

  it('is read fast, whatever is in it', () => {
    const started = performance.now();
    expect(isIgnored(`${'*a'.repeat(200)}*b\n`.repeat(50), 'a'.repeat(900))).toBe(false);
    expect(isIgnored(`${'**/a/'.repeat(100)}b\n`.repeat(50), 'a/'.repeat(400))).toBe(false);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it.each(['.bookignore', '.gitbookignore'])('at the top of a tree leaves out pages and files (%s)', async (name) => {
    const made = await plan({
      [name]: 'drafts/\n*.psd\n',
      'README.md': '# Home\n',
      'SUMMARY.md': '* [Home](README.md)\n* [Draft](drafts/one.md)\n',
      'drafts/one.md': '# One\n',
      'picture.psd': 'bytes',
      'picture.png': 'bytes',
    });
    expect(outline(made)).toEqual(['document Home [readme] README.md']);
    expect(made.files.map(({ path }) => path)).toEqual(['picture.png']);
    expect(codes(made)).toEqual(['missing-file']);
  });
});
