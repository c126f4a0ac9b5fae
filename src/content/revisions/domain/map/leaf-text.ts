/** A record in a leaf, as canonical JSON: two records are equal if their texts are. */
export interface StoredRecord {
  readonly id: string;
  readonly text: string;
}

const BEFORE = '{"e":[';
const AFTER = ']}';
const ID = '"id":';
const QUOTE = 34;
const BACKSLASH = 92;
const OPENING = 123;
const CLOSING = 125;

export function isLeafText(text: string): boolean {
  return text.startsWith(BEFORE);
}

/** Joins the texts of records into the text of a leaf. */
export function leafText(records: readonly StoredRecord[]): string {
  return BEFORE + records.map(({ text }) => text).join(',') + AFTER;
}

/**
 * Splits the text of a leaf into its records without parsing them. Usually one of a few dozen records is read or
 * changed, and parsing and serializing the others would take many times as long. The scan looks only at strings and
 * braces.
 */
export function recordsIn(leaf: string): StoredRecord[] {
  const records: StoredRecord[] = [];
  let depth = 0;
  let begin = 0;
  let id = '';
  for (let at = BEFORE.length; at < leaf.length; at++) {
    const character = leaf.charCodeAt(at);
    if (character === QUOTE) {
      const isId = depth === 1 && leaf.startsWith(ID, at);
      const from = isId ? at + ID.length : at;
      at = endOfString(leaf, from);
      if (isId) id = JSON.parse(leaf.slice(from, at + 1)) as string;
    } else if (character === OPENING) {
      if (depth++ === 0) begin = at;
    } else if (character === CLOSING && --depth === 0) {
      records.push({ id, text: leaf.slice(begin, at + 1) });
    }
  }
  return records;
}

/**
 * The index of the quote that ends the string beginning at `from`: the first one preceded by an even number of
 * backslashes.
 */
function endOfString(text: string, from: number): number {
  for (let end = from; ;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) throw new Error('A map node is damaged: a string in it has no end.');
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
}
