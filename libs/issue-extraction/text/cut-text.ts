/** How far back a space is looked for, of the characters that are allowed. */
const LEAST_SHARE = 0.5;

/** A text of at most so many characters, on one line: cut between words, with an ellipsis. */
export function cutText(text: string, most: number): string {
  const line = text
    .slice(0, 8 * most)
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  if (characters.length <= most) return line;
  const cut = characters.slice(0, most - 1).join('');
  const next = characters[most - 1] ?? '';
  const space = cut.lastIndexOf(' ');
  const whole = /\s/.test(next) || isUnspaced(next) || space < cut.length * LEAST_SHARE ? cut : cut.slice(0, space);
  return `${whole.replace(/[\s,;:，、-]+$/u, '').replace(/[\ud800-\udbff\u200d]$/, '')}…`;
}

const isUnspaced = (character: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{P}]/u.test(character);
