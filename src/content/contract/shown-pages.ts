import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { ContentRef, RichDocument } from '#rich-document';

/** The content that readers are shown: that of a revision, of a change request, or what is live. */
export interface ShownContent {
  spaceId: string;
  /** Visitors of sites name one: that of the space as their site shows it, or of their preview. */
  revisionId?: string | undefined;
  changeRequestId?: string | undefined;
}

/** What readers see of a page. */
export interface ShownRecord {
  readonly id: string;
  readonly type: 'document' | 'group' | 'link' | 'computed';
  readonly title: string;
  readonly linkTitle?: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly description?: string;
  /** Left out of menus. */
  readonly hidden?: boolean;
  /** Left out of search, and of what search engines list. */
  readonly noIndex?: boolean;
  readonly noRobotsIndex?: boolean;
  readonly layout?: ShownLayout;
  readonly cover?: { readonly ref?: ContentRef; readonly refDark?: ContentRef };
  readonly metaLinks?: { readonly canonical?: ContentRef; readonly alternates?: ContentRef[] };
  /** Ids of tags. */
  readonly tags?: readonly string[];
  /** Where a link leads. */
  readonly target?: ContentRef;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt?: string;
}

/** Which parts of a page are shown; all of them unless it says otherwise. */
export interface ShownLayout {
  readonly width?: 'default' | 'wide';
  readonly cover?: boolean;
  readonly coverSize?: 'hero' | 'full' | 'background';
  readonly title?: boolean;
  readonly description?: boolean;
  readonly tableOfContents?: boolean;
  readonly outline?: boolean;
  readonly pagination?: boolean;
  readonly metadata?: boolean;
  readonly tags?: boolean;
  readonly actions?: boolean;
}

/** A page in its place. */
export interface ShownNode {
  readonly record: ShownRecord;
  readonly pages: readonly ShownNode[];
  /** Links have none. */
  readonly path?: string | undefined;
}

/** The pages that a caller is shown. The same object for the same content and equal claims, as long as it is cached. */
export interface ShownPages {
  readonly roots: readonly ShownNode[];
  /** Pages, groups and links. */
  readonly size: number;
  /** The first document page. */
  readonly home: ShownNode | undefined;
  get(id: string): ShownNode | undefined;
  /** Slashes at either end are ignored; the empty path is the first document page. */
  atPath(path: string): ShownNode | undefined;
  /** The nearest last. */
  ancestorsOf(id: string): readonly ShownNode[];
}

export interface ShownFile {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  /** Where the bytes are; this address is all that it takes to read them. */
  readonly url: string;
  /** Bytes. */
  readonly size: number;
  /** Pixels, of pictures. */
  readonly width?: number;
  readonly height?: number;
}

export interface ShownTag {
  readonly label: string;
  readonly color?: string;
  readonly emoji?: string;
  readonly icon?: string;
}

/** A page with all that is needed to draw it. */
export interface ShownPage {
  readonly organizationId: string;
  /** The revision it was read from. */
  readonly revisionId: string;
  readonly tree: ShownPages;
  readonly node: ShownNode;
  /** What it says to the caller: expressions have their values, reusable contents are in their place. */
  readonly document: RichDocument;
  /** The files that it names, by id. */
  readonly files: ReadonlyMap<string, ShownFile>;
  /** The tags of the space, by id. */
  readonly tags: ReadonlyMap<string, ShownTag>;
  /** Whether no page is at the path: the content redirects from there, or the page had it before. */
  readonly redirected?: boolean;
  /** Its path in the Git repository that it came from. */
  readonly gitPath?: string;
}

/** The pages of a space as a caller is shown them. NotFound where they may not read it. */
export class ReadShownPages extends Query<ShownPages> {
  constructor(
    readonly caller: Caller,
    readonly content: ShownContent,
  ) {
    super();
  }
}

/**
 * The page at a path as a caller is shown it. For a group it is the first document below it, and for a path without a
 * page the one to which the content redirects, or which had the path before. NotFound where there is none for them.
 */
export class ReadShownPage extends Query<ShownPage> {
  constructor(
    readonly caller: Caller,
    readonly content: ShownContent,
    readonly path: string,
  ) {
    super();
  }
}

/** The same of some pages (at most a hundred), by their ids, with as many statements as one takes. Unknown ones are absent. */
export class ReadShownTexts extends Query<ReadonlyMap<string, string>> {
  constructor(
    readonly caller: Caller,
    readonly content: ShownContent,
    readonly pageIds: readonly string[],
  ) {
    super();
  }
}

/** A page as Markdown, with its title; links to other pages are relative paths that end with `.md`. */
export class ReadShownText extends Query<string> {
  constructor(
    readonly caller: Caller,
    readonly content: ShownContent,
    readonly pageId: string,
  ) {
    super();
  }
}
