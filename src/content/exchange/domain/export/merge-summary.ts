import { alignTokens, mergeEdit } from '#rich-document';

/** Lines of a table of contents. */
const MAX_LINES = 40_000;

/** What marks an entry or a heading, and what it says. */
const ENTRY = /^([ \t]*(?:[-*+][ \t]+|#+[ \t]+)?)(.*?)[ \t]*$/;
const BULLET = /^([ \t]*)([-*+])([ \t]+)/;

/**
 * Carries the changes of a table of contents over to another form of it, line by line. `before` and `after` are what
 * Quire writes, `written` is `before` as its author wrote it. Lines without a change stay, with what is between them;
 * new ones have the bullet and the indentation of the others. Undefined where a text is too long.
 */
export function mergeSummary(before: string, after: string, written: string): string | undefined {
  const [base, edited] = [linesOf(before), linesOf(after)];
  const source = written.split(/(?<=\n)/);
  if ([base, edited, source].some(({ length }) => length > MAX_LINES)) return undefined;
  return new MergedLines(base, edited, source).merge();
}

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

const saidIn = (line: string): string => ENTRY.exec(withoutEnd(line))?.[2] ?? '';
const withoutEnd = (line: string): string => line.replace(/\r?\n$/, '');

class MergedLines {
  readonly #out: string[] = [];
  /** Lines of the source that are written, or left out. */
  #at = 0;
  /** For each line of the base, its place in the source; -1 where it is not there. */
  readonly #places: readonly number[];
  readonly #lineEnd: string;
  /** What marks lines of the source, by what marks those of the base. */
  readonly #marks = new Map<string, string>();
  /** What entries say that are removed at one place, in the words of the source. */
  readonly #moved = new Map<string, string>();

  constructor(
    private readonly base: readonly string[],
    private readonly edited: readonly string[],
    private readonly source: readonly string[],
  ) {
    this.#places = placesOf(base, source);
    for (const [at, line] of base.entries()) {
      const [mark, own] = [partsOf(line)[0], source[this.#places[at] ?? -1]];
      if (own !== undefined && !this.#marks.has(mark)) this.#marks.set(mark, partsOf(own)[0]);
    }
    this.#lineEnd = source.some((line) => line.endsWith('\r\n')) ? '\r\n' : '\n';
  }

  merge(): string {
    const kept = alignTokens(this.base, this.edited);
    for (const [at, line] of this.base.entries()) {
      const place = this.#places[at] ?? -1;
      if (kept[at] === -1 && place !== -1) this.#moved.set(saidIn(line), saidIn(this.source[place] ?? ''));
    }
    let [from, otherFrom] = [0, 0];
    for (const [at, other] of kept.entries()) {
      if (other === -1) continue;
      this.#change(from, at, this.edited.slice(otherFrom, other));
      [from, otherFrom] = [at + 1, other + 1];
    }
    this.#change(from, this.base.length, this.edited.slice(otherFrom));
    this.#copyTo(this.source.length);
    return this.#out.join('');
  }

  /** Lines of the base, end not included, and what is in their place. */
  #change(from: number, to: number, lines: readonly string[]): void {
    if (from === to && lines.length === 0) return;
    const above = this.#places.slice(0, from).findLast((place) => place !== -1) ?? -1;
    this.#copyTo(above + 1);
    for (let at = from; at < to || at - from < lines.length; at++) {
      const place = at < to ? (this.#places[at] ?? -1) : -1;
      const line = lines[at - from];
      if (place !== -1) this.#copyTo(place);
      if (line !== undefined) this.#write(this.#like(line, at < to ? this.base[at] : undefined, place));
      if (place !== -1) this.#at = Math.max(this.#at, place + 1);
    }
  }

  /** A line as the source would have it: with what stays of the line that it replaces. */
  #like(line: string, replaced: string | undefined, place: number): string {
    const [mark, said] = partsOf(line);
    const moved = this.#moved.get(said);
    if (moved !== undefined) return this.#markLike(mark) + moved;
    if (replaced === undefined || place === -1) return this.#markLike(mark) + said;
    const [oldMark, oldSaid] = partsOf(replaced);
    const [ownMark, ownSaid] = partsOf(this.source[place] ?? '');
    return (mark === oldMark ? ownMark : this.#markLike(mark)) + (mergeEdit(oldSaid, said, ownSaid) ?? said);
  }

  /** The bullet and indentation of other lines at the same depth, else of those above it, further in. */
  #markLike(mark: string): string {
    const known = this.#marks.get(mark);
    if (known !== undefined) return known;
    const bullet = BULLET.exec(mark);
    if (!bullet) return mark;
    const own = this.source.map((line) => BULLET.exec(line)).find((found) => found !== null);
    if (!own) return mark;
    const [, indent = '', sign = '*', gap = ' '] = own;
    const depth = (bullet[1] ?? '').length / 2;
    return indent + ' '.repeat(depth * (1 + gap.length)) + sign + gap;
  }

  #copyTo(place: number): void {
    for (; this.#at < place; this.#at++) this.#out.push(this.source[this.#at] ?? '');
  }

  #write(line: string): void {
    const last = this.#out.at(-1);
    if (last !== undefined && !last.endsWith('\n')) this.#out[this.#out.length - 1] = last + this.#lineEnd;
    this.#out.push(line + this.#lineEnd);
  }
}

function partsOf(line: string): [mark: string, said: string] {
  const [, mark = '', said = ''] = ENTRY.exec(withoutEnd(line)) ?? [];
  return [mark, said];
}

/** Lines that say the same; between those, entries in their order where both have as many. */
function placesOf(base: readonly string[], source: readonly string[]): number[] {
  const places = [...alignTokens(base.map(saidIn), source.map(saidIn))];
  const isEntry = (line: string | undefined): boolean => line !== undefined && ENTRY.exec(withoutEnd(line))?.[1] !== '';
  let [from, otherFrom] = [0, 0];
  for (let at = 0; at <= base.length; at++) {
    const place = at < base.length ? (places[at] ?? -1) : source.length;
    if (place === -1) continue;
    const unlike = range(from, at).filter((line) => isEntry(base[line]));
    const free = range(otherFrom, place).filter((line) => isEntry(source[line]));
    if (unlike.length === free.length) for (const [index, line] of unlike.entries()) places[line] = free[index] ?? -1;
    [from, otherFrom] = [at + 1, place + 1];
  }
  return places;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}
