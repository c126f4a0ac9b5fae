import { excerpt } from '../../domain/search/excerpt.js';
import type { SearchHit, SectionHit } from '../../domain/search/search-index.js';

/** A page above found ones: a row of the ranking without a number. */
interface AncestorRow {
  number: null;
  space: string;
  page: string;
  parent: string | null;
  title: string;
}

/**
 * A passage of a found page: `number` is the page's place among the pages found, `place` the passage's in the page, both
 * from 1. What belongs to the page stands where the place is 1; a page that left the tree meanwhile has no title there.
 */
interface PassageRow extends Omit<AncestorRow, 'number' | 'title'> {
  number: number;
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

export type RankedRow = AncestorRow | PassageRow;

type AncestorHit = SearchHit['ancestors'][number];

const DEEPEST_TREE = 32;

/** The pages above found ones, by space and id. */
type Tree = Map<string, Map<string, AncestorRow>>;

/** Puts the rows of the ranking, which come in no order, together to pages; `stems` are what excerpts are cut around. */
export function foundPages(rows: readonly RankedRow[], stems: readonly string[]): SearchHit[] {
  const pages: PassageRow[][] = [];
  const tree: Tree = new Map();
  for (const row of rows) {
    if (row.number !== null) {
      (pages[row.number - 1] ??= [])[row.place - 1] = row;
      continue;
    }
    const space = tree.get(row.space);
    if (space) space.set(row.page, row);
    else tree.set(row.space, new Map([[row.page, row]]));
  }
  const hits: SearchHit[] = [];
  for (const passages of pages) {
    const [{ space: spaceId, page: pageId, best: score, parent, title, path, description }] = passages as [PassageRow];
    if (title === null) continue;
    hits.push({
      spaceId,
      pageId,
      score,
      title,
      path: path ?? '',
      description: description ?? '',
      ancestors: ancestorsOf(parent, tree.get(spaceId)),
      sections: sectionsOf(passages, description ?? '', stems),
    });
  }
  return hits;
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
