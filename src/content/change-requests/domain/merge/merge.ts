import type { BlockConflict, RichDocument } from '#rich-document';
import type { MapDiff } from '../../../revisions/domain/map/diff-maps.js';
import type { FileRecord, PageRecord, ReusableContentRecord } from '../../../revisions/domain/page/page-record.js';
import type { RevisionDraft, RevisionRoots, SiblingRecord, StoredDocument } from '../../../revisions/domain/ports.js';

/*
 * The merge of two revisions with a common base. Where both sides changed the same, the side `main` is taken. `other`
 * is the side of the change request. Merging a change request and updating it from main are the same merge; only the
 * destination of the result differs.
 */

/** The differences between the base and each of the two sides. */
export interface TwoDiffs<R extends { id: string }> {
  main: MapDiff<R>;
  other: MapDiff<R>;
}

/** The two sides of a merge, as their differences from the base. */
export interface MergeSides {
  pages: TwoDiffs<PageRecord>;
  files: TwoDiffs<FileRecord>;
  contents: TwoDiffs<ReusableContentRecord>;
  variables: Record<'base' | 'main' | 'other', RevisionRoots['variables']>;
}

/** A value in the base and on both sides; undefined where it does not exist. */
export interface Versions<V> {
  base: V | undefined;
  main: V | undefined;
  other: V | undefined;
}

/** Looks up records that are in no diff. A merge calls each method at most once per batch, never per page. */
export interface MergeLookups {
  /** Main's records of these pages and all their ancestors, by id; pages that main lacks are left out. */
  withAncestors(pages: readonly string[]): Promise<Map<string, PageRecord>>;
  /** Main's children of each of these pages (`null`: of the root), in order. */
  children(parents: readonly (string | null)[]): Promise<Map<string | null, SiblingRecord[]>>;
  /** The JSON of documents, by their hash. */
  documents(hashes: readonly string[]): Promise<Map<string, string>>;
  /** As the function `mergeBody`, but merges large bodies in worker processes. */
  mergeBody(bodies: Versions<string>, maxBytes: number): Promise<MergedBody>;
}

/** The place of a page. */
export interface PagePlace {
  parent: string | null;
  rank: string;
}

interface ConflictOf<Kind extends string, Value> {
  kind: Kind;
  /** The value in the base; absent where it did not exist, as in the members below. */
  base?: Value;
  /** Main's value, which the merged content has. */
  main?: Value;
  /** The change request's value, which is stored only in the conflict. */
  other?: Value;
  /**
   * Both sides' edits of a text combined, where their words do not overlap. It is only a suggestion and never applied
   * automatically.
   */
  proposal?: Value;
}

/**
 * Both sides set a field to different values. Members of an object are separate fields (`layout.width`,
 * `document.<member of its data>`); the bytes of a file with their type and size are one field, `bytes`.
 */
export type FieldConflict = ConflictOf<'field', unknown> & { field: string };
/**
 * A page is not where a side put it: both moved it, its parent was deleted, or the two moves would form a cycle. `main`
 * is its place in the merged content.
 */
export type PlaceConflict = ConflictOf<'place', PagePlace>;
/** The slug of a page in the change request is already used by a sibling, so it got a suffix. */
export type SlugConflict = ConflictOf<'slug', string>;
/**
 * One side deleted what the other edited. The edited version is kept. The version of the side that deleted it is
 * absent.
 */
export type DeleteEditConflict = ConflictOf<'delete-edit', PageRecord | FileRecord | ReusableContentRecord>;
/**
 * The subject of a conflict: a page, a file or a reusable content by its id, or a variable of the space by its name.
 */
export interface ConflictSubject {
  subject: 'page' | 'file' | 'reusable-content' | 'variable';
  id: string;
}

/** A conflict, with all three versions as JSON values. */
export type MergeConflict = ConflictSubject &
  (FieldConflict | PlaceConflict | SlugConflict | DeleteEditConflict | ({ kind: 'block' } & BlockConflict));

/** A merged body. `stored` is absent where main's body is unchanged. */
export interface MergedBody {
  stored?: StoredDocument;
  conflicts: BodyConflict[];
}

type BodyConflict =
  Extract<MergeConflict, { kind: 'block' | 'field' }> extends infer C
    ? C extends unknown
      ? Omit<C, 'subject' | 'id'>
      : never
    : never;

/**
 * The changes to main that include both sides, in the form of a `RevisionDraft` whose head is main's. To update a
 * change request, the same changes are applied to main's roots and stored as a revision of the change request.
 */
export type MergeResult = Pick<RevisionDraft, 'pages' | 'files' | 'contents' | 'documents'> & {
  /** Absent where main's stay unchanged. */
  variables?: RevisionRoots['variables'];
  /** Pages that main lacks, or whose parent or slug differs from main's. */
  moved: Set<string>;
  /** By how many pages main grows. */
  grows: number;
  /** In the order of their subjects; empty for a merge without conflicts. */
  conflicts: MergeConflict[];
};

/** The resolution of a conflict: one of the stored versions, or another value of the same kind. */
export type Choice = { take: 'main' | 'other' | 'proposal' } | { value: unknown };

/** The current content of the subject of a conflict. A member is absent where it no longer exists. */
export interface CurrentSubject {
  page?: PageRecord | undefined;
  file?: FileRecord | undefined;
  content?: ReusableContentRecord | undefined;
  /** The body of the page or reusable content; loaded for conflicts of blocks. */
  document?: RichDocument | undefined;
}

/** The changes to a draft that a resolution makes. A record is complete; `null` deletes it, with the pages below it. */
export type ResolvedChange =
  | { change: 'nothing' }
  | { change: 'page'; id: string; record: PageRecord | null }
  | { change: 'file'; id: string; record: FileRecord | null }
  | { change: 'reusable-content'; id: string; record: ReusableContentRecord | null }
  | { change: 'document'; of: 'page' | 'reusable-content'; id: string; document: RichDocument }
  | { change: 'variable'; name: string; value: string | number | boolean | undefined };
