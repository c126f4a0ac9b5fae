import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { BLOCK_STYLE, drawEnded, drawNotShown, drawRendered } from '#contentkit-html';
import { acted, answer, CONTEXT, drawn } from './support/kit.js';

const inside = (children: unknown, state?: object): string =>
  drawn(children, state).replace(/^<div class="kit" id="_block-1">|<\/div>$/g, '');
const card = (more: object): object => ({ type: 'card', title: 'Issue', ...more });
const open = (url: string): object => ({ action: '@ui.url.open', url });

describe('what a script of an integration shows', () => {
  it('is texts with their marks and links', () => {
    const link = { type: 'link', target: { url: 'https://example.com/a?b=1&c' }, children: ['there'] };
    expect(inside(['Hello ', { type: 'text', style: 'bold', children: ['you & me'] }])).toBe(
      '<p>Hello </p><p><strong>you &amp; me</strong></p>',
    );
    expect(inside({ type: 'text', children: ['Go ', link, { type: 'text', style: 'code', children: ['x'] }] })).toBe(
      '<p>Go <a href="https://example.com/a?b=1&amp;c" rel="noopener">there</a><code>x</code></p>',
    );
  });

  it('has addresses whose parts follow the state', () => {
    const url = { host: 'example.com:8080', pathname: '/find', query: { q: { $state: 'query' }, page: '2' } };
    expect(inside({ type: 'link', target: { url }, children: ['Find'] }, { query: 'a b&c' })).toContain(
      'href="https://example.com:8080/find?q=a+b%26c&amp;page=2"',
    );
  });

  it('is Markdown as documents are drawn, with headings that are of this block', () => {
    const html = inside({
      type: 'markdown',
      content: '# One\n\n- a **b**\n\n{% tabs %}\n{% tab title="T" %}\nIn a tab\n{% endtab %}\n{% endtabs %}',
    });
    expect(html).toMatch(/<h2 id="_block-1-1">One/);
    expect(html).toContain('<strong>b</strong>');
    expect(html).toContain('<p>In a tab</p>');
    expect(html).not.toContain('class="tabs"');
    expect(inside({ type: 'markdown', content: { $state: 'text' } }, { text: '*hi*' })).toContain('<em>hi</em>');
  });

  it('is stacks, boxes, dividers and hints', () => {
    const html = inside([
      {
        type: 'hstack',
        align: 'center',
        children: [
          { type: 'box', grow: 2, children: ['A'] },
          { type: 'vstack', children: 'B' },
        ],
      },
      { type: 'divider', size: 'large' },
      { type: 'hint', children: [{ type: 'text', children: ['Careful'] }] },
    ]);
    expect(html).toContain('<div class="kit-row kit-center"><div class="kit-box kit-grow-2"><p>A</p></div>');
    expect(html).toContain('<div class="kit-column"><p>B</p></div>');
    expect(html).toContain('<hr class="kit-large"/><div class="hint info"><div><p>Careful</p></div></div>');
  });

  it('is cards with icons, pictures, hints and buttons, whose titles lead somewhere', () => {
    const buttons = [{ type: 'button', label: 'See', icon: 'maximize', onPress: open('https://example.com/see') }];
    const html = inside(card({ hint: 'Open', icon: 'check-circle', onPress: open('https://example.com/'), buttons }));
    expect(html).toContain('<path d="circle-check">');
    expect(html).toMatch(
      /<a href="https:\/\/example\.com\/" rel="noopener" target="_blank" class="kit-target">Issue<\/a>/,
    );
    expect(html).toMatch(
      /<a href="https:\/\/example\.com\/see" rel="noopener" target="_blank" class="button secondary"/,
    );
    const icon = { type: 'image', source: { url: 'https://example.com/i.png' }, aspectRatio: 2 };
    expect(inside(card({ icon }))).toMatch(
      /<img src="\/~\/picture\?url=https%3A%2F%2Fexample\.com%2Fi\.png" alt class="kit-thumb" [^>]*width="800" height="400"/,
    );
  });

  it('is code in its language, with numbers of lines where it says so', () => {
    const html = inside({ type: 'codeblock', content: 'const a = 1;\nlet b;', syntax: 'js', lineNumbers: true });
    expect(html).toContain('<div class="code numbered" data-syntax="js">');
    expect(html).toContain('<span class="k">const</span>');
  });

  it('is a frame of another host as a link, which says what the frame is sent', () => {
    const html = inside(
      {
        type: 'webframe',
        source: { url: 'https://frames.example.com/' },
        data: { content: { $state: 'text' }, mode: 'a' },
      },
      { text: 'graph' },
    );
    const data = encodeURIComponent('{"content":"graph","mode":"a"}');
    expect(html).toContain(`data-frame="/~/frame?url=https%3A%2F%2Fframes.example.com%2F&amp;data=${data}"`);
    expect(html).not.toContain('<iframe');
    expect(
      drawn({ type: 'webframe', source: { url: 'https://a.example/' } }, {}, { frame: () => undefined }),
    ).toContain('<p class="embed missing">');
  });

  it('has no form where nothing can be done, and disabled controls where nothing can be sent', () => {
    const button = { type: 'button', label: 'Go', onPress: { action: 'go' } };
    expect(acted('Text').html).not.toContain('<form');
    expect(drawn(button)).toContain('<fieldset class="kit-fields" disabled><button');
    expect(drawn(button, {}, { form: { action: '/', fields: () => undefined } })).toContain(
      '<fieldset class="kit-fields" disabled>',
    );
  });

  it('leaves out what only authors of pages can do', () => {
    for (const action of ['@editor.node.updateProps', '@link.unfurl', '@unknown'])
      expect(inside({ type: 'button', label: 'Edit', onPress: { action, url: 'https://example.com/' } })).toBe('');
    const controls = [{ label: 'Edit', onPress: { action: 'edit' } }];
    expect(drawRendered(answer({ type: 'block', children: 'A', controls }), CONTEXT)).not.toContain('Edit');
  });

  it('is no screen that configures, and not more than a page can have', () => {
    expect(drawRendered(answer({ type: 'configuration', children: 'A' }), CONTEXT)).toBeUndefined();
    expect(drawn('<'.repeat(20_000))).toContain('&lt;&lt;');
    expect(drawn(Array.from({ length: 40 }, () => 'a'.repeat(20_000)))).toBe('nothing');
  });

  it('is a note where it is not shown, and nothing after it has ended', () => {
    const note = drawNotShown(
      { integration: 'a', block: 'b', url: 'javascript:alert(1)', message: 'Not now.' },
      CONTEXT,
    );
    expect(note).toContain('<code>a</code> <code>b</code>');
    expect(note).toContain('<span class="source">javascript:alert(1)</span>');
    const late = drawNotShown({ integration: 'a', block: 'b', href: '/~/block?page=/x&block=1' }, CONTEXT);
    expect(late).toMatch(
      /<a href="\/~\/block\?page=\/x&amp;block=1" rel="noopener" class="button small" data-late>Show<\/a>/,
    );
    expect(drawEnded('_block-1')).toBe('<div class="kit" id="_block-1"></div>');
  });

  it('has a style for every class that it is drawn with', () => {
    const folder = join(import.meta.dirname, '../../../libs/contentkit-html');
    const code = readdirSync(folder).filter((name) => name !== 'index.ts' && name !== 'style.ts');
    const used = code.flatMap((name) => [
      ...readFileSync(join(folder, name), 'utf8').matchAll(/(?<=['" ])kit-[a-z-]+(?=['" ])/g),
    ]);
    const names = new Set(used.map(([name]) => name));
    expect(names.size).toBeGreaterThan(25);
    expect([...names].filter((name) => !BLOCK_STYLE.includes(`.${name}`))).toEqual([]);
  });
});
