import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { COLORS } from '#rich-document';
import { ALL_BLOCKS, drawSitePage, SHEETS, STYLE, type SitePage } from '#site-html';
import { documentPage, faultPage, searchPage } from './support/site.js';

const ALL = [STYLE, ...Object.values(SHEETS)].map(({ text }) => text).join('') + ALL_BLOCKS;
const styled = new Set([...ALL.matchAll(/\.(-?[a-z][\w-]*)/gi)].map(([, name]) => name));
const LETTERS = ['k', 's', 'c', 'n', 't', 'f', 'a', 'v', 'b', 'm', 'r', 'g', 'i', 'd', 'e', 'o'];

/** Classes that need no style: they are for scripts, or what they are on looks like the text around it. */
const PLAIN = new Set(['emoji', 'name', 'secondary', 'prominent', 'date', 'light', 'info', 'content', 'sign-out']);

/** The classes that the code of a library writes as they are. */
function classesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return files.flatMap((name) => {
    const code = readFileSync(join(folder, name), 'utf8');
    const literals = [...code.matchAll(/class: '([\w -]+)'/g)].flatMap(([, found = '']) => found.split(' '));
    const calls = [...code.matchAll(/classes\(([^;]*?)\)[,;\s]/g)].flatMap(([, call = '']) =>
      [...call.matchAll(/(?<!=== )'([a-z][\w-]*)'/g)].map(([, found = '']) => found),
    );
    return [...literals, ...calls];
  });
}

describe('the style sheet', () => {
  it('has a style for every class that documents are drawn with', () => {
    const drawn = new Set(classesIn(join(import.meta.dirname, '../../../libs/page-html')));
    expect(drawn.size).toBeGreaterThan(60);
    expect([...drawn].filter((name) => !styled.has(name) && !PLAIN.has(name))).toEqual([]);
  });

  it('has a style for every color with a name, token of code and share of a width', () => {
    const names = [...COLORS].filter((name) => name !== 'default').map((name) => name.replace('$', ''));
    const wanted = [
      ...names.flatMap((name) => [`c-${name}`, `bg-${name}`]),
      ...LETTERS,
      ...Array.from({ length: 12 }, (_, index) => `w-${index + 1}`),
    ];
    expect(wanted.filter((name) => !styled.has(name))).toEqual([]);
  });

  it('has a style for every class of the frame', () => {
    const html = [documentPage(), searchPage(), faultPage()].map(drawSitePage).join('');
    const drawn = new Set([...html.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')));
    expect([...drawn].filter((name) => !styled.has(name) && !PLAIN.has(name))).toEqual([]);
  });

  it('means one thing by each class: those of the frame are not those of documents, but for a few of both', () => {
    const both = new Set(
      'sr icon emoji button primary secondary small tag center end light dark wide c-green'.split(' '),
    );
    // Each is styled within what it is in.
    const within = new Set(['cover', 'path', 'title']);
    const html = [documentPage(), searchPage(), faultPage()].map(drawSitePage).join('');
    const frame = new Set([...html.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')));
    const documents = classesIn(join(import.meta.dirname, '../../../libs/page-html'));
    const shared = documents.filter((name) => frame.has(name) && !both.has(name) && !within.has(name));
    expect([...new Set(shared)]).toEqual([]);
  });

  it('loads nothing, and its braces close', () => {
    expect(ALL).not.toMatch(/url\(|@import|expression\(/);
    for (const text of [STYLE.text, ALL_BLOCKS, ...Object.values(SHEETS).map((sheet) => sheet.text)])
      expect(text.split('{')).toHaveLength(text.split('}').length);
    expect(STYLE.name).toMatch(/^page\.[0-9a-f]{12}\.css$/);
  });

  it('weighs little: at most 6.5 kB for all pages, and 3 kB for all that some of them need', () => {
    const weigh = (text: string): number =>
      brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
    expect(weigh(STYLE.text)).toBeLessThan(6_500);
    expect(weigh(ALL_BLOCKS)).toBeLessThan(3_500);
    for (const { text } of Object.values(SHEETS)) expect(weigh(text)).toBeLessThan(1_000);
  });

  it('comes with those that a page needs, and no others', () => {
    const sheetsOf = (page: SitePage): string[] =>
      [...drawSitePage(page).matchAll(/rel="stylesheet" href="\/_\/([a-z]+)\./g)].map(([, name = '']) => name);
    expect(sheetsOf(documentPage({ tags: [], body: '<p>The word tabs, <code>class</code>.</p>' }))).toEqual(['page']);
    expect(sheetsOf(documentPage({ tags: [], body: '<div class="tabs"><input/></div>' }))).toEqual(['page', 'blocks']);
    expect(sheetsOf(documentPage({ tags: [], body: '<ul class="cards large"></ul>' }))).toEqual(['page', 'blocks']);
    expect(sheetsOf(documentPage({ tags: [], body: '<p class="m-box c-red">a</p>' }))).toEqual(['page', 'blocks']);
    expect(sheetsOf(documentPage({ tags: [], body: '<math></math>' }))).toEqual(['page', 'blocks']);
    expect(sheetsOf(searchPage())).toEqual(['page', 'places']);
    expect(sheetsOf(faultPage())).toEqual(['page', 'places']);
  });

  it('uses no custom property that it does not give a value', () => {
    const used = [...ALL.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name);
    const given = new Set([...ALL.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
    expect(used.filter((name) => !given.has(name ?? ''))).toEqual([]);
  });
});
