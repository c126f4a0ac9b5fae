import { canonicalJson } from '#kernel/domain/canonical-json';
import { uniqueSlug } from '#kernel/domain/slug';
import type { StoredFile } from '../../../revisions/domain/content/file-intake.js';
import { specOf, type PagesSource } from '../../../revisions/domain/computed/pages-source.js';
import { hasAddress } from '../../../revisions/domain/page/has-address.js';
import { isFirstPage } from '../../../revisions/domain/page/first-page.js';
import { truncateFields, truncateTitle } from '../../../revisions/domain/page/page-fields.js';
import type { FileRecord, PageRecord, ReusableContentRecord } from '../../../revisions/domain/page/page-record.js';
import type { RevisionDraft } from '../../../revisions/domain/ports.js';
import { ranksBetween } from '../../../revisions/domain/tree/rank.js';
import type { ImportedState, SourceChanges, SourceItem } from './import-ports.js';
import type { ImportPlan, PlannedPage } from './import-plan.js';
import { listedByLinkTitle, titlesOf } from './page-titles.js';
import { sourceOf } from './plan-import.js';
import type { SourceReading } from './source-reading.js';

export interface MergeInput {
  state: ImportedState;
  plan: ImportPlan;
  /** By the ids of pages and reusable contents. */
  readings: ReadonlyMap<string, SourceReading>;
  /** Files taken, by their ids. */
  stored: ReadonlyMap<string, StoredFile>;
  now: Date;
  /** Adds to what earlier imports brought instead of replacing it. */
  adds: boolean;
  /** Pages and reusable contents that were not read, because their files hold what the space holds. */
  same?: ReadonlySet<string>;
}

/** What an import changes: the next revision, and what is remembered of the source. */
export type MergedImport = Pick<RevisionDraft, 'pages' | 'files' | 'contents' | 'moved' | 'variables' | 'tags'> & {
  sources: SourceChanges;
  /** Pages of the space afterwards. */
  count: number;
};

/**
 * Replaces the content of earlier imports with that of a tree. Pages and files that users created in the space stay:
 * such a page gets a suffix if an imported page has its slug, and moves up if its parent is gone. The empty page that a
 * new space begins with is replaced.
 */
export function mergeImport(input: MergeInput): MergedImport {
  const { state, plan, readings, stored, adds } = input;
  const planned = new Set([...plan.pages, ...plan.reusableContents].map(({ id }) => id));
  for (const id of stored.keys()) planned.add(id);
  const gone = adds ? [] : [...state.items.keys()].filter((id) => !planned.has(id));
  const merged: MergedImport = {
    pages: new Map(),
    files: new Map(),
    contents: new Map(),
    moved: new Set(),
    variables: variablesOf(input),
    tags: adds ? undefined : plan.tags,
    sources: { put: [], gone, source: undefined },
    count: 0,
  };
  mergePages(input, withMade(gone, state), merged.pages, merged.moved as Set<string>);
  for (const { id, title } of plan.reusableContents) {
    const reading = readings.get(id);
    if (!reading) continue;
    const record: ReusableContentRecord = {
      id,
      title: truncateTitle(reading.title ?? title),
      document: reading.document,
      ...(reading.source === undefined ? {} : { source: reading.source }),
    };
    keepChange<ReusableContentRecord>(merged.contents, state.contents, record);
  }
  for (const { id, name } of plan.files) {
    const file = stored.get(id);
    if (file) keepChange<FileRecord>(merged.files, state.files, { ...file, id, name });
  }
  for (const id of gone) {
    if (state.files.has(id)) merged.files.set(id, null);
    if (state.contents.has(id)) merged.contents.set(id, null);
  }
  merged.sources.source = sourceChange(input, merged.pages);
  merged.sources.put = itemsOf(input).filter((item) => !sameItem(item, state.items.get(item.id)));
  merged.count = state.pages.size;
  for (const [id, record] of merged.pages) {
    if (record && !state.pages.has(id)) merged.count++;
    if (!record && state.pages.has(id)) merged.count--;
  }
  return merged;
}

/** What goes, with the pages that computed pages made which go. */
function withMade(gone: readonly string[], { pages }: ImportedState): Set<string> {
  const all = new Set(gone);
  for (const { id, origin } of pages.values()) if (origin && all.has(origin.page)) all.add(id);
  return all;
}

function keepChange<R extends { id: string }>(
  changes: Map<string, R | null>,
  current: ReadonlyMap<string, R>,
  record: R,
): void {
  const before = current.get(record.id);
  if (!before || canonicalJson(before) !== canonicalJson(record)) changes.set(record.id, record);
}

function mergePages(
  { state, plan, readings, now, same }: MergeInput,
  gone: Set<string>,
  changes: Map<string, PageRecord | null>,
  moved: Set<string>,
): void {
  const planned = new Map(plan.pages.map((page) => [page.id, page]));
  const first = plan.pages.length > 0 ? beginning(state) : undefined;
  const staying = [...state.pages.values()].filter(({ id }) => !planned.has(id) && !gone.has(id) && id !== first);
  const parents = parentsOf(staying, state, planned, gone);
  const ranks = ranksBehind(plan.pages, staying, parents, state);
  for (const page of plan.pages) {
    const before = state.pages.get(page.id);
    const placed = { ...page, rank: ranks.get(page.id) ?? page.rank };
    const record =
      before && same?.has(page.id)
        ? placedAt(before, placed, now)
        : recordOf(placed, readings.get(page.id), before, now);
    note(record, before, changes, moved);
  }
  const slugs = new Map<string | null, Set<string>>();
  for (const { parent, slug } of plan.pages) slugs.set(parent, (slugs.get(parent) ?? new Set()).add(slug));
  for (const before of staying.sort((a, b) => (a.rank < b.rank ? -1 : 1))) {
    const parent = parents.get(before.id) ?? null;
    const taken = slugs.get(parent) ?? new Set();
    const slug = hasAddress(before.type) ? uniqueSlug(before.slug, taken) : before.slug;
    slugs.set(parent, taken.add(slug));
    const same = parent === before.parent && slug === before.slug;
    note(same ? before : { ...before, parent, slug, updatedAt: now.toISOString() }, before, changes, moved);
  }
  for (const id of [...gone, ...(first === undefined ? [] : [first])]) if (state.pages.has(id)) changes.set(id, null);
}

function note(
  record: PageRecord,
  before: PageRecord | undefined,
  changes: Map<string, PageRecord | null>,
  moved: Set<string>,
): void {
  if (record === before) return;
  changes.set(record.id, record);
  const placed = before?.parent === record.parent && before.slug === record.slug && before.type === record.type;
  if (!placed) moved.add(record.id);
}

/** The page that a new space begins with, while it is unchanged. */
function beginning(state: ImportedState): string | undefined {
  const [page, ...others] = state.pages.values();
  if (!page || others.length > 0 || state.items.size > 0) return undefined;
  return isFirstPage(page) ? page.id : undefined;
}

/** The parents of the pages that stay: the nearest ancestor that stays and may have children. */
function parentsOf(
  staying: readonly PageRecord[],
  state: ImportedState,
  planned: ReadonlyMap<string, PlannedPage>,
  gone: ReadonlySet<string>,
): Map<string, string | null> {
  const holds = (id: string): boolean => {
    const type = planned.get(id)?.type ?? (gone.has(id) ? undefined : state.pages.get(id)?.type);
    return type !== undefined && hasAddress(type);
  };
  const parents = new Map<string, string | null>();
  for (const page of staying) {
    const seen = new Set<string>();
    let parent = page.parent;
    while (parent !== null && !holds(parent) && !seen.has(parent)) {
      seen.add(parent);
      parent = state.pages.get(parent)?.parent ?? null;
    }
    parents.set(page.id, parent !== null && holds(parent) ? parent : null);
  }
  return parents;
}

/** Ranks that put imported pages behind those that stay, on levels where no imported page stood before. */
function ranksBehind(
  pages: readonly PlannedPage[],
  staying: readonly PageRecord[],
  parents: ReadonlyMap<string, string | null>,
  state: ImportedState,
): Map<string, string> {
  const last = new Map<string | null, string>();
  for (const { id, rank } of staying) {
    const parent = parents.get(id) ?? null;
    if (rank > (last.get(parent) ?? '')) last.set(parent, rank);
  }
  const levels = new Map<string | null, PlannedPage[]>();
  for (const page of pages) {
    if (!last.has(page.parent)) continue;
    const level = levels.get(page.parent);
    if (level) level.push(page);
    else levels.set(page.parent, [page]);
  }
  const ranks = new Map<string, string>();
  for (const [parent, level] of levels) {
    if (level.some(({ id }) => state.pages.get(id)?.parent === parent)) continue;
    const behind = ranksBetween(last.get(parent) ?? null, null, level.length);
    for (const [at, { id }] of level.entries()) ranks.set(id, behind[at] ?? '');
  }
  return ranks;
}

/** The record of a page whose text is unchanged, with its new place and its title in the table of contents. */
function placedAt(before: PageRecord, page: PlannedPage, now: Date): PageRecord {
  const { parent, rank, slug } = page;
  const { linkTitle: _, ...rest } = before;
  const record: PageRecord = { ...rest, parent, rank, slug, ...titlesOf(page, before.title) };
  return canonicalJson(record) === canonicalJson(before) ? before : { ...record, updatedAt: now.toISOString() };
}

/** The record of a page; the current one itself where nothing differs. */
function recordOf(
  page: PlannedPage,
  reading: SourceReading | undefined,
  before: PageRecord | undefined,
  now: Date,
): PageRecord {
  const { id, type, parent, rank, slug } = page;
  const record: PageRecord = {
    id,
    type,
    parent,
    rank,
    slug,
    ...titlesOf(page, reading?.title),
    ...(type === 'document' ? truncateFields(reading?.fields ?? {}) : {}),
    createdAt: before?.createdAt ?? now.toISOString(),
  };
  if (page.target) record.target = page.target;
  if (page.computed) Object.assign(record, computedOf(page.computed, before));
  if (reading && !reading.empty) record.document = reading.document;
  if (reading?.source !== undefined) record.source = reading.source;
  if (!before) return record;
  const { updatedAt, source, ...rest } = before;
  const { source: newer, ...said } = record;
  if (canonicalJson(rest) !== canonicalJson(said)) return { ...record, updatedAt: now.toISOString() };
  if (source === newer) return before;
  // The file is written otherwise and says the same.
  return updatedAt === undefined ? record : { ...record, updatedAt };
}

/** What a computed page is made of; what it has made of the same so far is remembered. */
function computedOf(computed: PagesSource, before: PageRecord | undefined): Pick<PageRecord, 'computed' | 'made'> {
  const made = before?.made ? { made: before.made } : {};
  const known = before?.computed;
  const isSame =
    known && specOf(known) === specOf(computed) && canonicalJson(known.props) === canonicalJson(computed.props);
  return { computed: isSame ? known : computed, ...made };
}

function variablesOf({ state, plan, adds }: MergeInput): MergedImport['variables'] {
  const replaced = new Set(adds ? [] : state.source.variables);
  const kept = Object.entries(state.variables).filter(([name]) => !replaced.has(name));
  return { ...Object.fromEntries(kept), ...plan.variables };
}

function sourceChange({ state, plan, adds }: MergeInput, changes: MergedImport['pages']): SourceChanges['source'] {
  if (adds) return undefined;
  const { root, redirects, tags, texts } = plan;
  const linkTitles = listedByLinkTitle(plan.pages, (id) => changes.get(id) ?? state.pages.get(id));
  const listed = linkTitles.length === 0 ? {} : { linkTitles };
  const source = { root, redirects, tags, variables: Object.keys(plan.variables), ...listed, ...(texts && { texts }) };
  return canonicalJson(source) === canonicalJson(state.source) ? undefined : source;
}

function itemsOf({ plan, readings, stored }: MergeInput): SourceItem[] {
  const items: SourceItem[] = [];
  for (const { id, key, sourcePath, oid } of plan.pages) {
    const path = sourcePath === undefined ? null : sourceOf(plan, sourcePath);
    items.push({ id, kind: 'page', key, path, oid: oid ?? null, reading: readings.get(id) ?? null, stored: null });
  }
  for (const { id, sourcePath, oid } of plan.reusableContents) {
    const reading = readings.get(id) ?? null;
    const path = sourceOf(plan, sourcePath);
    items.push({ id, kind: 'content', key: sourcePath, path, oid, reading, stored: null });
  }
  for (const { id, path, oid } of plan.files) {
    const file = stored.get(id);
    if (!file) continue;
    items.push({ id, kind: 'file', key: path, path: sourceOf(plan, path), oid, reading: null, stored: file });
  }
  return items;
}

function sameItem(a: SourceItem, b: SourceItem | undefined): boolean {
  if (!b || a.key !== b.key || a.path !== b.path || a.oid !== b.oid) return false;
  if (a.reading !== b.reading && canonicalJson(a.reading) !== canonicalJson(b.reading)) return false;
  return a.stored === b.stored || canonicalJson(a.stored) === canonicalJson(b.stored);
}
