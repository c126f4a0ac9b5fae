import { canonicalJson } from '#kernel/domain/canonical-json';
import { beginningOf, exceeds } from '#kernel/domain/characters';
import type { PageRecord } from '../../../revisions/domain/page/page-record.js';
import { PageTree } from '../../../revisions/domain/tree/page-tree.js';
import type { ImportedState } from '../import/import-ports.js';
import { writtenPages } from './plan-export.js';

type Content = Pick<ImportedState, 'pages' | 'files' | 'contents'>;

const VERBS = ['Change', 'Add', 'Move', 'Delete'] as const;
type Verb = (typeof VERBS)[number];

/** Titles named for one verb, and characters of each. */
const MOST_NAMED = 3;
const MAX_NAME = 50;

/** What was done between two states of a space, in the words of a commit; undefined where no page or file differs. */
export function changeWords(before: Content, after: Content): string | undefined {
  const done: Record<Verb, string[]> = { Change: [], Add: [], Move: [], Delete: [] };
  const [old, now] = [inOrder(before), inOrder(after)];
  for (const [id, page] of now) {
    const verb = verbOf(old.get(id), page);
    if (verb) done[verb].push(page.title);
  }
  for (const [id, { title }] of old) if (!now.has(id)) done.Delete.push(title);
  compare(before.contents, after.contents, ({ title }) => title, done);
  compare(before.files, after.files, ({ name }) => name, done);
  const [first, ...others] = VERBS.flatMap((verb) => (done[verb].length === 0 ? [] : [sentence(verb, done[verb])]));
  return first && [first, ...others.map((text) => text.charAt(0).toLowerCase() + text.slice(1))].join('; ');
}

/** In the order of the table of contents, without pages that computed pages make. */
function inOrder({ pages }: Content): Map<string, PageRecord> {
  return new Map([...new PageTree(writtenPages(pages.values()))].map(({ record }) => [record.id, record]));
}

/** A page that was changed and moved counts as changed. */
function verbOf(before: PageRecord | undefined, after: PageRecord): Verb | undefined {
  if (!before) return 'Add';
  if (contentOf(before) !== contentOf(after)) return 'Change';
  return before.parent === after.parent && before.rank === after.rank ? undefined : 'Move';
}

function contentOf(page: PageRecord): string {
  const { parent: _, rank: __, made: ___, createdAt: ____, updatedAt: _____, ...content } = page;
  return canonicalJson(content);
}

/** Files and reusable contents, which have no place; by their ids, so that each comparison has one order. */
function compare<R extends { id: string }>(
  before: ReadonlyMap<string, R>,
  after: ReadonlyMap<string, R>,
  nameOf: (record: R) => string,
  done: Record<Verb, string[]>,
): void {
  for (const id of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const [old, now] = [before.get(id), after.get(id)];
    if (now && !old) done.Add.push(nameOf(now));
    else if (old && !now) done.Delete.push(nameOf(old));
    else if (old && now && canonicalJson(old) !== canonicalJson(now)) done.Change.push(nameOf(now));
  }
}

function sentence(verb: Verb, titles: readonly string[]): string {
  const names = titles.slice(0, titles.length > MOST_NAMED ? MOST_NAMED - 1 : MOST_NAMED).map(quoted);
  const more = titles.length - names.length;
  const last = more > 0 ? `${more} more` : names.length > 1 ? names.pop() : undefined;
  return `${verb} ${names.join(', ')}${last === undefined ? '' : ` and ${last}`}`;
}

function quoted(title: string): string {
  return `'${exceeds(title, MAX_NAME) ? `${beginningOf(title, MAX_NAME)}…` : title}'`;
}
