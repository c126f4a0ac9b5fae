import type { RichDocument } from '../model.js';
import { SEPARATORS, slugsOf } from './anchor-rules.js';
import { anchoredBlocks, headingAnchors } from './anchors.js';

/** Characters of a heading that other anchors are made of. */
const MAX_WORDS = 400;
/** Characters of all other anchors of one document. */
const MAX_CHARACTERS = 200_000;

/** Words that every rule makes the same anchor of. */
const PLAIN_WORDS = /^[a-z][a-z0-9]*(?:[ -][a-z0-9]+)*$/;

interface Heading {
  /** The anchor that the document gives it. */
  anchor: string;
  /** The anchor by each rule; one where all agree. */
  slugs: readonly string[];
}

/**
 * The other anchors by which links may name the headings and expandables of a document, with its own anchor for each:
 * those that the known rules make of the words, repeated ones numbered as each rule does. In lower case, since links
 * differ in it. An anchor that the document has itself is no other; of two with the same, the one by the earlier rule
 * and then the first in the document is meant.
 */
export function knownAnchors(document: RichDocument): Map<string, string> {
  const found = headingAnchors(document);
  const names = new Names(found.map(({ anchor }) => anchor));
  for (const { anchor } of found) names.add(anchor.toLowerCase(), anchor);
  const headings = found.filter(({ type }) => type !== 'expandable').map(headingOf);
  const expandables = found.filter(({ type }) => type === 'expandable').map(headingOf);
  nameAll(names, headings);
  // Tools know anchors of headings only: the titles of expandables number nothing.
  nameAll(names, expandables);
  return names.known;
}

class Names {
  readonly known = new Map<string, string>();
  readonly #own: ReadonlySet<string>;
  #characters = 0;

  constructor(own: readonly string[]) {
    this.#own = new Set(own);
  }

  add(name: string, anchor: string): void {
    if (this.#own.has(name) || this.known.has(name)) return;
    this.#characters += name.length + anchor.length;
    if (this.#characters <= MAX_CHARACTERS) this.known.set(name, anchor);
  }
}

function headingOf({ anchor, text }: { anchor: string; text: string }): Heading {
  const words = text.slice(0, MAX_WORDS).trim().toLowerCase();
  return { anchor, slugs: PLAIN_WORDS.test(words) ? [words.replaceAll(' ', '-')] : slugsOf(words) };
}

function nameAll(names: Names, headings: readonly Heading[]): void {
  // Nothing to do where all rules give all headings the anchors that they have.
  if (headings.every(({ anchor, slugs }) => slugs.length === 1 && slugs[0] === anchor)) return;
  SEPARATORS.forEach((separator, rule) => {
    const taken = new Set<string>();
    const counts = new Map<string, number>();
    for (const { anchor, slugs } of headings) {
      const base = slugs.length === 1 ? (slugs[0] as string) : (slugs[rule] as string);
      if (base === '') continue;
      let name = base;
      let count = counts.get(base) ?? 0;
      while (taken.has(name)) name = `${base}${separator}${++count}`;
      counts.set(base, count);
      taken.add(name);
      names.add(name, anchor);
    }
  });
}

/** Lists, in place, with every heading the other anchors that it is known by, for renderers that accept them. */
export function listKnownAnchors(document: RichDocument): void {
  const names = new Map<string, string[]>();
  for (const [name, anchor] of knownAnchors(document)) names.set(anchor, [...(names.get(anchor) ?? []), name]);
  for (const { block } of anchoredBlocks(document)) {
    const anchors = names.get(block.meta?.id ?? '');
    if (block.type !== 'expandable' && anchors) block.meta = { ...block.meta, anchors };
  }
}

/**
 * The anchor that a link means: as written, without its percent-encoding, or else by the known rules. Undefined where
 * the document has none.
 */
export function findAnchor(
  wanted: string,
  own: { has(anchor: string): boolean },
  known: ReadonlyMap<string, string>,
): string | undefined {
  if (own.has(wanted)) return wanted;
  const decoded = decodeAnchor(wanted);
  if (own.has(decoded)) return decoded;
  const name = decoded.toLowerCase();
  return own.has(name) ? name : known.get(name);
}

/** An anchor without its percent-encoding; as it is where that is none. */
export function decodeAnchor(anchor: string): string {
  if (!anchor.includes('%')) return anchor;
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}
