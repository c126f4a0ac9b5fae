import { Conflict } from '#kernel/domain/errors';
import { slugOf, uniqueSlug } from '#kernel/domain/slug';
import { validSlug } from '../page/page-fields.js';
import type { Beside, PlaceAmong, SiblingRecord } from '../ports.js';
import { rankBetween } from '../tree/rank.js';

/** Removes a page from its siblings. */
export function removeSibling(siblings: SiblingRecord[], id: string): void {
  const index = siblings.findIndex((sibling) => sibling.id === id);
  if (index >= 0) siblings.splice(index, 1);
}

/** A rank for a page at an index among its siblings; after all of them without an index. */
export function rankAt(siblings: readonly SiblingRecord[], at: number | undefined): string {
  const index = Math.min(at ?? siblings.length, siblings.length);
  return rankBeside(siblings[index - 1]?.rank ?? null, siblings[index]?.rank ?? null);
}

/** What is beside a place among siblings that were read. */
export function besideOf(siblings: readonly SiblingRecord[], { except, at, slugs }: PlaceAmong): Beside {
  const others = siblings.filter(({ id }) => id !== except);
  const index = Math.min(at ?? others.length, others.length);
  const wanted = new Set(slugs);
  return {
    before: others[index - 1]?.rank ?? null,
    after: others[index]?.rank ?? null,
    taken: new Set(others.flatMap(({ slug }) => (wanted.has(slug) ? [slug] : []))),
  };
}

/** A rank between those of two siblings; null where there is none. */
export function rankBeside(before: string | null, after: string | null): string {
  return before !== null && before === after ? before : rankBetween(before, after);
}

/** The requested slug, refused when a sibling has it; without one, a free slug derived from the title. */
export function chooseSlug(wanted: string | undefined, title: string, siblings: readonly SiblingRecord[]): string {
  if (wanted === undefined || wanted === '') return chooseFree(slugOf(title), siblings);
  if (siblings.some(({ slug }) => slug === validSlug(wanted))) refuseTaken(wanted);
  return validSlug(wanted);
}

export function refuseTaken(wanted: string): never {
  throw new Conflict(`slug: "${wanted}" is taken by a page beside it`);
}

/** The slug, with a numeric suffix where a sibling has it. */
export function chooseFree(slug: string, siblings: readonly SiblingRecord[]): string {
  return uniqueSlug(slug, new Set(siblings.map((sibling) => sibling.slug)));
}

/** Whether a page is a descendant of any of these, by the given map of parents. */
export function isBelowAny(
  page: string,
  ancestors: ReadonlySet<string>,
  parents: ReadonlyMap<string, string | null>,
): boolean {
  const seen = new Set<string>();
  for (let up = parents.get(page); up !== null && up !== undefined && !seen.has(up); up = parents.get(up)) {
    if (ancestors.has(up)) return true;
    seen.add(up);
  }
  return false;
}
