import { excerpt } from '../domain/excerpt.js';
import type { FittedPassage } from '../domain/fit.js';
import type { SearchHit, SearchPosition, SectionHit } from '../domain/search-index.js';

/** A page above found ones: a row of the ranking without a number. */
interface AncestorRow {
  number: null;
  space: string;
  page: string;
  parent: string | null;
  title: string;
}

/** A space that is shown: a row without a page. */
interface SpaceRow {
  number: null;
  space: string;
  page: null;
  title: string;
}

/**
 * A passage of a found page: `number` is the page's place among the pages shown, `rank` among the candidates, `hit`
 * that of the listed page or space, `place` the passage's in the page, all from 1. The row with the place 1 has the
 * members of the page; the title is null for a page that has left the tree meanwhile.
 */
interface PassageRow extends Omit<AncestorRow, 'number' | 'title'> {
  number: number;
  rank: number;
  hit: number;
  place: number;
  title: string | null;
  path: string | null;
  description: string | null;
  /** The page's score. */
  best: number;
  score: number;
  anchor: string | null;
  heading: string;
  body: string;
}

export type RankedRow = AncestorRow | SpaceRow | PassageRow;

type AncestorHit = SearchHit['ancestors'][number];

const DEEPEST_TREE = 32;

/** The pages above found ones, by space and id. */
type Tree = Map<string, Map<string, AncestorRow>>;

/** What a ranking answered, put together. */
export interface Found {
  /** The pages of each hit that is shown; of one that is gone there are none. */
  hits: SearchHit[][];
  /** Titles of the spaces, where they were asked for. */
  spaces: ReadonlyMap<string, string>;
  more: boolean;
  last: SearchPosition | undefined;
}

/**
 * Groups the unordered rows of the ranking. Excerpts are cut around `stems`; `before` is the number of pages before the
 * candidates.
 */
export function readRanking(
  rows: readonly RankedRow[],
  stems: readonly string[],
  limit: number,
  before: number,
): Found {
  const pages: PassageRow[][] = [];
  const tree: Tree = new Map();
  const spaces = new Map<string, string>();
  for (const row of rows) {
    if (row.number !== null) {
      (pages[row.number - 1] ??= [])[row.place - 1] = row;
    } else if (row.page === null) {
      spaces.set(row.space, row.title);
    } else {
      const space = tree.get(row.space);
      if (space) space.set(row.page, row);
      else tree.set(row.space, new Map([[row.page, row]]));
    }
  }
  const found: Found = { hits: [], spaces, more: false, last: undefined };
  for (const passages of pages) {
    const [{ hit, space: spaceId, page: pageId, best: score, rank }] = passages as [PassageRow];
    if (hit > limit) {
      found.more = true;
      break;
    }
    // The position of a space is that of its first page, even if that is gone.
    if (hit > found.hits.length) {
      found.hits.push([]);
      found.last = { score, spaceId, pageId, rank: before + rank };
    }
    const page = pageOf(passages as [PassageRow], tree, stems);
    if (page) found.hits.at(-1)?.push({ ...page, rank: before + rank });
  }
  return found;
}

/** A found page with the passages that were found of it, the best first. */
export interface PassagesOfPage {
  spaceId: string;
  pageId: string;
  passages: FittedPassage[];
}

/** The first found pages, the best first; none that has left the tree. */
export function readPassages(rows: readonly RankedRow[], limit: number): PassagesOfPage[] {
  const found = rows.filter((row): row is PassageRow => row.number !== null && row.number <= limit);
  const pages = new Map<number, PassagesOfPage & { title: string }>();
  for (const { number, place, title, space: spaceId, page: pageId } of found) {
    if (place === 1 && title !== null) pages.set(number, { spaceId, pageId, title, passages: [] });
  }
  for (const { number, description, heading, body } of found) {
    const page = pages.get(number);
    page?.passages.push({ title: page.title, heading, body: description === null ? body : `${description}\n${body}` });
  }
  return [...pages].sort(([one], [other]) => one - other).map(([, { title: _, ...page }]) => page);
}

function pageOf(passages: readonly [PassageRow, ...PassageRow[]], tree: Tree, stems: readonly string[]) {
  const [{ space: spaceId, page: pageId, best: score, parent, title, path, description }] = passages;
  if (title === null) return undefined;
  const hit: Omit<SearchHit, 'rank'> = {
    spaceId,
    pageId,
    score,
    title,
    path: path ?? '',
    description: description ?? '',
    ancestors: ancestorsOf(parent, tree.get(spaceId)),
    sections: sectionsOf(passages, description ?? '', stems),
  };
  return hit;
}

function ancestorsOf(parent: string | null, pages: ReadonlyMap<string, AncestorRow> | undefined): AncestorHit[] {
  const ancestors: AncestorHit[] = [];
  for (let next = parent; next !== null && ancestors.length < DEEPEST_TREE;) {
    const above = pages?.get(next);
    if (!above) break;
    ancestors.push({ id: above.page, title: above.title });
    next = above.parent;
  }
  return ancestors.reverse();
}

/** One for each section: of a long one that was cut, the best piece. */
function sectionsOf(passages: readonly PassageRow[], description: string, stems: readonly string[]): SectionHit[] {
  const sections: SectionHit[] = [];
  for (const { anchor, heading, body, score } of passages) {
    if (sections.some((section) => section.anchor === anchor)) continue;
    const text = body === '' && anchor === null ? description : body;
    sections.push({ anchor, heading, body: excerpt(text, stems), score });
  }
  return sections;
}
