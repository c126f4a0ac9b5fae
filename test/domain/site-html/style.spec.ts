import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { COLORS } from '#rich-document';
import { classesOf, DEFAULT_LOOK, drawSitePage, STYLE } from '#site-html';
import { documentPage, faultPage, searchPage } from './support/site.js';

const styled = new Set([...STYLE.text.matchAll(/\.(-?[a-z][\w-]*)/gi)].map(([, name]) => name));
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

  it('has a style for every class that a look asks for', () => {
    const { theme, corners, depth, links, sidebar } = DEFAULT_LOOK;
    const looks = [
      { theme: 'muted' as const, corners, depth, links, sidebar },
      { theme: 'gradient' as const, corners: 'circular' as const, depth, links, sidebar },
      {
        theme,
        corners: 'straight' as const,
        depth: 'flat' as const,
        links: 'accent' as const,
        sidebar: { background: 'filled' as const, list: 'line' as const },
      },
      {
        theme: 'bold' as const,
        corners,
        depth,
        links,
        sidebar: { background: 'default' as const, list: 'pill' as const },
      },
    ];
    const asked = looks.flatMap((look) => classesOf({ ...DEFAULT_LOOK, ...look }));
    expect(asked.filter((name) => !styled.has(name))).toEqual([]);
  });

  it('loads nothing, and its braces close', () => {
    expect(STYLE.text).not.toMatch(/url\(|@import|expression\(/);
    expect(STYLE.text.split('{')).toHaveLength(STYLE.text.split('}').length);
    expect(STYLE.name).toMatch(/^page\.[0-9a-f]{12}\.css$/);
  });

  it('uses no custom property that it does not give a value', () => {
    const used = [...STYLE.text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name);
    const given = new Set([...STYLE.text.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
    expect(used.filter((name) => !given.has(name ?? ''))).toEqual([]);
  });
});
