import { describe, expect, it } from '@jest/globals';
import { Parser } from 'htmlparser2';
import { InvalidOutput } from '#contentkit';
import { acted, answer, drawn } from './support/kit.js';

const MARK = '"><script>alert(1)</script><img src=x onerror=alert(1)>\'`';
const HOSTILE = [
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>',
  'vbscript:x',
  '\u0001javascript:x',
];
const REFUSED = new Set(['script', 'iframe', 'object', 'embed', 'style', 'link', 'base', 'meta', 'template', 'portal']);
const ADDRESSES = new Set(['href', 'src', 'action', 'formaction', 'data-frame', 'poster', 'xlink:href']);
/** Addresses of this server, and those that links may have. */
const SAFE = /^(?:\/~\/|https?:\/\/|mailto:|#)/;

/** What would run, or be loaded from another host, as a browser reads a block. */
function faultsIn(html: string): string[] {
  const faults: string[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (REFUSED.has(name)) faults.push(name);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (/^on|^style$|^srcdoc$/.test(attribute)) faults.push(`${name} ${attribute}`);
        if (ADDRESSES.has(attribute) && !SAFE.test(value)) faults.push(`${attribute}=${value}`);
        if (attribute === 'src' && !value.startsWith('/~/')) faults.push(`${attribute}=${value}`);
      }
    },
  });
  parser.end(html);
  return faults;
}

/** Every element and member that takes a text, with a text that tries to be more. */
const everything = (text: string): object[] => {
  const action = { action: text, [text]: text };
  const confirm = { title: text, text, confirm: text };
  const button = { type: 'button', label: text, tooltip: text, onPress: action, confirm };
  const options = [{ id: text, label: text }];
  const link = { type: 'link', target: { url: `https://example.com/${text}` }, children: [text] };
  const inputs = [
    { type: 'textinput', state: text, initialValue: text, placeholder: text },
    { type: 'textinput', state: text, multiline: true, initialValue: text },
    { type: 'select', state: text, options, placeholder: text, onValueChange: action },
    { type: 'select', state: text, options, multiple: true },
    { type: 'select', state: text, options, acceptInput: true },
    { type: 'switch', state: text, onValueChange: action, confirm },
    { type: 'radio', state: text, value: text },
    { type: 'checkbox', state: text, value: text },
    { type: 'codeblock', content: text, state: text, onContentChange: action },
  ];
  return [
    { type: 'text', style: 'code', children: [text, link] },
    { type: 'markdown', content: text },
    { type: 'markdown', content: `[a](${text}) ![b](${text})\n\n# ${text}\n\n<div onclick="x">${text}</div>` },
    { type: 'codeblock', content: text, syntax: text },
    { type: 'image', source: { url: `https://example.com/${text}` } },
    { type: 'webframe', source: { url: `https://example.com/${text}` }, data: { [text]: text } },
    { type: 'card', title: text, hint: text, onPress: action, buttons: [button, { ...button, confirm: undefined }] },
    { type: 'hint', children: [{ type: 'text', children: [text] }] },
    ...inputs,
    ...inputs.map((element) => ({ type: 'input', label: text, hint: text, element })),
  ];
};

describe('hostile answers of scripts', () => {
  it.each(everything(MARK).map((element) => [(element as { type: string }).type, element]))(
    'show texts as texts: %s',
    (_, element) => {
      for (const html of [drawn(element, { [MARK]: MARK }), acted(element, { [MARK]: MARK }).html])
        expect([faultsIn(html), html.includes('alert(1)')]).toEqual([[], true]);
    },
  );

  it('lead nowhere with addresses of other schemes', () => {
    for (const url of HOSTILE) {
      expect(() => answer({ type: 'block', children: { type: 'link', target: { url }, children: ['x'] } })).toThrow(
        InvalidOutput,
      );
      const button = { type: 'button', label: 'x', onPress: { action: '@ui.url.open', url: { toString: url } } };
      expect(() => answer({ type: 'block', children: button })).toThrow(InvalidOutput);
      // A line break ends the address: what is left of it is that of a page.
      const content = `[x](<${url}>) <${url}>\n\n[y]: ${url}\n\n[y]`;
      expect(faultsIn(drawn({ type: 'markdown', content })).filter((fault) => fault !== 'href=java')).toEqual([]);
      const built = {
        type: 'link',
        target: { url: { host: 'example.com', pathname: '/a', query: { q: { $state: 'a' } } } },
        children: ['x'],
      };
      expect(drawn(built, { a: url })).toMatch(/href="https:\/\/example\.com\/a\?q=/);
    }
  });

  it('are bounded: what is nested deep or long is drawn in a short time, or not at all', () => {
    let deep: object = { type: 'text', children: ['deep'] };
    for (let level = 0; level < 40; level++) deep = { type: 'vstack', children: [deep] };
    expect(drawn(deep)).toContain('deep');
    const started = process.cpuUsage();
    const markdown = Array.from({ length: 900 }, (_, at) => ({
      type: 'markdown',
      content: `# ${at}\n\n${'**a** [b](c) `d` '.repeat(30)}`,
    }));
    const html = drawn(markdown);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(3_000);
    expect(html === 'nothing' || html.length < 400_001).toBe(true);
    expect(drawn(markdown.slice(0, 150)).match(/class="kit-plain"/g)?.length).toBeGreaterThan(10);
  });

  it('are not shown from other hosts before a click', () => {
    const html = drawn(everything('https://example.com/x'));
    expect(faultsIn(html)).toEqual([]);
    expect(html).toContain('data-frame="/~/frame');
  });
});
