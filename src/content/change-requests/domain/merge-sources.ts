import type { Head } from '../../revisions/domain/ports.js';
import { RevisionDiffs } from '../../revisions/domain/revision-diffs.js';
import type { MergeLookups } from './merge/merge.js';

/** Reads the data that a merge needs. */
export abstract class MergeSources extends RevisionDiffs {
  /** Lookups in the content of a locked space. */
  abstract lookups(main: Head): MergeLookups;
}
