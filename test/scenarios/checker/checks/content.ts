import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../history.js';

/** A page as stored in a revision, with the members that are checked here. */
export interface Page {
  id: string;
  parent: string | null;
  rank: string;
  title: string;
  slug: string;
  description?: string;
  document?: string;
  updatedAt?: string;
}

export type Content = ReadonlyMap<string, Page>;

/** A file as stored in a revision. */
export interface FileRecord {
  id: string;
  name: string;
  /** SHA-256 of its bytes. */
  blob: string;
  contentType: string;
  size: number;
}

export type Files = ReadonlyMap<string, FileRecord>;

/** The content of revisions, and the texts of their documents. */
export interface Contents {
  /** Undefined where there is no such revision. */
  of(revision: string): Content | undefined;
  /** Its files; none where there is no such revision. */
  files(revision: string): Files;
  /** The text of a page. */
  text(page: Page): string;
  /** The files that a page uses. */
  uses(page: Page): readonly string[];
}

/** What is expected of a changed page; its other members are not checked. */
interface Touched {
  parent: string | null;
  title: string;
  description: string | undefined;
  text: string;
  /** Absent where it may be any other. */
  slug: string | undefined;
}

type Expected = { as: Page } | { touched: Touched };

/** The fault of `after` as the result of a batch of changes to `before`; undefined without one. */
export function faultOfChanges(
  before: Content,
  changes: readonly Change[],
  after: Content,
  contents: Contents,
): string | undefined {
  const expected = new Map<string, Expected>([...before].map(([id, as]) => [id, { as }]));
  for (const change of changes) {
    const fault = apply(change, expected, after, contents);
    if (fault !== undefined) return fault;
  }
  for (const id of after.keys()) if (!expected.has(id)) return `page ${id} came from nowhere`;
  for (const [id, what] of expected) {
    const page = after.get(id);
    if (!page) return `page ${id} is gone`;
    if ('as' in what && !isDeepStrictEqual(what.as, page)) return `page ${id} was changed, which nobody asked for`;
    const fault = 'touched' in what ? faultOfTouched(what.touched, page, contents) : undefined;
    if (fault !== undefined) return `page ${id} ${fault}`;
  }
  return undefined;
}

function apply(
  change: Change,
  expected: Map<string, Expected>,
  after: Content,
  contents: Contents,
): string | undefined {
  if (change.operation === 'insert_page') {
    const { title, into: parent = null, document } = change;
    const inserted = [...after.values()].find((page) => page.title === title && !expected.has(page.id));
    if (!inserted) return `no page "${title}" was inserted`;
    const touched = { parent, title, description: undefined, text: document.markdown, slug: undefined };
    expected.set(inserted.id, { touched });
    return undefined;
  }
  // Files are not pages: see checks/files.ts.
  if (change.operation === 'insert_files') return undefined;
  const { page: id } = change;
  const now = expected.get(id);
  if (change.operation === 'revert_page') {
    const then = contents.of(change.revision)?.get(id);
    if (!then) return `page ${id} was reverted to a revision that does not hold it`;
    const back = touchedOf({ as: then }, contents);
    const place = now ? touchedOf(now, contents) : undefined;
    const parent = back.parent !== null && expected.has(back.parent) ? back.parent : null;
    const { parent: into, slug } = place ?? { parent, slug: undefined };
    expected.set(id, { touched: { ...back, parent: into, slug } });
    return undefined;
  }
  if (!now) return `page ${id}, which was not there, was changed`;
  if (change.operation === 'delete_page') {
    for (const below of [...expected.keys()].filter((other) => isBelow(other, id, expected))) expected.delete(below);
    return undefined;
  }
  const touched = touchedOf(now, contents);
  const { title = touched.title, description = touched.description, into = touched.parent, document } = change;
  const slug = into === touched.parent ? touched.slug : undefined;
  expected.set(id, { touched: { parent: into, title, description, text: document?.markdown ?? touched.text, slug } });
  return undefined;
}

function touchedOf(expected: Expected, contents: Contents): Touched {
  if ('touched' in expected) return expected.touched;
  const { parent, title, description, slug } = expected.as;
  return { parent, title, description, slug, text: contents.text(expected.as) };
}

function isBelow(id: string, above: string, expected: ReadonlyMap<string, Expected>): boolean {
  const seen = new Set<string>();
  for (let at: string | null = id; at !== null && !seen.has(at); at = parentIn(expected, at)) {
    if (at === above) return true;
    seen.add(at);
  }
  return false;
}

function parentIn(expected: ReadonlyMap<string, Expected>, id: string): string | null {
  const what = expected.get(id);
  if (!what) return null;
  return 'as' in what ? what.as.parent : what.touched.parent;
}

function faultOfTouched(touched: Touched, page: Page, contents: Contents): string | undefined {
  const { slug = page.slug, ...rest } = touched;
  const { parent, title, description } = page;
  const is = { parent, title, description, text: contents.text(page), slug: page.slug };
  return isDeepStrictEqual({ ...rest, slug }, is)
    ? undefined
    : `is ${JSON.stringify(is)} and not ${JSON.stringify({ ...rest, slug })}`;
}

/** Faults of content as a tree of pages. */
export function faultsOfTree(content: Content): string[] {
  const faults: string[] = [];
  const taken = new Set<string>();
  for (const { id, parent, slug } of content.values()) {
    if (parent !== null && !content.has(parent)) faults.push(`page ${id} stands under ${parent}, which is not there`);
    const place = `${parent ?? ''}/${slug}`;
    if (slug === '' || taken.has(place)) faults.push(`page ${id} has the slug "${slug}" of a page beside it`);
    taken.add(place);
    const above = new Set<string>([id]);
    for (let at = parent; at !== null; at = content.get(at)?.parent ?? null) {
      if (above.has(at)) {
        faults.push(`page ${id} stands under itself`);
        break;
      }
      above.add(at);
    }
  }
  return faults;
}
