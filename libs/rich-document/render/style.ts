/** The choices that Markdown leaves to the author. */
export interface WritingStyle {
  bullet: '*' | '-' | '+';
  emphasis: '_' | '*';
  strong: '**' | '__';
  fence: '```' | '~~~';
  /** Of a divider. */
  rule: string;
  /** What follows the number of an item. */
  ordered: '.' | ')';
  /** Whether tables that can be written with pipes are. */
  table: 'pipes' | 'html';
}

/** The style of documents that do not come from Markdown. */
export const OWN_STYLE: WritingStyle = {
  bullet: '*',
  emphasis: '_',
  strong: '**',
  fence: '```',
  rule: '***',
  ordered: '.',
  table: 'pipes',
};

/** Characters of a text that are looked at. */
const MAX_LENGTH = 200_000;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const BULLET = /^\s*([*+-])[ \t]+\S/;
const ORDERED = /^\s*\d{1,9}([.)])[ \t]+\S/;
const RULE = /^ {0,3}((?:[*_-][ \t]*){3,})$/;
const STRONG = /(?<![\w*_\\])(\*\*|__)(?=[^\s*_])[^*_\n]{1,200}\1(?![\w*_])/g;
const EMPHASIS = /(?<![\w*_\\])([*_])(?=[^\s*_])[^*_\n]{1,200}\1(?![\w*_])/g;

/** The style of a text: of each choice the most frequent, and Quire's own where the text has none. */
export function styleOf(markdown: string): WritingStyle {
  const counts = new Map<keyof WritingStyle, Map<string, number>>();
  const count = (choice: keyof WritingStyle, value: string | undefined): void => {
    if (value === undefined) return;
    const known = counts.get(choice) ?? new Map<string, number>();
    counts.set(choice, known.set(value, (known.get(value) ?? 0) + 1));
  };
  let fence: string | undefined;
  for (const line of markdown.slice(0, MAX_LENGTH).split(/\r\n|\r|\n/)) {
    const marks = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (marks?.startsWith(fence) === true) fence = undefined;
      continue;
    }
    if (marks !== undefined) {
      fence = marks;
      count('fence', marks.slice(0, 3));
      continue;
    }
    const rule = RULE.exec(line)?.[1];
    if (rule !== undefined) {
      count('rule', rule.trimEnd());
      continue;
    }
    count('bullet', BULLET.exec(line)?.[1]);
    count('ordered', ORDERED.exec(line)?.[1]);
    for (const [, mark] of line.matchAll(STRONG)) count('strong', mark);
    for (const [, mark] of line.matchAll(EMPHASIS)) count('emphasis', mark);
  }
  const style: Record<string, string> = { ...OWN_STYLE };
  for (const [choice, values] of counts) {
    const [most] = [...values].sort(([, a], [, b]) => b - a);
    if (most !== undefined) style[choice] = most[0];
  }
  return style as unknown as WritingStyle;
}
