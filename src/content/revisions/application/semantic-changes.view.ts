import type { ChangeRequestView } from './change-request.view.js';
import type { FileDimensions } from './file.view.js';
import type { ContentRef } from '#rich-document';
import type { PageLayout } from '../domain/page/page-record.js';

/** A page that a change is about. */
export class ChangedRevisionPageView {
  /** @example 0VbbU7q9Gf4SxBv0MnZc */
  id!: string;
  /** @example document */
  type!: 'document' | 'group' | 'link' | 'computed';
  /** @example "First steps" */
  title!: string;
  /**
   * Links have none.
   * @example guides/first-steps
   */
  path?: string;
}

/** A file that a change is about. */
export class ChangedRevisionFileView {
  /** @example 0VbbU8r2Jc5TkQy1LmXa */
  id!: string;
  /** @example logo.png */
  name!: string;
  /** @example image/png */
  contentType!: string;
  /**
   * Where the bytes are; whoever has this address can read them.
   * @example https://docs.example.com/files/0VbbU3z1Hn6PwDs8RtKe/27a16b9d0f2ba59d2a3303e6ef99bc676b9bd43486ab8f9cbd522ecb6fe279b0/G3RTgIO-YEsKDnNNDCME5yP60Cze71B_/logo.png
   */
  downloadURL!: string;
}

/** Reusable content that a change is about. */
export class ChangedRevisionReusableContentView {
  /** @example 0VbbU9s3Kd6UlRz2NoYb */
  id!: string;
  /** @example "Support hours" */
  title!: string;
  /**
   * Id of its document.
   * @example ZKoFqdLIsDIVGbjJ7GP0UPZj7iWoFcQyEjQYxiR3Zz4
   */
  document?: string;
}

/** A text before and after; absent where there was or is none. */
export class TextChangeView {
  /** @example "First steps" */
  before?: string;
  /** @example "Getting started" */
  after?: string;
}

/** A number before and after. */
export class NumberChangeView {
  /** @example 20480 */
  before?: number;
  /** @example 10240 */
  after?: number;
}

/** A cover before and after; absent where there was or is none. */
export class CoverChangeView {
  before?: ChangedCoverView;
  after?: ChangedCoverView;
}

/** A cover, without what is as it is unless told. */
export class ChangedCoverView {
  ref?: ContentRef;
  refDark?: ContentRef;
  yPos?: number;
  /** Pixels. */
  height?: number;
}

/** A layout before and after; absent where all of it is as it is unless told. */
export class LayoutChangeView {
  before?: ChangedLayoutView;
  after?: ChangedLayoutView;
}

/** What of a layout is not as it is unless told. */
export class ChangedLayoutView implements PageLayout {
  width?: 'default' | 'wide';
  cover?: boolean;
  coverSize?: 'hero' | 'full' | 'background';
  coverMask?: 'none' | 'radial';
  title?: boolean;
  description?: boolean;
  tableOfContents?: boolean;
  outline?: boolean;
  pagination?: boolean;
  metadata?: boolean;
  tags?: boolean;
  actions?: boolean;
  anchors?: boolean;
}

/** Variables of a page before and after; absent where there were or are none. */
export class PageVariablesChangeView {
  before?: Record<string, string | number | boolean>;
  after?: Record<string, string | number | boolean>;
}

/** Where a link leads, before and after. */
export class TargetChangeView {
  before?: ContentRef;
  after?: ContentRef;
}

/** The value of a variable before and after; absent where there was or is none. */
export class VariableChangeView {
  before?: string | number | boolean;
  after?: string | number | boolean;
}

/** The size of a picture before and after. */
export class DimensionsChangeView {
  before?: FileDimensions;
  after?: FileDimensions;
}

/** What of a page is another; each type of page has some of these. */
export class PageAttributesView {
  title?: TextChangeView;
  description?: TextChangeView;
  slug?: TextChangeView;
  /** Ids of documents. */
  document?: TextChangeView;
  cover?: CoverChangeView;
  emoji?: TextChangeView;
  layout?: LayoutChangeView;
  variables?: PageVariablesChangeView;
  target?: TargetChangeView;
}

/** What of a file is another. */
export class FileAttributesView {
  name?: TextChangeView;
  downloadURL?: TextChangeView;
  size?: NumberChangeView;
  contentType?: TextChangeView;
  dimensions?: DimensionsChangeView;
}

/** What of reusable content is another. */
export class ReusableContentAttributesView {
  title?: TextChangeView;
  /** Ids of documents. */
  document?: TextChangeView;
}

/** Pages above, before and after; absent at the root. */
export class ParentChangeView {
  before?: ChangedRevisionPageView;
  after?: ChangedRevisionPageView;
}

/** A page came or went. */
export class PageChangeView {
  /** @example page_created */
  type!: 'page_created' | 'page_deleted';
  page!: ChangedRevisionPageView;
}

/** A page is another. */
export class PageEditView {
  /** @example page_edited */
  type!: 'page_edited';
  page!: ChangedRevisionPageView;
  attributes!: PageAttributesView;
}

/** A page stands elsewhere: under another page, or at another place beside the same. */
export class PageMoveView {
  /** @example page_moved */
  type!: 'page_moved';
  page!: ChangedRevisionPageView;
  parent!: ParentChangeView;
}

/** A file came or went. */
export class FileChangeView {
  /** @example file_created */
  type!: 'file_created' | 'file_deleted';
  file!: ChangedRevisionFileView;
}

/** A file is another. */
export class FileEditView {
  /** @example file_edited */
  type!: 'file_edited';
  file!: ChangedRevisionFileView;
  attributes!: FileAttributesView;
}

/** Reusable content came or went. */
export class ReusableContentChangeView {
  /** @example reusable_content_created */
  type!: 'reusable_content_created' | 'reusable_content_deleted';
  reusableContent!: ChangedRevisionReusableContentView;
}

/** Reusable content is another. */
export class ReusableContentEditView {
  /** @example reusable_content_edited */
  type!: 'reusable_content_edited';
  reusableContent!: ChangedRevisionReusableContentView;
  attributes!: ReusableContentAttributesView;
}

/** Variables of the space came, went or are others. */
export class VariablesEditView {
  /** @example variables_edited */
  type!: 'variables_edited';
  /**
   * By their names: the values before and after.
   * @example { "version": { "before": "1.0", "after": "1.1" } }
   */
  variables!: Record<string, VariableChangeView>;
}

export type SemanticChangeView =
  | PageChangeView
  | PageEditView
  | PageMoveView
  | FileChangeView
  | FileEditView
  | ReusableContentChangeView
  | ReusableContentEditView
  | VariablesEditView;

/** What leads from one content to another. */
export class SemanticChangesView {
  /** The change request that was merged, where the revision is of the type `merge`. */
  mergedFrom?: ChangeRequestView;
  changes!: SemanticChangeView[];
  /**
   * How many changes there are besides; absent where there are none.
   * @example 2
   */
  more?: number;
}
