import type { MapDiff } from './map/diff-maps.js';
import type { FileRecord, PageRecord, ReusableContentRecord } from './page/page-record.js';
import type { Head } from './ports.js';

/** What leads from the content of one revision to that of another. */
export interface ContentDiff {
  pages: MapDiff<PageRecord>;
  files: MapDiff<FileRecord>;
  contents: MapDiff<ReusableContentRecord>;
}

/** What revisions differ in. */
export abstract class RevisionDiffs {
  /** Costs as much as the two differ, not as much as they hold. */
  abstract between(from: Head, to: Head): Promise<ContentDiff>;
}
