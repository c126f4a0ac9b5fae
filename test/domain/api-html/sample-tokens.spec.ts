import { describe, expect, it } from '@jest/globals';
import { codesIn, content, draw, samplesOf } from './support/api.js';

type Token = [className: string, text: string];

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const plain = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');

/** The colored pieces of the samples that an example of a body leads to, language by language. */
function tokensIn(example: unknown): Token[][] {
  const html = samplesOf(draw({ requestBody: content({ type: 'object' }, { example }) }));
  return [...html.matchAll(/<pre tabindex="0"><code>([^]*?)<\/code><\/pre>/g)].map(([, code = '']) =>
    [...code.matchAll(/<span class="(\w)">([^<]*)<\/span>/g)].map(([, className = '', text = '']): Token => [
      className,
      plain(text),
    ]),
  );
}

describe('the colors of samples', () => {
  it('tell the options of a command from its texts, in which quotes may be', () => {
    const [curl = []] = tokensIn({ name: `O'Neil --not` });
    expect(curl[0]).toEqual(['b', 'curl']);
    expect(curl).toEqual(
      expect.arrayContaining([
        ['a', '--request'],
        ['a', '--header'],
        ['s', "'Content-Type: application/json'"],
      ]),
    );
    expect(curl.filter(([className]) => className === 'a').map(([, text]) => text)).toEqual([
      '--request',
      '--header',
      '--data',
    ]);
    expect(
      curl
        .filter(([className]) => className === 's')
        .map(([, text]) => text)
        .join(''),
    ).toContain("O'\\''Neil --not");
  });

  it('tell names of members from values', () => {
    const [, javascript = []] = tokensIn({ id: 7, is: true, 'a-b': 'text: "x"' });
    expect(javascript).toEqual(
      expect.arrayContaining([
        ['k', 'const'],
        ['f', 'fetch'],
        ['a', '"id"'],
        ['n', '7'],
        ['n', 'true'],
        ['a', '"a-b"'],
        ['s', '"text: \\"x\\""'],
      ]),
    );
  });

  it('are in all languages', () => {
    for (const tokens of tokensIn({ id: 7 })) {
      expect(tokens.map(([className]) => className)).toContain('s');
      expect(new Set(tokens.map(([className]) => className)).size).toBeGreaterThan(1);
    }
  });

  it('change nothing of a code, and a text that does not end is one to the end of it', () => {
    const example = `{"a": 1,\n"b": "${'\\"'.repeat(2_000)} true`;
    const html = samplesOf(draw({ responses: { 200: { description: 'Fine', ...content({}, { example }) } } }));
    expect(codesIn(html).at(-1)).toBe(example);
    expect(plain(html)).toMatch(/<span class="a">"a"<\/span>: <span class="n">1<\/span>/);
    expect(plain(html)).toMatch(/<span class="s">"(?:\\")+ true<\/span><\/code>/);
  });
});
