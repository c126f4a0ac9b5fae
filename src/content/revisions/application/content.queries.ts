import type { Caller } from '#kernel/application/caller';
import type { JsonPieces, JsonText, NotModified } from '#kernel/application/json-text';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { EmbedView } from './embed.view.js';
import type { FileView } from './file.view.js';
import type { ReusableContentView } from './revision.view.js';
import type { SemanticChangesView } from './semantic-changes.view.js';

/** The content to read: the current content of a space, or that of one of its revisions or change requests. */
export interface ContentTarget {
  spaceId: string;
  revisionId?: string | undefined;
  changeRequestId?: string | undefined;
}

export type BodyFormat = 'document' | 'markdown';

/** How Markdown writes references: as paths relative to the page, or by id. */
export type MarkdownRefs = 'relative' | 'stable';

interface Reading {
  /** Whether to include the Git data of pages and files. */
  metadata: boolean;
  /** Whether to return the generated pages instead of the computed pages that generate them. */
  computed: boolean;
  ifNoneMatch?: string | undefined;
}

/** How a returned document is adapted. */
export interface Adaptation {
  /**
   * Which expressions and conditions to replace by their values: all, or those with the same value for every reader.
   */
  evaluated?: 'true' | 'deterministic-only';
  /** Whether to replace references to reusable content by that content. */
  dereferenced: boolean;
}

export interface PageReading extends Reading {
  format: BodyFormat;
  refs: MarkdownRefs;
  /** Left out for the document as it is stored. */
  adapted?: Adaptation | undefined;
}

/** A response as JSON text, or none where the client's copy is current. */
export type Answer = JsonText | JsonPieces | NotModified;

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

/** One reusable content, without its document. */
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

/** Files by their ids, in the given order; unknown ids are left out. */
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

/** The changes of a revision against its first parent; at most `limit` of them. */
export class GetSemanticChanges extends Query<SemanticChangesView> {
  constructor(
    readonly caller: Caller,
    readonly target: { spaceId: string; revisionId: string },
    readonly limit: number,
  ) {
    super();
  }
}

/** The preview of an address that a page embeds. */
export class GetEmbed extends Query<EmbedView> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly url: string,
  ) {
    super();
  }
}
