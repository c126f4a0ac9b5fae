import type { SourceReading } from './source-reading.js';

/** Steps that are older are not used: documents that no revision refers to are collected after seven days. */
export const STEPS_KEPT_MS = 6 * 24 * 3_600_000;

/** What was read of a file, by the id of its page or reusable content. */
export interface ReadItem {
  id: string;
  /** What Git calls the bytes. */
  oid: string;
  reading: SourceReading;
}

export interface ImportedSpace {
  organizationId: string;
  spaceId: string;
}

/** What an import did before it was cut off. */
export interface DoneSteps {
  /** Ids given to what is new, by `kind key` of its item. */
  ids: Map<string, string>;
  readings: Map<string, ReadItem>;
}

/**
 * The steps of imports that made no revision yet, by space, so that an import that is cut off goes on from there. Nothing
 * follows from them alone: what was read holds as long as the file has the same bytes and all its addresses mean the same.
 */
export abstract class ImportSteps {
  abstract load(space: ImportedSpace, since: Date): Promise<DoneSteps>;
  abstract addIds(space: ImportedSpace, ids: readonly (readonly [string, string])[], now: Date): Promise<void>;
  abstract addReadings(space: ImportedSpace, read: readonly ReadItem[], now: Date): Promise<void>;
  abstract remove(space: ImportedSpace): Promise<void>;
  /** Removes at most `count` steps of one organization from before a moment; answers how many. */
  abstract removeOld(before: Date, count: number): Promise<number>;
}
