import type { MapDiff } from '../map/diff-maps.js';
import type { MergeLookups } from '../merge/merge.js';
import type { FileRecord, PageRecord, ReusableContentRecord } from '../page/page-record.js';
import type { Head } from '../ports.js';

/** What leads from the content of one revision to that of another. */
export interface ContentDiff {
  pages: MapDiff<PageRecord>;
  files: MapDiff<FileRecord>;
  contents: MapDiff<ReusableContentRecord>;
}

/** Where a merge finds what it merges. */
export abstract class MergeSources {
  /** Costs as much as the two differ, not as much as they hold. */
  abstract between(from: Head, to: Head): Promise<ContentDiff>;
  /** Looks into the content of a space that stands still. */
  abstract lookups(main: Head): MergeLookups;
}
