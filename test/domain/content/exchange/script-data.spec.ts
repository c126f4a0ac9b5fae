import { describe, expect, it } from '@jest/globals';
import { readScript } from '../../../../src/content/exchange/infrastructure/sources/script-data.js';

describe('A script that is read as data', () => {
  it.each<[string, unknown]>([
    [
      "export default { a: 1, 'b-c': [true, null, -2, `text`], ['d' + 'e']: 'x' }",
      { a: 1, 'b-c': [true, null, -2, 'text'], de: 'x' },
    ],
    ['const one = [1]; const two = { one }; module.exports = { ...two, all: [...one, 2] };', { one: [1], all: [1, 2] }],
    [
      "import { defineConfig } from 'tool'\nexport default defineConfig({ items: items() })\nfunction items() { return ['a'] }",
      { items: ['a'] },
    ],
    [
      'const config: Tool.Config<Options> = { a: [1] as const, f: (x: string) => x } satisfies Other; export default config',
      { a: [1] },
    ],
    [
      '// it\'s\nexport default { a: \'x as y, z\', /* " */ b: "satisfies A }" } as Config;',
      { a: 'x as y, z', b: 'satisfies A }' },
    ],
    [
      'export default { made: make(1, 2), now: Date.now(), text: `a` + one, get got() { return 1 }, kept: 1 }',
      { kept: 1 },
    ],
    ['export default { made: (() => { throw new Error() })(), secret: process.env.SECRET }', {}],
    ['const a = b; const b = a; export default { a }', {}],
    ['export default class {}', undefined],
    ['', undefined],
  ])('%s', (text, value) => {
    expect(JSON.parse(JSON.stringify(readScript(text) ?? null))).toEqual(value ?? null);
  });

  it.each(['export default {', '<html>', 'let x: = 1', '['.repeat(100_000), ' '.repeat(300_000)])(
    'is refused where it is none: %.20s',
    (text) => {
      expect(() => readScript(text)).toThrow();
    },
  );

  it('is read in bounded time, whatever it says', () => {
    const doubled = Array.from({ length: 40 }, (_, at) => `const a${at + 1} = [a${at}, a${at}];`).join('\n');
    const started = process.cpuUsage();
    expect(() => readScript(`const a0 = [1];\n${doubled}\nexport default a40;`)).toThrow(/says too much/);
    for (const nasty of ['/*', "'", '`', 'import\n', '(', ') : ', '"\\', 'as a', 'const a: ', '(a: ', '{[', 'x:<']) {
      const text = `let x: = 1;\n${nasty.repeat(Math.floor(200_000 / nasty.length))}`;
      expect(() => readScript(text)).toThrow();
    }
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(8_000);
  });
});
