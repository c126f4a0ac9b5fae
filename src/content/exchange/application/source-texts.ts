import type { ImportedState, SourceReader, SourceReaders, UnreadSource } from '../domain/import/import-ports.js';
import type { ImportPlan } from '../domain/import/import-plan.js';
import { sourceOf } from '../domain/import/plan-import.js';
import type { ReadItem } from '../domain/import/import-steps.js';
import { createResolver } from '../domain/import/resolve-href.js';
import { stillHolds, type SourceReading } from '../domain/import/source-reading.js';
import type { SourceFile, SourceTree } from '../domain/import/sources.js';
import { mapConcurrently } from '../../spaces/application/map-concurrently.js';
import type { ImportReport } from './import-report.js';

/** What is read in one call: enough to be worth the way to a process, little enough to share the work evenly. */
const BATCH_FILES = 12;
const BATCH_BYTES = 96_000;

interface Wanted {
  id: string;
  sourcePath: string;
  oid: string;
  size: number;
}

/** Reads the Markdown of a tree, but for what an earlier import, or an earlier attempt of this one, has read already. */
export class SourceTexts {
  /** `earlier`: what earlier attempts have read; `keep` keeps what this one reads. */
  constructor(
    private readonly readers: SourceReaders,
    private readonly tree: SourceTree,
    private readonly earlier: Map<string, ReadItem>,
    private readonly keep: (read: readonly ReadItem[]) => Promise<void>,
  ) {}

  /**
   * Readings by the ids of pages and reusable contents; what could not be read is left out and reported. What is known
   * to be the `same` is not read.
   */
  async readAll(
    state: ImportedState,
    plan: ImportPlan,
    report: ImportReport,
    same: ReadonlySet<string> = new Set(),
    signal?: AbortSignal,
  ): Promise<Map<string, SourceReading>> {
    const resolve = createResolver(plan);
    const readings = new Map<string, SourceReading>();
    const unread: Wanted[] = [];
    const sizes = new Map((await this.tree.list()).map((file: SourceFile) => [file.path, file.size]));
    for (const { id, sourcePath, oid } of [...plan.pages, ...plan.reusableContents]) {
      if (sourcePath === undefined || oid === undefined || same.has(id)) continue;
      const known = this.earlier.get(id) ?? state.items.get(id);
      if (known?.reading && known.oid === oid && stillHolds(known.reading, sourcePath, resolve)) {
        readings.set(id, known.reading);
      } else unread.push({ id, sourcePath, oid, size: sizes.get(sourceOf(plan, sourcePath)) ?? 0 });
    }
    if (unread.length === 0) return readings;
    const reader = this.readers.open(state.organizationId, plan);
    await mapConcurrently(batches(unread), this.readers.lanes, (batch) => {
      signal?.throwIfAborted();
      return this.#read(reader, batch, state, plan, readings, report);
    });
    return readings;
  }

  async #read(
    reader: SourceReader,
    batch: readonly Wanted[],
    state: ImportedState,
    plan: ImportPlan,
    readings: Map<string, SourceReading>,
    report: ImportReport,
  ): Promise<void> {
    const sources: UnreadSource[] = [];
    for (const { id, sourcePath } of batch) {
      const previous =
        (state.pages.get(id) ?? state.contents.get(id))?.document ?? state.items.get(id)?.reading?.document;
      sources.push({ path: sourcePath, markdown: await this.tree.read(sourceOf(plan, sourcePath)), previous });
    }
    const answers = await reader.read(sources);
    const read: ReadItem[] = [];
    for (const [at, { id, sourcePath, oid }] of batch.entries()) {
      const reading = answers[at];
      if (reading === undefined) continue;
      if (reading instanceof Error) report.failed(sourcePath, 'unreadable', reading.message);
      else {
        readings.set(id, reading);
        this.earlier.set(id, { id, oid, reading });
        read.push({ id, oid, reading });
      }
    }
    if (read.length > 0) await this.keep(read);
  }
}

/**
 * Pages and reusable contents whose files hold what the space holds, though they were never read: an export wrote them
 * from it, and they have not changed since.
 */
export function unchangedSources(state: ImportedState, plan: ImportPlan): Set<string> {
  const same = new Set<string>();
  for (const { id, sourcePath, oid } of [...plan.pages, ...plan.reusableContents]) {
    const item = state.items.get(id);
    if (!item || item.reading || sourcePath === undefined || item.oid !== oid) continue;
    if (item.path === sourceOf(plan, sourcePath) && (state.pages.has(id) || state.contents.has(id))) same.add(id);
  }
  return same;
}

function batches(wanted: readonly Wanted[]): Wanted[][] {
  const all: Wanted[][] = [];
  let batch: Wanted[] = [];
  let bytes = 0;
  for (const each of wanted) {
    if (batch.length > 0 && (batch.length >= BATCH_FILES || bytes + each.size > BATCH_BYTES)) {
      all.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(each);
    bytes += each.size;
  }
  if (batch.length > 0) all.push(batch);
  return all;
}
