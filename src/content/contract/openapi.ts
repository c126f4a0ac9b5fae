import { NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command, Query } from '#kernel/domain/messages';
import type { RichDocument } from '#rich-document';

/** Which pages are made of a specification: the props of a computed page of the type `builtin:openapi`. */
export interface OpenAPIPagesProps {
  /** With a page of its models. */
  models: boolean;
  /** With a link to the specification itself. */
  downloadLink?: boolean | undefined;
  /** A page for each tag, or one for each operation below its tag; `by-tag` by default. */
  grouping?: 'by-tag' | 'by-operation' | undefined;
}

/** Which document is made of a specification: the props of a computed document of the type `builtin:openapi`. */
export type OpenAPIDocumentProps =
  | { doc: 'models' }
  | { doc: 'info' | 'operations' | 'tag'; page: string }
  | { doc: 'operation'; page: string; method: string; deprecated?: boolean | undefined };

/** A page that is made of a specification. */
export interface OpenAPIPage {
  /**
   * Names it among the pages of a specification for as long as it is about the same: a tag, an operation. At most 500
   * characters.
   */
  key: string;
  type: 'document' | 'group';
  title: string;
  /** Unique among the pages beside it. */
  slug: string;
  description?: string;
  icon?: string;
  /** What it is computed from, and its body; groups have neither. */
  props?: OpenAPIDocumentProps;
  document?: RichDocument;
  /**
   * SHA-256 (hex) of all that the page shows of the specification: also of what only its blocks lead to, such as the
   * schemas of an operation.
   */
  digest: string;
  pages: readonly OpenAPIPage[];
}

/** The pages of the latest version of a specification. */
export interface OpenAPIPages {
  /** Id of the specification. */
  id: string;
  slug: string;
  /** Id of the version. */
  version: string;
  /** When the version was made. */
  createdAt: Date;
  pages: readonly OpenAPIPage[];
}

/** A specification, by its slug or id, and which pages of it are wanted. */
export interface OpenAPIPagesRequest {
  spec: string;
  props: OpenAPIPagesProps;
}

/**
 * Asked by Content and answered by the context that owns OpenAPI specifications: the pages of each, in the order of the
 * request. Undefined if there is no such specification, or none with a version.
 */
export class ComputeOpenAPIPages extends Query<(OpenAPIPages | undefined)[]> {
  constructor(
    readonly organizationId: string,
    readonly wanted: readonly OpenAPIPagesRequest[],
  ) {
    super();
  }
}

/** Asked likewise: one document of a specification. Undefined as well where it speaks of no such thing. */
export class ComputeOpenAPIDocument extends Query<RichDocument | undefined> {
  constructor(
    readonly organizationId: string,
    readonly spec: string,
    readonly props: OpenAPIDocumentProps,
  ) {
    super();
  }
}

/** What a block of a page shows of a specification. */
export interface OpenAPITextKey {
  kind: 'operation' | 'webhook' | 'model';
  /** The path of an operation, else a name. */
  name: string;
  /** Empty for a model. */
  method: string;
}

/** A text, and the slug of its specification. */
export interface OpenAPITextRequest extends OpenAPITextKey {
  spec: string;
}

/** What a block shows, as Markdown. */
export interface OpenAPIText {
  /** Id of the version of the specification that says so. */
  version: string;
  /** Title and description, which a block without a heading leaves to its page. */
  introduction: string;
  text: string;
}

/**
 * Asked likewise: texts of the latest versions of specifications, in the order of the request. Undefined where there is
 * none.
 */
export class ReadOpenAPITexts extends Query<(OpenAPIText | undefined)[]> {
  constructor(
    readonly organizationId: string,
    readonly wanted: readonly OpenAPITextRequest[],
  ) {
    super();
  }
}

/**
 * Asked likewise: specifications by their slugs, without those that are not there or not for the caller. Each is as the
 * context that keeps it shows it to others: links pass it on unread.
 */
export class OpenAPISpecsBySlugs extends Query<ReadonlyMap<string, object>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly slugs: readonly string[],
  ) {
    super();
  }
}

/** What links and computed pages follow of a specification. */
export interface FollowedOpenAPISpec {
  id: string;
  slug: string;
  /** Id of its latest version; undefined before the first. */
  lastVersion: string | undefined;
}

/**
 * Records an OpenAPI specification that is new, or has a new version. Sent by the context that owns it, in the
 * transaction of the change. Links to it are valid from then on, and its computed pages are updated.
 */
@NotAudited('notes what was done with a specification, which is in the trail itself')
export class RecordOpenAPISpec extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly spec: FollowedOpenAPISpec,
  ) {
    super();
  }
}

/** Has the pages computed again that are made of a specification. Sent where its latest version says more than before. */
@NotAudited('the revision it makes tells who wrote what')
export class ReplaceOpenAPIPages extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly slug: string,
  ) {
    super();
  }
}

/** Records that a specification was deleted: links to it are broken, and its computed pages are removed. */
@NotAudited('notes what was done with a specification, which is in the trail itself')
export class ForgetOpenAPISpec extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly slug: string,
  ) {
    super();
  }
}
