import type { Caller } from '#kernel/application/caller';
import type { Events } from '#kernel/domain/events';
import type { ContentRef } from '#rich-document';
import { SpaceContentUpdated } from '../../contract/events.js';
import type { FileRecord, PageRecord, ReusableContentRecord } from './page/page-record.js';
import type { StoredLink } from './page/stored-links.js';
import type { Space } from '../../spaces/domain/space/space.js';
import type { SpaceWithRole } from '../../spaces/domain/space/spaces.js';

/** The roots of a revision's content, from which all of it can be read. */
export interface RevisionRoots {
  pages: string | null;
  files: string | null;
  contents: string | null;
  variables: Record<string, string | number | boolean>;
  /** Left out where only the records are read. */
  tags?: readonly RevisionTag[];
}

/** A tag, which pages and dated entries refer to by its slug. */
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
  /** The number of revisions since the first. */
  generation: number;
  roots: RevisionRoots;
  /** How many pages it has, where that was read with it. */
  pageCount?: number;
}

/** A document in its stored form: under the hash of its JSON, with its Markdown and the references in it. */
export interface StoredDocument {
  /** SHA-256, hex. */
  hash: string;
  /** Canonical JSON. */
  body: string;
  /** Markdown with slots in place of references (`#rich-document`). */
  markdown: string;
  /** The references for the slots, in their order; empty when there are none. */
  slots: ContentRef[];
  /** The links in it, each once per block. */
  links: StoredLink[];
  /** The anchors that links can use after `#`, encoded as in stored links. */
  anchors: string[];
}

/**
 * An alternative way to compute the same map: by fewer changes to the map of another revision. Equal content has equal
 * roots, whichever way it was computed.
 */
export interface AlternativeMap<R> {
  root: string | null;
  changes: ReadonlyMap<string, R | null>;
  /** The head's records of those that the draft puts or deletes, by their ids. */
  before: ReadonlyMap<string, R>;
}

/** The differences between a new revision and its parent. `null` deletes a record. */
export interface RevisionDraft {
  head: Head;
  type: 'edits' | 'merge' | 'rollback' | 'update' | 'computed';
  author: string;
  message?: string | undefined;
  now: Date;
  /**
   * The parents, where they are others than the head alone. Such a revision is stored even without any difference,
   * since it records the merge.
   */
  parents?: readonly string[] | undefined;
  pages: Map<string, PageRecord | null>;
  files: Map<string, FileRecord | null>;
  contents: Map<string, ReusableContentRecord | null>;
  /** Alternative ways to compute the same maps, used where they have fewer changes. */
  alternatives?: {
    pages?: AlternativeMap<PageRecord>;
    files?: AlternativeMap<FileRecord>;
    contents?: AlternativeMap<ReusableContentRecord>;
  };
  variables?: Record<string, string | number | boolean> | undefined;
  /** The head's tags where left out. */
  tags?: readonly RevisionTag[] | undefined;
  /** Documents that the records refer to and that are not stored yet. */
  documents: StoredDocument[];
  /**
   * Pages that are new, or whose place or slug changed: their paths, and those of the pages below, are computed again.
   */
  moved: ReadonlySet<string>;
  /** The imported commit, for a revision from an import. */
  git?: { oid: string; message: string; url?: string; ref?: string } | undefined;
}

/** Stores revisions. The first revision of a space has no parent and no content. */
export abstract class Revisions {
  constructor(private readonly events: Events) {}

  abstract createFirst(space: Space, author: string, now: Date): Promise<Head>;
  /**
   * Locks a space and its head in one step; undefined when there is no such space. Until the transaction ends, no other
   * transaction changes the content, or locks or deletes the space, so the permissions checked now still hold at the
   * write. The role is that of `caller`, if given.
   */
  abstract lockHead(spaceId: string, caller?: Caller): Promise<(SpaceWithRole & { head: Head }) | undefined>;
  /**
   * Stores documents ahead of the revision that refers to them, so that a large revision need not be kept in memory.
   * Documents that no revision refers to do no harm.
   */
  abstract addDocuments(organizationId: string, documents: readonly StoredDocument[]): Promise<void>;
  /** Stores a revision as the live content of its space. Returns its id, or that of the head where nothing differs. */
  async commit(draft: RevisionDraft): Promise<string> {
    const { head, type, author } = draft;
    const id = await this.storeHead(draft);
    if (id === head.revisionId) return id;
    const computedPages = type !== 'computed' && hasComputedPages(draft);
    await this.events.store([new SpaceContentUpdated(head.organizationId, head.spaceId, id, author, computedPages)]);
    return id;
  }

  /** Stores a revision of a change request, which does not become the head. Returns its id, as `commit` does. */
  abstract store(draft: RevisionDraft): Promise<string>;
  /**
   * Stores a revision and makes it the head. Returns its id; where nothing differs, stores nothing and returns the
   * head's.
   */
  protected abstract storeHead(draft: RevisionDraft): Promise<string>;
}

/** Whether a revision puts computed pages, also by a merge or an import: their pages must then be generated. */
function hasComputedPages({ pages }: RevisionDraft): boolean {
  for (const record of pages.values()) if (record?.type === 'computed') return true;
  return false;
}

/** A page as a sibling of others. */
export interface SiblingRecord {
  id: string;
  slug: string;
  rank: string;
}

/** A place among the children of a page. */
export interface PlaceAmong {
  /** The page that gets it: as if it were not there. */
  except: string;
  /** Its index; after all of them where left out. */
  at: number | undefined;
  slugs: readonly string[];
}

export interface Beside {
  /** The ranks of the children before and after the place; null where there is none. */
  before: string | null;
  after: string | null;
  /** Which of the slugs a child has. */
  taken: ReadonlySet<string>;
}

/** Reads the current content of a locked space in single steps; no method reads a whole space. */
export abstract class LiveContent {
  abstract pages(head: Head, ids: readonly string[]): Promise<Map<string, PageRecord>>;
  abstract files(head: Head, ids: readonly string[]): Promise<Map<string, FileRecord>>;
  abstract contents(head: Head, ids: readonly string[]): Promise<Map<string, ReusableContentRecord>>;
  /** The children of a page (`null`: of the root), in order. */
  abstract children(head: Head, parent: string | null): Promise<SiblingRecord[]>;
  /** What is beside a place among the children of a page, in a step that does not read them all. */
  abstract beside(head: Head, parent: string | null, place: PlaceAmong): Promise<Beside>;
  /** The pages above a page in the current content of the space, which those of other content may differ from. */
  abstract above(head: Head, page: string): Promise<string[]>;
  /** All pages below any of these, each with its parent. */
  abstract descendants(head: Head, pages: readonly string[]): Promise<{ id: string; parent: string }[]>;
  /** The ids of the pages at these paths. */
  abstract pagesAt(head: Head, paths: readonly string[]): Promise<Map<string, string>>;
  /** The ids of the files at these addresses, by address; other addresses are left out. */
  abstract filesAt(head: Head, urls: readonly string[]): Promise<Map<string, string>>;
  /** The paths of pages by their ids; links have none. */
  abstract pathsOf(head: Head, ids: readonly string[]): Promise<Map<string, string>>;
  /** The JSON of a document by its hash. */
  abstract document(head: Head, hash: string): Promise<string | undefined>;
  abstract countPages(head: Head): Promise<number>;
}

/** Reads content other than the current one of a space, through the differences between the two. */
export abstract class OtherContents {
  /** The content at `head`, while that of its space, at `main`, is locked. */
  abstract at(head: Head, main: Head): LiveContent;
}

/** Reads earlier revisions of a space. */
export abstract class PastRevisions {
  /**
   * A page as it was in a revision. Throws NotFound where the revision is unknown or lacks the page. With `block`,
   * returns the current page with only these blocks (by key) restored.
   */
  abstract page(
    head: Head,
    wanted: { page: string; revision?: string | undefined; block?: string[] | undefined },
  ): Promise<{ record: PageRecord; document: StoredDocument | undefined }>;
}
