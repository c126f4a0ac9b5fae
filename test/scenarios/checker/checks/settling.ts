import { isDeepStrictEqual } from 'node:util';
import type { Settlement } from '../history.js';
import type { Content, Contents, Page } from './content.js';

/** A conflict about a page, as it is stored. The clients cause no others. */
export interface StoredConflict {
  subject: string;
  id: string;
  kind: 'block' | 'field' | 'place' | 'slug' | 'delete-edit';
  field?: string;
  base?: unknown;
  main?: unknown;
  other?: unknown;
  proposal?: unknown;
}

/** The fault of `after` as the result of settling a conflict in `before`; undefined without one. */
export function faultOfSettling(
  conflict: StoredConflict,
  by: Settlement,
  before: Content,
  after: Content,
  contents: Contents,
): string | undefined {
  const { id } = conflict;
  const gone = deleted(conflict, by) ? below(id, before) : new Set<string>();
  for (const page of after.values()) if (!before.has(page.id)) return `page ${page.id} came from nowhere`;
  for (const page of before.values()) {
    const is = after.get(page.id);
    if (gone.has(page.id) !== (is === undefined)) return `page ${page.id} is ${is ? 'still there' : 'gone'}`;
    if (page.id !== id && is && !isDeepStrictEqual(is, page))
      return `page ${page.id} was changed, which nobody asked for`;
  }
  const [was, is] = [before.get(id), after.get(id)];
  if (!was || !is) return undefined;
  if (isDeletion(conflict) || isMains(by)) return isDeepStrictEqual(is, was) ? undefined : `page ${id} was changed`;
  const fault =
    conflict.kind === 'block'
      ? (faultOfBlocks(conflict, by, contents.text(was), contents.text(is)) ?? faultOfRest(was, is, ['document']))
      : faultOfMember(conflict, by, was, is, before);
  return fault && `page ${id} ${fault}`;
}

const isMains = (by: Settlement): boolean => 'take' in by && by.take === 'main';
const isDeletion = ({ kind }: StoredConflict): boolean => kind === 'delete-edit';

/** Whether the page is deleted, by taking the side that deleted it. */
function deleted(conflict: StoredConflict, by: Settlement): boolean {
  return isDeletion(conflict) && 'take' in by && versionOf(conflict, by) === undefined;
}

function versionOf(conflict: StoredConflict, by: Settlement): unknown {
  if ('value' in by) return by.value;
  if ('markdown' in by) return by.markdown;
  return { main: conflict.main, changeRequest: conflict.other, proposal: conflict.proposal }[by.take];
}

/** A page and all below it. */
function below(id: string, content: Content): Set<string> {
  const found = new Set(content.has(id) ? [id] : []);
  for (let known = -1; known !== found.size;) {
    known = found.size;
    for (const page of content.values()) if (page.parent !== null && found.has(page.parent)) found.add(page.id);
  }
  return found;
}

/** Checks that all members but some, and the time of update, are unchanged. */
function faultOfRest(was: Page, is: Page, but: readonly string[]): string | undefined {
  const rest = (page: Page): unknown =>
    Object.fromEntries(Object.entries(page).filter(([name]) => name !== 'updatedAt' && !but.includes(name)));
  return isDeepStrictEqual(rest(was), rest(is)) ? undefined : `was changed in more than ${but.join(' and ')}`;
}

function faultOfMember(
  conflict: StoredConflict,
  by: Settlement,
  was: Page,
  is: Page,
  before: Content,
): string | undefined {
  const { kind, field = '' } = conflict;
  const wanted = versionOf(conflict, by);
  if (kind === 'place') {
    const { parent } = wanted as { parent: string | null };
    const into = parent !== null && before.has(parent) ? parent : null;
    if (is.parent !== into) return `stands under ${is.parent}, not under ${into}`;
    if (!is.slug.startsWith(was.slug)) return `has the slug ${is.slug} and not ${was.slug}`;
    return faultOfRest(was, is, ['parent', 'rank', 'slug']);
  }
  if (kind === 'slug') {
    const isIt = is.slug.startsWith(String(wanted));
    return isIt ? faultOfRest(was, is, ['slug']) : `has the slug ${is.slug} and not ${String(wanted)}`;
  }
  const value = (is as unknown as Record<string, unknown>)[field];
  return value === wanted
    ? faultOfRest(was, is, [field])
    : `has the ${field} "${String(value)}", not "${String(wanted)}"`;
}

/** Compares blocks by their words: every change has a word of its own. */
function faultOfBlocks(conflict: StoredConflict, by: Settlement, was: string, is: string): string | undefined {
  const [held, holds] = [wordsOf(was), wordsOf(is)];
  const wanted = wordsIn(versionOf(conflict, by));
  const lost = [...wanted].find((word) => !holds.has(word));
  if (lost !== undefined) return `lacks "${lost}": ${is}`;
  const kept = [...wordsIn(conflict.main)].find((word) => holds.has(word) && !wanted.has(word));
  if (kept !== undefined) return `still has "${kept}": ${is}`;
  const more = [...holds].find((word) => !held.has(word) && !wanted.has(word));
  return more === undefined ? undefined : `has "${more}" from nowhere: ${is}`;
}

/** The words of all texts in blocks, or in a text. */
function wordsIn(value: unknown): Set<string> {
  if (typeof value === 'string') return wordsOf(value);
  const texts: string[] = [];
  JSON.stringify(value ?? null, (name, member: unknown) => {
    if (name === 'text' && typeof member === 'string') texts.push(member);
    return member;
  });
  return wordsOf(texts.join(' '));
}

/** The words that identify changes, which begin with a client's number. */
function wordsOf(text: string): Set<string> {
  return new Set(text.match(/\bc\d+x\w+/g));
}
