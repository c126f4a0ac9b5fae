import type { Book } from './book.js';
import { setText } from './inlines.js';
import type { Family } from './press/fonts.js';
import type { ScriptRuns } from './press/script-runs.js';
import { INK, PAGE, WIDTH, type Content } from './style.js';
import { dayOf, wordsOf } from './words.js';

/** A line of the table of contents, leading to a place. */
export interface ContentsEntry {
  title: string;
  depth: number;
  place: string;
}

type WidthOf = (text: string, size: number, bold: boolean, family: Family) => number;

const INDENT = 14;
const DEEPEST = 6;
const NUMBER_WIDTH = 30;
/** A leader's dot with the space before it. */
const DOT = ' .';

/** The cover and the table of contents. */
export function frontMatter(
  book: Book,
  entries: readonly (ContentsEntry & { page: number })[],
  runs: ScriptRuns,
  widthOf: WidthOf,
): Content[] {
  const set = (text: string, style: Content): Content[] => setText({ runs }, text, style);
  const { title, subtitle = '', description = '', date, language } = book;
  const cover: Content[] = [
    { canvas: [{ type: 'rect', x: 0, y: 0, w: 48, h: 5, color: INK.link }], margin: [0, PAGE.height * 0.24, 0, 18] },
    { text: set(title, { fontSize: 34, bold: true, color: INK.dark }), lineHeight: 1, margin: [0, 0, 0, 12] },
  ];
  if (subtitle !== '') cover.push({ text: set(subtitle, { fontSize: 15, color: INK.grey }), margin: [0, 0, 0, 10] });
  if (description !== '') cover.push({ text: set(description, { fontSize: 12 }), margin: [0, 0, 0, 10] });
  cover.push({ text: set(dayOf(date, language), { fontSize: 10.5, color: INK.grey }), margin: [0, 8, 0, 0] });
  if (entries.length === 0) return cover;
  const heading = set(wordsOf(language).contents, { fontSize: 20, bold: true, color: INK.dark });
  return [
    ...cover,
    { text: heading, margin: [0, 0, 0, 16], pageBreak: 'before' },
    ...entries.map((entry) => lineOf(entry, set, widthOf)),
  ];
}

function lineOf(
  { title, depth, place, page }: ContentsEntry & { page: number },
  set: (text: string, style: Content) => Content[],
  widthOf: WidthOf,
): Content {
  const indent = Math.min(depth, DEEPEST) * INDENT;
  const bold = depth === 0;
  const style = { fontSize: bold ? 10.5 : 9.5, linkToDestination: place, ...(bold ? { bold, color: INK.dark } : {}) };
  const words = set(title, style);
  const width = words.reduce(
    (sum, { text, font }) => sum + widthOf(String(text), style.fontSize, bold, font as Family),
    0,
  );
  const room = WIDTH - indent - NUMBER_WIDTH;
  const dots = Math.floor((room - width * 1.04 - 10) / widthOf(DOT, 9, false, 'Sans'));
  const leader = dots > 1 ? [{ text: DOT.repeat(dots), width: '*', fontSize: 9, color: INK.grey, noWrap: true }] : [];
  return {
    columns: [
      { text: words, width: dots > 1 ? width * 1.02 + 4 : room },
      ...leader.map((one) => ({ ...one, alignment: 'right', margin: [0, bold ? 1.4 : 0.6, 0, 0] })),
      { text: String(page), width: NUMBER_WIDTH, alignment: 'right', ...style },
    ],
    margin: [indent, bold ? 5 : 0, 0, 3],
    unbreakable: true,
  };
}

const FIGURES: readonly [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/** A number in Roman figures, as pages before the body are counted. */
export function roman(number: number): string {
  const [value, figure] = FIGURES.find(([least]) => least <= number) ?? [];
  return value === undefined || figure === undefined ? '' : figure + roman(number - value);
}
