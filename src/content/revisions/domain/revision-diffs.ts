import type { MapDiff } from './map/diff-maps.js';
import type { FileRecord, PageRecord, ReusableContentRecord } from './page/page-record.js';
import type { Head } from './ports.js';

/** The differences between the contents of two revisions. */
export interface ContentDiff {
  pages: MapDiff<PageRecord>;
  files: MapDiff<FileRecord>;
  contents: MapDiff<ReusableContentRecord>;
}

/** Compares revisions. */
export abstract class RevisionDiffs {
  /** The cost depends on the size of the differences, not of the revisions. */
  abstract between(from: Head, to: Head): Promise<ContentDiff>;
}
