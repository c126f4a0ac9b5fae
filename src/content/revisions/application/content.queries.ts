import type { Caller } from '#kernel/application/caller';
import type { JsonText, NotModified } from '#kernel/application/json-text';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { EmbedView } from './embed.view.js';
import type { FileView } from './file.view.js';
import type { ReusableContentView } from './revision.view.js';
import type { SemanticChangesView } from './semantic-changes.view.js';

/** Which content is read: the current one of a space, or that of one of its revisions or change requests. */
export interface ContentTarget {
  spaceId: string;
  revisionId?: string | undefined;
  changeRequestId?: string | undefined;
}

export type BodyFormat = 'document' | 'markdown';

/** How references stand in Markdown: as paths relative to the page, or by id. */
export type MarkdownRefs = 'relative' | 'stable';

interface Reading {
  /** Whether what Git knows of the pages and files is shown. */
  metadata: boolean;
  /** Whether the pages that were made stand in the place of the computed pages that make them. */
  computed: boolean;
  ifNoneMatch?: string | undefined;
}

/** How a body differs from what is stored. */
export interface Adaptation {
  /** Which expressions and conditions are replaced by their values: all, or those that are the same for every reader. */
  evaluated?: 'true' | 'deterministic-only';
  /** Whether reusable contents are put in their places. */
  dereferenced: boolean;
}

export interface PageReading extends Reading {
  format: BodyFormat;
  refs: MarkdownRefs;
  /** Left out where the body is read as it is stored. */
  adapted?: Adaptation | undefined;
}

/** An answer written as JSON text by whoever read it; nothing when the caller has it already. */
export type Answer = JsonText | NotModified;

/** A revision with its page tree and files. */
export class GetRevision extends Query<Answer> {
  constructor(
    readonly caller: Caller,
    readonly target: ContentTarget,
    readonly reading: Reading,
  ) {
    super();
  }
}

/** The page tree of a revision. */
export class ListPages extends Query<Answer> {
  constructor(
    readonly caller: Caller,
    readonly target: ContentTarget,
    readonly reading: Reading,
  ) {
    super();
  }
}

export class GetPage extends Query<Answer> {
  constructor(
    readonly caller: Caller,
    readonly target: ContentTarget,
    readonly pageId: string,
    readonly reading: PageReading,
  ) {
    super();
  }
}

/** The page at a path; the empty path is the first document page. */
export class GetPageByPath extends Query<Answer> {
  constructor(
    readonly caller: Caller,
    readonly target: ContentTarget,
    readonly path: string,
    readonly reading: PageReading,
  ) {
    super();
  }
}

/** The block tree of a page. */
export class GetPageDocument extends Query<Answer> {
  constructor(
    readonly caller: Caller,
    readonly target: ContentTarget,
    readonly pageId: string,
    readonly adapted: Adaptation | undefined,
    readonly ifNoneMatch?: string,
  ) {
    super();
  }
}

/** The block tree of reusable content. */
export class GetReusableContentDocument extends Query<Answer> {
  constructor(
    readonly caller: Caller,
    readonly target: ContentTarget,
    readonly reusableContentId: string,
    readonly adapted: Adaptation | undefined,
    readonly ifNoneMatch?: string,
  ) {
    super();
  }
}

/** Content that pages include, without its block tree. */
export class GetReusableContent extends Query<ReusableContentView> {
  constructor(
    readonly caller: Caller,
    readonly target: ContentTarget,
    readonly reusableContentId: string,
    readonly metadata: boolean,
  ) {
    super();
  }
}

/** A document by its id, which pages show as `documentId`. */
export class GetDocument extends Query<Answer> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly documentId: string,
    readonly ifNoneMatch?: string,
  ) {
    super();
  }
}

export class ListFiles extends Query<Page<FileView>> {
  constructor(
    readonly caller: Caller,
    readonly target: ContentTarget,
    readonly page: PageRequest,
    readonly metadata: boolean,
  ) {
    super();
  }
}

/** Files by their ids, in that order; unknown ones are left out. */
export class GetFiles extends Query<FileView[]> {
  constructor(
    readonly caller: Caller,
    readonly target: ContentTarget,
    readonly fileIds: readonly string[],
  ) {
    super();
  }
}

export class GetFile extends Query<FileView> {
  constructor(
    readonly caller: Caller,
    readonly target: ContentTarget,
    readonly fileId: string,
    readonly metadata: boolean,
  ) {
    super();
  }
}

/** What a revision changes against the first of those it was made from; at most `limit` changes of them. */
export class GetSemanticChanges extends Query<SemanticChangesView> {
  constructor(
    readonly caller: Caller,
    readonly target: { spaceId: string; revisionId: string },
    readonly limit: number,
  ) {
    super();
  }
}

/** What is known of an address that a page embeds. */
export class GetEmbed extends Query<EmbedView> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly url: string,
  ) {
    super();
  }
}
