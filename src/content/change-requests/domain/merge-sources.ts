import type { Head } from '../../revisions/domain/ports.js';
import { RevisionDiffs } from '../../revisions/domain/revision-diffs.js';
import type { MergeLookups } from './merge/merge.js';

/** Where a merge finds what it merges. */
export abstract class MergeSources extends RevisionDiffs {
  /** Looks into the content of a space that stands still. */
  abstract lookups(main: Head): MergeLookups;
}
