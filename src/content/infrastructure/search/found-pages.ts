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

const DEEPEST_TREE = 32;

/** Puts the rows of the ranking, which come in no order, together to pages; `stems` are what excerpts are cut around. */
export function foundPages(rows: readonly RankedRow[], stems: readonly string[]): SearchHit[] {
  const pages: PassageRow[][] = [];
  const tree = new Map<string, AncestorRow>();
  for (const row of rows) {
    if (row.number === null) tree.set(`${row.space}/${row.page}`, row);
    else (pages[row.number - 1] ??= [])[row.place - 1] = row;
  }
  const hits: SearchHit[] = [];
  for (const passages of pages) {
    const [{ space: spaceId, page: pageId, best: score, parent, title, path, description }] = passages as [PassageRow];
    if (title === null) continue;
    const page = { spaceId, pageId, score, title, path: path ?? '', description: description ?? '' };
    hits.push({ ...page, ancestors: ancestorsOf(parent, spaceId, tree), sections: sectionsOf(page, passages, stems) });
  }
  return hits;
}

function ancestorsOf(
  parent: string | null,
  space: string,
  tree: ReadonlyMap<string, AncestorRow>,
): SearchHit['ancestors'] {
  const ancestors: SearchHit['ancestors'] = [];
  let next = parent;
  while (next !== null && ancestors.length < DEEPEST_TREE) {
    const above = tree.get(`${space}/${next}`);
    if (!above) break;
    ancestors.push({ id: above.page, title: above.title });
    next = above.parent;
  }
  return ancestors.reverse();
}

/** One for each section: of a long one that was cut, the best piece. */
function sectionsOf(
  page: Omit<SearchHit, 'ancestors' | 'sections'>,
  passages: readonly PassageRow[],
  stems: readonly string[],
): SectionHit[] {
  const sections: SectionHit[] = [];
  const anchors: (string | null)[] = [];
  for (const { anchor, heading, body, score } of passages) {
    if (anchors.includes(anchor)) continue;
    anchors.push(anchor);
    sections.push({
      id: anchor === null ? page.pageId : `${page.pageId}#${anchor}`,
      title: heading === '' ? page.title : heading,
      path: anchor === null ? page.path : `${page.path}#${anchor}`,
      body: excerpt(body === '' && anchor === null ? page.description : body, stems),
      score,
    });
  }
  return sections;
}
