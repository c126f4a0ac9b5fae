import type { UnreadKind, UnreadNote } from '#rich-document';
import { beginningOf, exceeds } from '#kernel/domain/characters';
import type { SourcePlaceView, UnresolvedView } from './transfer.view.js';

/** Places that are listed of one thing, and different things that an import reports; more are only counted. */
const MOST_PLACES = 20;
const MOST_THINGS = 500;

const MESSAGES: Readonly<Record<UnreadKind | 'unknown-field', (text: string) => string>> = {
  'unknown-field': (text) => `The frontmatter "${text}" is not understood.`,
  'unknown-tag': (text) => `"${text}" is no tag that is known here, or lacks its other half: it is text.`,
  'unknown-element': (text) => `"${text}" is no element of HTML: it is text.`,
  'unknown-callout': (text) => `"${text}" is no type of a callout: it is text.`,
  'unknown-option': (text) => `The option "${text}" is not understood, and not kept.`,
  'lost-attribute': (text) => `There is no place for this, so it is not kept: ${text}.`,
  'lost-element': (text) => `There is nothing like "${text}", so it is left out.`,
  'lost-in-header': (text) => `The title of a column is words only, so this is not kept in it: ${text}.`,
  'unknown-expression': (text) => `"${text}" is an expression of a program, which is not run: it is text.`,
  'lost-code': (text) => `No code is run, so this is left out: ${text}`,
  more: () => 'There is more on the page that is not understood or not kept.',
};

type Found = UnresolvedView & { count: number; places: SourcePlaceView[] };

/** What was not understood in the texts of an import: each thing once, with its places and how often it is there. */
export class UnreadNotes {
  readonly #found = new Map<string, Found>();
  #more = 0;

  /** Notes of a file, and the keys of its frontmatter that are unknown. */
  add(path: string, notes: readonly UnreadNote[], fields: readonly string[]): void {
    for (const { kind, text, line, count } of notes) this.#add({ path, line }, kind, text, count);
    for (const field of fields) this.#add({ path }, 'unknown-field', field, 1);
  }

  /** The most frequent first. */
  views(): UnresolvedView[] {
    const views: UnresolvedView[] = [...this.#found.values()].sort((a, b) => b.count - a.count);
    if (this.#more > 0) views.push({ path: '', code: 'more', message: `${this.#more} more are not listed.` });
    return views;
  }

  #add(place: SourcePlaceView, code: keyof typeof MESSAGES, name: string, count: number): void {
    const text = exceeds(name, 200) ? `${beginningOf(name, 200)}…` : name;
    const key = `${code} ${text}`;
    const known = this.#found.get(key);
    if (known) {
      known.count += count;
      if (known.places.length < MOST_PLACES) known.places.push(place);
    } else if (this.#found.size < MOST_THINGS) {
      this.#found.set(key, { ...place, code, message: MESSAGES[code](text), count, places: [place] });
    } else this.#more += count;
  }
}
