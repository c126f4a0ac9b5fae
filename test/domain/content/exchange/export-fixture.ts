import { parse } from 'yaml';
import {
  planExport,
  type ExportInput,
  type ExportPlan,
} from '../../../../src/content/exchange/domain/export/plan-export.js';
import type { ImportPlan } from '../../../../src/content/exchange/domain/import/import-plan.js';
import { readScript } from '../../../../src/content/exchange/infrastructure/sources/script-data.js';
import { planImport } from '../../../../src/content/exchange/domain/import/plan-import.js';
import type { FileRecord, PageRecord } from '../../../../src/content/revisions/domain/page/page-record.js';

export const page = (id: string, more: Partial<PageRecord> = {}): PageRecord => ({
  id,
  type: 'document',
  parent: null,
  rank: 'a0',
  title: id,
  slug: id,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
});
export const file = (id: string, name: string): FileRecord => ({
  id,
  name,
  blob: id,
  contentType: 'image/png',
  size: 1,
});

export function exported(pages: PageRecord[], more: Partial<ExportInput> = {}): ExportPlan {
  return planExport({ pages, files: [], reusableContents: [], ...more });
}

/** Imports what was exported, with the ids it had. */
export function imported(plan: ExportPlan): Promise<ImportPlan> {
  const texts = new Map(plan.texts.map(({ path, text }) => [path, text]));
  const all = [...plan.pages, ...plan.files, ...plan.reusableContents, ...plan.texts];
  const groups = [...plan.paths.site].flatMap(([id, path]) =>
    plan.paths.pages.has(id) ? [] : [[`group:${path}`, id] as const],
  );
  let count = 0;
  return planImport({
    files: all.map(({ path }) => ({ path, size: 1, oid: path })),
    readText: (path) => Promise.resolve(texts.get(path)),
    parseYaml: (text) => parse(text) as unknown,
    parseScript: readScript,
    pause: () => Promise.resolve(),
    newId: () => `new-${++count}`,
    existing: {
      pages: new Map([...plan.pages.map(({ path, id }) => [path, id] as const), ...groups]),
      files: new Map(plan.files.map(({ path, id }) => [path, id])),
      reusableContents: new Map(plan.reusableContents.map(({ path, id }) => [path, id])),
    },
  });
}
