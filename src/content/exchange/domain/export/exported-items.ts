import type { ImportedState, SourceChanges, SourceItem } from '../import/import-ports.js';
import type { ImportPlan, PlannedPage } from '../import/import-plan.js';
import { sourceOf } from '../import/plan-import.js';
import type { PageRecord } from '../../../revisions/domain/page/page-record.js';
import { PageTree } from '../../../revisions/domain/tree/page-tree.js';
import { writtenPages, type ExportPlan } from './plan-export.js';

/**
 * The source items after an export: every page and file comes from the repository now, so that the next import
 * recognizes it. `planned` is the plan of an import of just this export.
 */
export function exportedItems(state: ImportedState, plan: ExportPlan, planned: ImportPlan): SourceChanges {
  const items = new Map<string, SourceItem>();
  const add = (id: string | undefined, item: Omit<SourceItem, 'id' | 'reading' | 'stored'>): void => {
    if (id === undefined || items.has(id)) return;
    const before = state.items.get(id);
    const same = before?.oid === item.oid && before.kind === item.kind;
    items.set(id, { id, ...item, reading: same ? before.reading : null, stored: null });
  };
  for (const [page, id] of pageIds(state, plan, planned)) {
    const path = page.sourcePath === undefined ? null : sourceOf(planned, page.sourcePath);
    add(id, { kind: 'page', key: page.key, path, oid: page.oid ?? null });
  }
  const contents = new Map([...plan.paths.reusableContents].map(([id, path]) => [path, id]));
  for (const { sourcePath, oid } of planned.reusableContents) {
    add(contents.get(sourcePath), { kind: 'content', key: sourcePath, path: sourceOf(planned, sourcePath), oid });
  }
  const files = new Map([...plan.paths.files].map(([id, path]) => [path, id]));
  for (const { path, oid } of planned.files) {
    const id = files.get(path);
    const record = id === undefined ? undefined : state.files.get(id);
    if (!record) continue;
    add(id, { kind: 'file', key: path, path: sourceOf(planned, path), oid });
    const item = items.get(record.id);
    const { id: _, name: __, ...stored } = record;
    if (item) item.stored = stored;
  }
  const { root, redirects, tags, linkTitles } = state.source;
  const listed = linkTitles?.filter((id) => state.pages.get(id)?.linkTitle !== undefined) ?? [];
  return {
    put: [...items.values()].filter((item) => JSON.stringify(item) !== JSON.stringify(state.items.get(item.id))),
    gone: [...state.items.keys()].filter((id) => !items.has(id)),
    source: {
      root,
      redirects,
      tags,
      variables: Object.keys(state.variables),
      ...(listed.length > 0 && { linkTitles: listed }),
      texts: Object.fromEntries(plan.texts.map(({ path, text }) => [path, text])),
    },
  };
}

/** The pages of the plan with the pages they were written from: both lists are in the order of the table of contents. */
function pageIds(state: ImportedState, plan: ExportPlan, planned: ImportPlan): [PlannedPage, string | undefined][] {
  const omitted = new Set(plan.omitted.map(({ page }) => page));
  const records: PageRecord[] = [];
  for (const { record } of new PageTree(writtenPages(state.pages.values())))
    if (!omitted.has(record.id)) records.push(record);
  const byPath = new Map([...plan.paths.pages].map(([id, path]) => [path, id]));
  const inStep = records.length === planned.pages.length;
  return planned.pages.map((page, at) => {
    if (page.sourcePath !== undefined) return [page, byPath.get(page.sourcePath)];
    const record = inStep ? records[at] : undefined;
    return [page, record?.type === page.type ? record.id : undefined];
  });
}
