import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ALL_BLOCKS, blockSheet, drawSitePage, STYLE } from '#site-html';
import { drawMarkdown } from '../page-html/support/page.js';
import { documentPage } from './support/site.js';

const LIBRARY = join(import.meta.dirname, '../../../libs/page-html');

/** The name of the sheet of blocks that a page with a body asks for. */
const nameFor = (body: string): string | undefined =>
  /href="\/_\/(blocks\.[^"]+)"/.exec(drawSitePage(documentPage({ tags: [], body })))?.[1];
const styleFor = (body: string): string => blockSheet(nameFor(body) ?? '')?.text ?? '';
const classesIn = (style: string): Set<string> =>
  new Set([...style.matchAll(/\.(-?[a-z][\w-]*)/gi)].map(([, name = '']) => name));

/** The classes that documents may be drawn with. */
const drawn = readdirSync(LIBRARY, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => [...readFileSync(join(LIBRARY, name), 'utf8').matchAll(/'([a-z][\w -]*)'/g)])
  .flatMap(([, names = '']) => names.split(' '));

describe('the style sheet of the blocks of a page', () => {
  it('has what its blocks need, and nothing of others', () => {
    const style = styleFor(drawMarkdown('{% tabs %}\n{% tab title="a" %}\nb\n{% endtab %}\n{% endtabs %}'));
    expect(style).toContain('.tabs>:checked + label + .tab{display:block}');
    expect(style).not.toMatch(/\.stepper|\.cards|\.hint/);
    expect(nameFor('<p>The words tabs and <code>class="hint"</code>.</p>'.replaceAll('"', '&quot;'))).toBeUndefined();
  });

  it('has a style for each class of documents that is not styled on all pages', () => {
    const [usual, all] = [classesIn(STYLE.text), classesIn(ALL_BLOCKS)];
    const needed = drawn.filter((name) => all.has(name) && !usual.has(name));
    expect(new Set(needed).size).toBeGreaterThan(30);
    expect(needed.filter((name) => !classesIn(styleFor(`<p class="a ${name}"></p>`)).has(name))).toEqual([]);
  });

  it('comes for what has no class of its own', () => {
    expect(styleFor('<math></math>')).toContain('math{font-family');
    expect(styleFor('<div class="table" data-search=""></div>')).toContain('.table-search');
  });

  it('is a part of that of all blocks, and has it all where all blocks are', () => {
    const every = [...classesIn(ALL_BLOCKS)].map((name) => `<p class="${name}"></p>`).join('');
    expect(styleFor(`${every}<math></math><p data-search=""></p>`)).toBe(ALL_BLOCKS);
  });

  it('is found under its name alone', () => {
    const name = nameFor('<p class="hint"></p><p class="tabs"></p>') ?? '';
    const [letters = ''] = /[a-z]+(?=\.css$)/.exec(name) ?? [];
    expect(letters).toHaveLength(2);
    const called = (other: string): string => name.replace(`${letters}.css`, `${other}.css`);
    expect(blockSheet(called(letters))?.name).toBe(name);
    for (const other of ['', 'z', letters + letters, [...letters].reverse().join(''), `${letters}/`])
      expect(blockSheet(called(other))).toBeUndefined();
    expect(blockSheet(name.replace(/\.[0-9a-f]{8}\./, '.00000000.'))).toBeUndefined();
  });
});
