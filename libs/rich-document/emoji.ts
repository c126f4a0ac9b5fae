import { gemoji } from 'gemoji';

interface Names {
  codeByName: ReadonlyMap<string, string>;
  nameByCode: ReadonlyMap<string, string>;
}

let read: Names | undefined;

const codeOf = (emoji: string): string => {
  const points = [...emoji].map((char) => (char.codePointAt(0) ?? 0).toString(16));
  return (points.length === 2 && points[1] === 'fe0f' ? points.slice(0, 1) : points).join('-');
};

/** All names, which are read when one is first looked up. */
const namesOfAll = (): Names => (read ??= readNames());

function readNames(): Names {
  const codeByName = new Map<string, string>();
  const nameByCode = new Map<string, string>();
  for (const { emoji, names } of gemoji) {
    const code = codeOf(emoji);
    for (const name of names) codeByName.set(name, code);
    const [first] = names;
    if (first !== undefined && !nameByCode.has(code)) nameByCode.set(code, first);
  }
  return { codeByName, nameByCode };
}

/** An emoji as its code points, as `emojiCode` writes them; what is none as it is. */
export const emojiPoints = (text: string): string => {
  const emoji = readEmoji(text);
  return emoji === undefined ? text : codeOf(emoji);
};
/** The hexadecimal code points (joined by `-`) of a short name such as `tada`. */
export const emojiCode = (name: string): string | undefined => namesOfAll().codeByName.get(name);
/** The short name of an emoji, if it has one that leads back to the same code. */
export const emojiName = (code: string): string | undefined => namesOfAll().nameByCode.get(code);
/** The characters of an emoji; a single pictograph that is text by default asks for its colourful form. */
export const emojiText = (code: string): string => {
  const points = code.split('-').map((point) => parseInt(point, 16));
  const text = points.map((point) => (point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd')).join('');
  return points.length === 1 && (points[0] ?? 0) < 0x1f000 ? `${text}\ufe0f` : text;
};

/** Takes milliseconds to compile. */
let oneEmoji: RegExp | undefined;

/**
 * One emoji as its characters, however it is written: as characters, as hexadecimal code points joined by `-`, or as a
 * short name with or without colons. Undefined for anything else.
 */
export function readEmoji(text: string): string | undefined {
  const code =
    emojiCode(text.replace(/^:(.+):$/, '$1')) ?? (/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i.test(text) ? text : '');
  const written = code === '' ? text : emojiText(code.toLowerCase());
  // Without the mark that asks for its colourful form a pictograph is still the same emoji.
  const colourful = written.replace(/^(.)(?!\ufe0f)/su, '$1\ufe0f');
  return [written, colourful].find((characters) => (oneEmoji ??= new RegExp('^\\p{RGI_Emoji}$', 'v')).test(characters));
}
