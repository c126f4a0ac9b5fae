/**
 * How something in a source was left: `unknown-…` stays in the page as it was written, `lost-…` and options are not
 * in the page. `more` counts what has no room in the list.
 */
export type UnreadKind =
  | 'unknown-tag'
  | 'unknown-element'
  | 'unknown-callout'
  | 'unknown-option'
  | 'unknown-expression'
  | 'lost-attribute'
  | 'lost-element'
  | 'lost-in-header'
  | 'lost-code'
  | 'more';

/** Something in the source of a page that was not understood, or that a document cannot keep. */
export interface UnreadNote {
  kind: UnreadKind;
  /** Its name: a tag, an element, an attribute. At most 80 characters. */
  text: string;
  /** The line of the file where it is first, from 1. */
  line: number;
  /** How often it is there. */
  count: number;
}

/** Different things that are noted of one page; further ones are only counted. */
const MAX_NOTES = 40;
const MAX_TEXT = 80;

/** Collects what is not understood while a page is read: each thing once, with its first line and a count. */
export class Unread {
  readonly #notes = new Map<string, UnreadNote>();
  /** Set while what is read is meant to be text, whatever it looks like. */
  muted = false;
  #line: number;
  #source = '';

  /** `line` is the number of the source's first line in its file. */
  constructor(private readonly first = 1) {
    this.#line = first;
  }

  /** Says which part of the source is read now; its first line is counted from 0. */
  at(line: number | undefined, source: string): void {
    if (line !== undefined) this.#line = this.first + line;
    this.#source = source;
  }

  /** `raw` is how it is written, by which its line is found within the part that is read. */
  add(kind: UnreadKind, name: string, raw = name): void {
    if (this.muted) return;
    const text = name.length > MAX_TEXT ? `${name.slice(0, MAX_TEXT - 1)}…` : name;
    const key = `${kind} ${text}`;
    const known = this.#notes.get(key) ?? this.#notes.get('more ');
    if (known !== undefined && (this.#notes.has(key) || this.#notes.size > MAX_NOTES)) {
      known.count++;
      return;
    }
    const line = this.#line + this.#before(raw);
    if (this.#notes.size < MAX_NOTES) this.#notes.set(key, { kind, text: clean(text), line, count: 1 });
    else this.#notes.set('more ', { kind: 'more', text: '', line, count: 1 });
  }

  /** In the order of their first lines in the source. */
  notes(): UnreadNote[] {
    return [...this.#notes.values()].sort((a, b) => a.line - b.line);
  }

  /** Line ends before the first place where this is written. Asked at most once for each note. */
  #before(raw: string): number {
    const at = raw === '' ? -1 : this.#source.indexOf(raw);
    if (at <= 0) return 0;
    return this.#source.slice(0, at).split('\n').length - 1;
  }
}

/** What a note may hold: one line, no character that a database or a terminal refuses. */
const clean = (text: string): string => text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
