import { alignTokens } from './align-tokens.js';
import { tokensOf, type TextToken } from './text-tokens.js';

/** Words and marks of a text. */
const MAX_TOKENS = 60_000;

/** Part of one text, and the part of another that corresponds to it: places of tokens, ends not included. */
interface Hunk {
  from: number;
  to: number;
  otherFrom: number;
  otherTo: number;
}

/**
 * Carries an edit over to another form of the same text. `before` and `after` are the text in a canonical form, without
 * and with the edit; `written` is `before` as its author wrote it. The answer is `written` with what differs between the
 * two, and nothing else changed; lines that are new end in `lineEnd`. Undefined where a text is too long.
 */
export function mergeEdit(before: string, after: string, written: string, lineEnd = '\n'): string | undefined {
  const [base, edited, source] = [tokensOf(before), tokensOf(after), tokensOf(written)];
  if ([base, edited, source].some(({ tokens }) => tokens.length > MAX_TOKENS)) return undefined;
  const edits = hunksBetween(base.tokens, edited.tokens);
  const places = alignTokens(base.tokens.map(textOfToken), source.tokens.map(textOfToken));
  return new EditedText(base.tokens, edited.tokens, source.tokens, places, lineEnd).apply(edits) + source.end;
}

class EditedText {
  readonly #out: string[] = [];
  /** Tokens of the source that are written, or left out. */
  #at = 0;
  readonly #indents: ReadonlyMap<string, string>;

  /** `places`: for each token of the base, its place in the source; -1 where it is not there. */
  constructor(
    private readonly base: readonly TextToken[],
    private readonly edited: readonly TextToken[],
    private readonly source: readonly TextToken[],
    private readonly places: readonly number[],
    private readonly lineEnd: string,
  ) {
    this.#indents = indentsOf(base, source, places);
  }

  apply(edits: readonly Hunk[]): string {
    let from = 0;
    let otherFrom = 0;
    for (const edit of edits) {
      this.#spaces(from, edit.from, otherFrom);
      this.#edit(edit);
      [from, otherFrom] = [edit.to, edit.otherTo];
    }
    this.#spaces(from, this.base.length, otherFrom);
    this.#copyTo(this.source.length);
    return this.#out.join('');
  }

  /** Tokens that the edit left alone keep their white space, unless that is what the edit changed. */
  #spaces(from: number, to: number, otherFrom: number): void {
    for (let at = from; at < to; at++) {
      const [before, after] = [this.base[at]?.space ?? '', this.edited[otherFrom + at - from]?.space ?? ''];
      // The first token behind an edit has the white space that the edit leaves.
      if (before === after || at === from) continue;
      const place = this.places[at] ?? -1;
      if (place < this.#at) continue;
      this.#copyTo(place);
      this.#write({ space: this.#spaceLike(after), text: this.source[place]?.text ?? '' });
      this.#at = place + 1;
    }
  }

  #edit({ from, to, otherFrom, otherTo }: Hunk): void {
    const [start, end] = this.#range(from, to);
    this.#copyTo(start);
    const removed = this.source.slice(start, end);
    const added = this.edited.slice(otherFrom, otherTo);
    for (const [index, token] of added.entries()) {
      const own = this.base[from + index];
      const written = to - from === end - start ? removed[index] : index === 0 ? removed[0] : undefined;
      const keeps = written !== undefined && own !== undefined && from + index < to && own.space === token.space;
      this.#write({ space: keeps ? written.space : this.#spaceLike(token.space), text: token.text });
    }
    this.#at = end;
    this.#behind({ from, to, otherFrom, otherTo }, removed, added.length);
  }

  /** The white space before the first token behind an edit. */
  #behind({ from, to, otherFrom, otherTo }: Hunk, removed: readonly TextToken[], added: number): void {
    const next = this.source[this.#at];
    if (next === undefined || this.places[to] !== this.#at) return;
    const [before, after] = [this.base[to]?.space ?? '', this.edited[otherTo]?.space ?? ''];
    let { space } = next;
    if (added > 0) {
      if (before !== after) space = this.#spaceLike(after);
    } else {
      const first = removed[0]?.space ?? '';
      const wanted = this.base[from]?.space === after && otherFrom === otherTo ? first : undefined;
      // Where words go, the end of a line stays one.
      if (before !== after) space = wanted ?? this.#spaceLike(after);
      else if (first.includes('\n') && !space.includes('\n') && /^[ \t]*$/.test(space)) space = first;
    }
    this.#write({ space, text: next.text });
    this.#at++;
  }

  /** The tokens of the source that correspond to those of the base between two places. */
  #range(from: number, to: number): [number, number] {
    let start = this.#at;
    for (let at = from - 1; at >= 0; at--) {
      const place = this.places[at] ?? -1;
      if (place === -1) continue;
      start = Math.max(start, place + 1);
      break;
    }
    let own = this.source.length;
    for (let at = to; at < this.base.length; at++) {
      const place = this.places[at] ?? -1;
      if (place === -1) continue;
      own = place;
      break;
    }
    if (from === to) return this.#between(start, own, from);
    const within = this.places.slice(from, to).filter((place) => place !== -1);
    const [first, last] = [within[0], within.at(-1)];
    if (first === undefined || last === undefined || within.length < to - from) return [start, Math.max(start, own)];
    return [Math.max(start, first), Math.max(start, last + 1)];
  }

  /** Where something is added between two tokens, at the one that stays beside it. */
  #between(start: number, end: number, at: number): [number, number] {
    const place = (this.places[at - 1] ?? -1) === -1 && end >= start && at < this.base.length ? end : start;
    return [place, place];
  }

  #copyTo(place: number): void {
    for (; this.#at < place; this.#at++) this.#write(this.source[this.#at] as TextToken);
  }

  #write({ space, text }: TextToken): void {
    this.#out.push(space, text);
  }

  /** White space of the canonical form as the source has it: its indentation and its line ends. */
  #spaceLike(space: string): string {
    const line = space.lastIndexOf('\n');
    if (line === -1) return space;
    const indent = space.slice(line + 1);
    return space.slice(0, line + 1).replaceAll('\n', this.lineEnd) + (this.#indents.get(indent) ?? indent);
  }
}

/** The indentation that lines of the source have where those of the canonical form have another. */
function indentsOf(
  base: readonly TextToken[],
  source: readonly TextToken[],
  places: readonly number[],
): Map<string, string> {
  const indents = new Map<string, string>();
  for (const [at, { space }] of base.entries()) {
    const own = source[places[at] ?? -1]?.space;
    if (own === undefined || !space.includes('\n') || !own.includes('\n')) continue;
    const indent = space.slice(space.lastIndexOf('\n') + 1);
    if (!indents.has(indent)) indents.set(indent, own.slice(own.lastIndexOf('\n') + 1));
  }
  return indents;
}

/** The parts of `a` and `b` that are not alike. */
function hunksBetween(a: readonly TextToken[], b: readonly TextToken[]): Hunk[] {
  const places = alignTokens(a.map(textOfToken), b.map(textOfToken));
  const hunks: Hunk[] = [];
  let [from, otherFrom] = [0, 0];
  const end = (to: number, otherTo: number): void => {
    if (to > from || otherTo > otherFrom) hunks.push({ from, to, otherFrom, otherTo });
    [from, otherFrom] = [to + 1, otherTo + 1];
  };
  for (const [at, place] of places.entries()) if (place !== -1) end(at, place);
  end(a.length, b.length);
  return hunks;
}

const textOfToken = ({ text }: TextToken): string => text;
