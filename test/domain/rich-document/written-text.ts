import type { Random } from '#rich-document';

/** Numbers that look random and follow from a seed. */
export function randomOf(seed: number): Random {
  let state = Math.imul(seed, 2_654_435_761) | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % Math.max(1, below);
  };
}

const NAMES = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel', 'india', 'juliett', 'kilo'];

/** A page of a dozen blocks as an editor might have written it: one style of each kind, or several mixed. */
export function writtenText(seed: number): string {
  const random = randomOf(seed);
  let words = 0;
  const one = <T>(choices: readonly T[]): T => choices[random(choices.length)] as T;
  const word = (): string => `${one(NAMES)}${(words++).toString(36).replace(/\d/g, 'x')}`;
  const line = (): string => Array.from({ length: 3 + random(6) }, word).join(' ');
  const bullet = one(['-', '*', '+']);
  const indent = one(['  ', '    ']);
  const fence = one(['```', '~~~']);
  const blocks: (() => string)[] = [
    () => `${line()}${one([' ', '\n'])}${one(['*', '_'])}${word()}${one(['x', ''])}`.replace(/([*_])(\w+)$/, '$1$2$1'),
    () => `${line()}\n${line()} ${one(['**', '__'])}${word()}`.replace(/(\*\*|__)(\w+)$/, '$1$2$1'),
    () => `## ${line()}`,
    () => `${line()}\n${one(['---', '-----'])}`,
    () => [line(), line(), line()].map((text) => `${bullet} ${text}`).join('\n'),
    () => `${bullet} ${line()}\n${indent}${bullet} ${line()}\n${bullet} ${line()}`,
    () => [1, 2, 3].map((number) => `${number}${one(['.', '.'])} ${line()}`).join('\n'),
    () => `> ${line()}\n> ${line()}`,
    () => `${fence}${one(['js', ''])}\n${word()}   ${word()}\n\n  ${word()}\n${fence}`,
    () => `| ${word()}   | ${word()} |\n|---|:--:|\n|${word()}|   ${word()}    |\n| ${word()} | ${word()} |`,
    () => `{% hint style="info" %}\n${line()}\n{% endhint %}`,
    () => `<details>\n<summary>${word()}</summary>\n\n${line()}\n\n</details>`,
    () => `<!-- ${word()} -->\n${line()}`,
    () => `[${word()}](https://example.com/${word()} "${word()}") ${line()}`,
    () => `<table>\n  <tr>\n    <th>${word()}</th>\n  </tr>\n  <tr>\n    <td>${word()}</td>\n  </tr>\n</table>`,
    () => `${line()}<br/>${line()} &amp; \`${word()}\``,
    () => one(['***', '* * *', '___']),
  ];
  const head = one([
    '',
    `---\ntitle: ${word()} # ${word()}\nown:   [${word()}]\n---\n`,
    `---\nown: >-\n  ${word()}\n---\n\n`,
  ]);
  const title = one(['', `# ${line()}\n\n`, `${line()}\n===\n\n`]);
  const body = Array.from({ length: 4 + random(9) }, () => one(blocks)()).join(one(['\n\n', '\n\n', '\n\n\n']));
  const text = `${head}${title}${body}${one(['\n', '', '\n\n'])}`;
  return random(4) === 0 ? text.replaceAll('\n', '\r\n') : text;
}
