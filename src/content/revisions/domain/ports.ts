import type { Caller } from '#kernel/application/caller';
import type { Events } from '#kernel/domain/events';
import type { ContentRef } from '#rich-document';
import { SpaceContentUpdated } from '../../contract/events.js';
import type { FileRecord, PageRecord, ReusableContentRecord } from './page/page-record.js';
import type { StoredLink } from './page/stored-links.js';
import type { Space } from '../../spaces/domain/space/space.js';
import type { SpaceWithRole } from '../../spaces/domain/space/spaces.js';

/** The roots of a revision's content: everything it holds follows from them. */
export interface RevisionRoots {
  pages: string | null;
  files: string | null;
  contents: string | null;
  variables: Record<string, string | number | boolean>;
  /** Left out where a content is only looked at for its records. */
  tags?: readonly RevisionTag[];
}

/** A tag that pages and dated entries name by its slug. */
export interface RevisionTag {
  slug: string;
  label: string;
  color?: string;
  icon?: string;
  emoji?: string;
}

/** The current revision of a space, locked until the transaction ends. */
export interface Head {
  organizationId: string;
  spaceId: string;
  revisionId: string;
  /** Distance from the first revision. */
  generation: number;
  roots: RevisionRoots;
}

/** A document as it is stored: under the hash of its JSON, with its Markdown and what the Markdown refers to. */
export interface StoredDocument {
  /** SHA-256, hex. */
  hash: string;
  /** Canonical JSON. */
  body: string;
  /** Markdown whose references are slots (`#rich-document`). */
  markdown: string;
  /** The references the slots stand for, in their order; empty when there are none. */
  slots: ContentRef[];
  /** What it links to, each from each block once. */
  links: StoredLink[];
  /** What may stand behind `#` in a link to it, encoded as in stored links. */
  anchors: string[];
}

/**
 * A map that also comes of few changes to the map of another revision: equal content has equal roots, whichever way led
 * to it.
 */
export interface WayTo<R> {
  root: string | null;
  changes: ReadonlyMap<string, R | null>;
  /** What the head's map holds, by their ids, of the records that the draft puts or takes away. */
  before: ReadonlyMap<string, R>;
}

/** Everything a new revision differs in from its parent. `null` takes a record away. */
export interface RevisionDraft {
  head: Head;
  type: 'edits' | 'merge' | 'rollback' | 'update' | 'computed';
  author: string;
  message?: string | undefined;
  now: Date;
  /**
   * The revisions it is made from, where they are others than its head's alone. Such a revision is stored even where
   * nothing differs: that it was made from them is what it says.
   */
  parents?: readonly string[] | undefined;
  pages: Map<string, PageRecord | null>;
  files: Map<string, FileRecord | null>;
  contents: Map<string, ReusableContentRecord | null>;
  /** Other ways to the same maps, which are taken where they change less. */
  ways?: { pages?: WayTo<PageRecord>; files?: WayTo<FileRecord>; contents?: WayTo<ReusableContentRecord> };
  variables?: Record<string, string | number | boolean> | undefined;
  /** Those of its head where left out. */
  tags?: readonly RevisionTag[] | undefined;
  /** Documents that the records name and that are not stored yet. */
  documents: StoredDocument[];
  /** Pages that are new, or whose place or slug changed: their paths, and those below them, are made anew. */
  moved: ReadonlySet<string>;
  /** Where the revision comes from, when it was imported. */
  git?: { oid: string; message: string; url?: string; ref?: string } | undefined;
}

/** The first revision of a space has no parent and no content. */
export abstract class Revisions {
  constructor(private readonly events: Events) {}

  abstract createFirst(space: Space, author: string, now: Date): Promise<Head>;
  /**
   * Locks a space and its head in one step; undefined when there is no such space. Until the transaction ends nobody
   * else changes the content, and nobody locks or deletes the space: what it allows now holds for what is written. The
   * role is that of the caller, where one is given.
   */
  abstract lockHead(spaceId: string, caller?: Caller): Promise<(SpaceWithRole & { head: Head }) | undefined>;
  /**
   * Stores documents ahead of the revision that will name them, so that none of a large revision need be held in
   * memory. One that no revision comes to name is harmless.
   */
  abstract addDocuments(organizationId: string, documents: readonly StoredDocument[]): Promise<void>;
  /** Makes a revision the live content of its space. Answers its id; where nothing differs, that of the head. */
  async commit(draft: RevisionDraft): Promise<string> {
    const { head, type, author } = draft;
    const id = await this.storeHead(draft);
    if (id === head.revisionId) return id;
    const computedPages = type !== 'computed' && hasComputedPages(draft);
    await this.events.store([new SpaceContentUpdated(head.organizationId, head.spaceId, id, author, computedPages)]);
    return id;
  }

  /** Stores a revision that becomes no head: it is that of a change request. Answers its id, as `commit` does. */
  abstract store(draft: RevisionDraft): Promise<string>;
  /** Stores a revision and makes it the head. Answers its id; where nothing differs, the head's, and stores nothing. */
  protected abstract storeHead(draft: RevisionDraft): Promise<string>;
}

/** Whatever brought a computed page there, a merge or an import as well: its pages are to be those of its source. */
function hasComputedPages({ pages }: RevisionDraft): boolean {
  for (const record of pages.values()) if (record?.type === 'computed') return true;
  return false;
}

/** A page as its siblings see it. */
export interface SiblingRecord {
  id: string;
  slug: string;
  rank: string;
}

/** Looks into the current content of a locked space, one step at a time: nothing here reads a whole space. */
export abstract class LiveContent {
  abstract pages(head: Head, ids: readonly string[]): Promise<Map<string, PageRecord>>;
  abstract files(head: Head, ids: readonly string[]): Promise<Map<string, FileRecord>>;
  abstract contents(head: Head, ids: readonly string[]): Promise<Map<string, ReusableContentRecord>>;
  /** The children of a page (of the root for `null`), in order. */
  abstract children(head: Head, parent: string | null): Promise<SiblingRecord[]>;
  /** Everything below any of these pages, with the page it stands under. */
  abstract descendants(head: Head, pages: readonly string[]): Promise<{ id: string; parent: string }[]>;
  /** Ids of the pages at these paths. */
  abstract pagesAt(head: Head, paths: readonly string[]): Promise<Map<string, string>>;
  /** Ids of the files whose bytes these addresses lead to, by address; addresses of anything else are left out. */
  abstract filesAt(head: Head, urls: readonly string[]): Promise<Map<string, string>>;
  /** The paths of pages, by their ids; links have none. */
  abstract pathsOf(head: Head, ids: readonly string[]): Promise<Map<string, string>>;
  /** The JSON of a document. */
  abstract document(head: Head, hash: string): Promise<string | undefined>;
  abstract countPages(head: Head): Promise<number>;
}

/** Looks into other content than the current one of a space, through what the two differ in. */
export abstract class OtherContents {
  /** The content at `head`, while that of its space, at `main`, stands still. */
  abstract at(head: Head, main: Head): LiveContent;
}

/** Looks into earlier revisions of the same space. */
export abstract class PastRevisions {
  /**
   * A page as it was in a revision; NotFound where the revision or the page in it is unknown. With `block`, it is the
   * current page with only these blocks (by key) as they were.
   */
  abstract page(
    head: Head,
    wanted: { page: string; revision?: string | undefined; block?: string[] | undefined },
  ): Promise<{ record: PageRecord; document: StoredDocument | undefined }>;
}
