import { isDeepStrictEqual } from 'node:util';
import type { Content, Contents, Page } from './content.js';

/** The three versions of a merge: the common base, the target, and what is merged. */
export interface Sides {
  base: Content;
  main: Content;
  other: Content;
}

interface Three<V> {
  base: V | undefined;
  main: V | undefined;
  other: V | undefined;
}

/**
 * The fault of `merged` as the merge of three versions. No change of a side may get lost without a conflict about it:
 * `conflicts` are the ids of the pages with one.
 */
export function faultOfMerge(
  sides: Sides,
  merged: Content,
  conflicts: ReadonlySet<string>,
  contents: Contents,
): string | undefined {
  const { base, main, other } = sides;
  for (const id of new Set([...base.keys(), ...main.keys(), ...other.keys(), ...merged.keys()])) {
    const three = { base: base.get(id), main: main.get(id), other: other.get(id) };
    const fault = faultOfPage(three, merged.get(id), new MergedPlace(sides, merged, conflicts), contents);
    if (fault !== undefined) return `page ${id} ${fault}`;
  }
  return undefined;
}

/**
 * The expected places of pages: where the one side that moved them put them, unless that place is gone or in a cycle.
 */
class MergedPlace {
  constructor(
    private readonly sides: Sides,
    readonly merged: Content,
    readonly conflicts: ReadonlySet<string>,
  ) {}

  parent(id: string): string | null {
    const { base, main, other } = this.#placesOf(id);
    // For a page on one side only, that side decides.
    const place = main && other ? chosen({ base, main, other }).value : (main ?? other);
    return place?.parent ?? null;
  }

  /** Whether both sides moved the page, also among its siblings, and not to the same place. */
  isContested(id: string): boolean {
    const { base, main, other } = this.#placesOf(id);
    return main !== undefined && other !== undefined && chosen({ base, main, other }).clash;
  }

  #placesOf(id: string): Three<Pick<Page, 'parent' | 'rank'>> {
    const { base, main, other } = this.sides;
    const [before, ours, theirs] = [base, main, other].map((side) => {
      const page = side.get(id);
      return page && { parent: page.parent, rank: page.rank };
    });
    return { base: before, main: ours, other: theirs };
  }

  /** Whether the page can be at its expected place. */
  canBeHad(id: string): boolean {
    const seen = new Set<string>([id]);
    for (let up = this.parent(id); up !== null; up = this.parent(up)) {
      if (seen.has(up) || !this.merged.has(up)) return false;
      seen.add(up);
    }
    return true;
  }
}

function faultOfPage(
  three: Three<Page>,
  merged: Page | undefined,
  place: MergedPlace,
  contents: Contents,
): string | undefined {
  const { base, main, other } = three;
  const isKept = isThere(three);
  if (isKept !== (merged !== undefined)) return isKept ? 'is gone' : 'is there, though no side kept it';
  const kept = merged ?? base ?? main ?? other;
  if (!merged || !kept) return undefined;
  const tells = place.conflicts.has(kept.id);
  if (!main || !other) {
    // Deleted by one side and changed by the other, or new on one.
    if (base && !tells) return 'was deleted by one side and changed by the other, and no conflict tells of it';
    const side = main ?? other;
    return side && faultOfPlace(merged, place) === undefined && merged.title === side.title
      ? undefined
      : `is not as the side has it that has it: ${JSON.stringify({ merged, side })}`;
  }
  const isOnlyOthers = base !== undefined && isDeepStrictEqual(main, base);
  const isOnlyMains = isDeepStrictEqual(other, base) || isDeepStrictEqual(other, main);
  if ((isOnlyMains || isOnlyOthers) && place.canBeHad(kept.id)) {
    const { slug, rank, ...rest } = isOnlyMains ? main : other;
    const { slug: mergedSlug, rank: _, ...is } = merged;
    if (!isDeepStrictEqual(is, rest))
      return `is not as the one side has it that changed it: ${JSON.stringify({ is, rest })}`;
    if (isOnlyMains && (slug !== mergedSlug || rank !== merged.rank)) return 'is in another place than in main';
  }
  return faultOfPlace(merged, place) ?? faultOfFields({ base, main, other }, merged, tells, contents);
}

function isThere({ base, main, other }: Three<Page>): boolean {
  if (main && other) return true;
  const only = main ?? other;
  if (!only) return false;
  return base === undefined || !isDeepStrictEqual(essence(only), essence(base));
}

function essence({ updatedAt: _, ...page }: Page): unknown {
  return page;
}

function faultOfPlace(merged: Page, place: MergedPlace): string | undefined {
  if (place.isContested(merged.id) && !place.conflicts.has(merged.id)) return 'was moved by both without a conflict';
  const parent = place.parent(merged.id);
  if (merged.parent === parent || !place.canBeHad(merged.id)) return undefined;
  return `stands under ${merged.parent} and not under ${parent}`;
}

function faultOfFields(
  { base, main, other }: Three<Page> & { main: Page; other: Page },
  merged: Page,
  tells: boolean,
  contents: Contents,
): string | undefined {
  const textOf = (page: Page | undefined): string | undefined => page && contents.text(page);
  const fields: Record<string, { three: Three<string>; is: string | undefined }> = {
    title: { three: { base: base?.title, main: main.title, other: other.title }, is: merged.title },
    description: {
      three: { base: base?.description, main: main.description, other: other.description },
      is: merged.description,
    },
    text: { three: { base: textOf(base), main: textOf(main), other: textOf(other) }, is: textOf(merged) },
  };
  for (const [name, { three, is }] of Object.entries(fields)) {
    const { value, clash } = chosen(three);
    if (clash && !tells && !holdsBoth(is, three))
      return `lost a ${name} without a conflict: ${JSON.stringify({ ...three, is })}`;
    // Where both sides changed different blocks, those of both may be present.
    if (is !== value && !(clash && name === 'text' && holdsBoth(is, three)))
      return `has the ${name} "${is}" and not "${value}"`;
  }
  const { value: slug = '' } = chosen({ base: base?.slug, main: main.slug, other: other.slug });
  return merged.slug === slug || merged.slug.startsWith(slug) ? undefined : `has the slug ${merged.slug}, not ${slug}`;
}

/** Whether it has every paragraph that either side has and the base has not. */
function holdsBoth(is: string | undefined, { base = '', main = '', other = '' }: Three<string>): boolean {
  const had = paragraphs(base);
  const written = [...paragraphs(main), ...paragraphs(other)].filter((text) => !had.includes(text));
  return is !== undefined && written.every((text) => paragraphs(is).includes(text));
}

function paragraphs(text: string): string[] {
  return text.split(/\n{2,}/);
}

/** The value of the one side that changed it, or of both alike; that of main, with a clash, where they differ. */
function chosen<V>({ base, main, other }: Three<V>): { value: V | undefined; clash: boolean } {
  if (isDeepStrictEqual(other, base) || isDeepStrictEqual(other, main)) return { value: main, clash: false };
  return isDeepStrictEqual(main, base) ? { value: other, clash: false } : { value: main, clash: true };
}
