import { TooLarge } from '#kernel/domain/errors';
import type { ContentLimits } from '../../spaces/domain/space/content-limits.js';
import type { FileIntake, StoredFile } from '../../revisions/domain/content/file-intake.js';
import type { ImportedState } from '../domain/import/import-ports.js';
import type { ImportPlan, PlannedFile } from '../domain/import/import-plan.js';
import { sourceOf } from '../domain/import/plan-import.js';
import type { SourceReading } from '../domain/import/source-reading.js';
import type { SourceTree } from '../domain/import/sources.js';
import { mapConcurrently } from '../../spaces/application/map-concurrently.js';
import type { ImportReport } from './import-report.js';

const LANES = 4;

/** Stores those files of a tree that its pages refer to or that are in its folder of assets. */
export class TakenFiles {
  constructor(
    private readonly intake: FileIntake,
    private readonly limits: ContentLimits,
  ) {}

  /**
   * What is stored of each file taken, by its id. Bytes that an earlier import brought are not read again. Where not
   * every page was read, `keeps` says that files which were taken before are taken.
   */
  async take(
    state: ImportedState,
    plan: ImportPlan,
    tree: SourceTree,
    readings: ReadonlyMap<string, SourceReading>,
    report: ImportReport,
    keeps = false,
    signal?: AbortSignal,
  ): Promise<Map<string, StoredFile>> {
    const wanted = referenced(readings);
    const known = knownFiles(state);
    const stored = new Map<string, StoredFile>();
    const missing: PlannedFile[] = [];
    for (const file of plan.files) {
      if (!file.kept && !wanted.has(file.id) && !(keeps && state.items.has(file.id))) continue;
      const before = known.get(nameAndOid(file));
      if (before) stored.set(file.id, before);
      else missing.push(file);
    }
    await mapConcurrently(missing, LANES, async ({ id, name, path }) => {
      signal?.throwIfAborted();
      try {
        const bytes = await tree.stream(sourceOf(plan, path));
        stored.set(id, await this.intake.store(state.organizationId, name, bytes, this.limits.maxFileBytes));
      } catch (error) {
        if (!(error instanceof TooLarge)) throw error;
        report.failed(path, 'file-refused', error.message);
      }
    });
    return stored;
  }
}

function referenced(readings: ReadonlyMap<string, SourceReading>): Set<string> {
  const ids = new Set<string>();
  for (const { links } of readings.values()) {
    for (const [, , ref] of links) if (ref?.kind === 'file' && ref.space === undefined) ids.add(ref.file);
  }
  return ids;
}

/** By hash and name: the name decides the content type if the bytes do not. */
function knownFiles(state: ImportedState): Map<string, StoredFile> {
  const known = new Map<string, StoredFile>();
  for (const { kind, path, oid, stored } of state.items.values()) {
    if (kind === 'file' && path !== null && stored) {
      known.set(nameAndOid({ name: path.slice(path.lastIndexOf('/') + 1), oid: oid ?? '' }), stored);
    }
  }
  return known;
}

function nameAndOid({ name, oid }: { name: string; oid: string }): string {
  return `${oid} ${name}`;
}
