import type { ImportedState } from '../import/import-ports.js';
import { sourceOf } from '../import/plan-import.js';
import type { ExportPlan } from './plan-export.js';

/** How the tree of an export differs from what a repository holds; paths are from the top of the tree. */
export interface ExportChanges {
  /** Files to write. */
  write: Set<string>;
  /** Files that are content no more. */
  remove: Set<string>;
}

/** The content of files apart from their paths. */
type Said = Map<string, { path: string; text: string }>;

/**
 * Pages, files and reusable contents that are not in the repository at their path in the export, or that are gone. What
 * links to them has to be written anew.
 */
export function displaced(state: ImportedState, plan: ExportPlan): Set<string> {
  const ids = new Set<string>();
  const paths = everyPath(plan);
  for (const [id, path] of paths) if (state.items.get(id)?.path !== sourceOf(state.source, path)) ids.add(id);
  for (const { id, path } of state.items.values()) if (path !== null && !paths.has(id)) ids.add(id);
  return ids;
}

/**
 * The changes that turn a repository with the content `before` into one with `after`. A file whose content is the same
 * is not written, whatever its style, unless its path differs. `stale`: the documents with links to items that were
 * moved or removed (see `displaced`). Without `before` every file is written.
 */
export function exportChanges(
  state: ImportedState,
  before: ExportPlan | undefined,
  after: ExportPlan,
  stale: ReadonlySet<string>,
): ExportChanges {
  const write = new Set<string>();
  const [old, now] = [before ? saidBy(before, new Set()) : (new Map() as Said), saidBy(after, stale)];
  for (const [id, { path, text }] of now) {
    const place = sourceOf(state.source, path);
    if (state.items.get(id)?.path !== place || old.get(id)?.text !== text) write.add(place);
  }
  for (const path of changedTexts(state, before, after)) write.add(path);
  const remove = new Set<string>();
  for (const { path } of state.items.values()) if (path !== null) remove.add(path);
  for (const { path } of before?.texts ?? []) remove.add(path);
  for (const path of everyPath(after).values()) remove.delete(sourceOf(state.source, path));
  for (const { path } of after.texts) remove.delete(path);
  return { write, remove };
}

/** An import reads these files one by the other: where one changes, all those that the repository does not hold so. */
function changedTexts({ source }: ImportedState, before: ExportPlan | undefined, after: ExportPlan): string[] {
  if (!before) return after.texts.map(({ path }) => path);
  const old = new Map(before.texts.map(({ path, text }) => [path, text]));
  const isChanged = old.size !== after.texts.length || after.texts.some(({ path, text }) => old.get(path) !== text);
  if (!isChanged) return [];
  return after.texts.flatMap(({ path, text }) => (source.texts?.[path] === text ? [] : [path]));
}

function saidBy(plan: ExportPlan, stale: ReadonlySet<string>): Said {
  const said: Said = new Map();
  for (const { id, path, title, document, frontmatter } of [...plan.pages, ...plan.reusableContents]) {
    const text = JSON.stringify([title, document, frontmatter, document !== undefined && stale.has(document)]);
    said.set(id, { path, text });
  }
  for (const { id, path, blob } of plan.files) said.set(id, { path, text: blob });
  return said;
}

function everyPath({ pages, reusableContents, files }: ExportPlan): Map<string, string> {
  return new Map([...pages, ...reusableContents, ...files].map(({ id, path }) => [id, path]));
}
