import type { BlockConflict, RichDocument } from '#rich-document';
import type { MapDiff } from '../../../revisions/domain/map/diff-maps.js';
import type { FileRecord, PageRecord, ReusableContentRecord } from '../../../revisions/domain/page/page-record.js';
import type { RevisionDraft, RevisionRoots, SiblingRecord, StoredDocument } from '../../../revisions/domain/ports.js';

/*
 * The merge of two revisions that came from one. Of the two sides, `main` is the primary one: where both changed the
 * same thing, its side stands in the result. `other` is the side of the change request. A change request that is merged
 * and one that is updated from main are merged alike; only where the result goes to differs.
 */

/** What leads from the base to each of the two sides. */
export interface TwoDiffs<R extends { id: string }> {
  main: MapDiff<R>;
  other: MapDiff<R>;
}

/** The two sides of a merge, as far as they differ from their base. */
export interface MergeSides {
  pages: TwoDiffs<PageRecord>;
  files: TwoDiffs<FileRecord>;
  contents: TwoDiffs<ReusableContentRecord>;
  variables: Record<'base' | 'main' | 'other', RevisionRoots['variables']>;
}

/** A value in the base and on both sides; undefined where it is not there. */
export interface Versions<V> {
  base: V | undefined;
  main: V | undefined;
  other: V | undefined;
}

/** Looks into what stands in no diff. A merge asks for each at most once per batch, never page by page. */
export interface MergeLookups {
  /** Main's records of these pages and of everything above them, by id; pages that main does not hold are left out. */
  withAncestors(pages: readonly string[]): Promise<Map<string, PageRecord>>;
  /** Main's pages right under each of these (`null`: at the root), in order. */
  children(parents: readonly (string | null)[]): Promise<Map<string | null, SiblingRecord[]>>;
  /** The JSON of documents, by their hash. */
  documents(hashes: readonly string[]): Promise<Map<string, string>>;
  /** As the function `mergeBody`; large bodies beside the event loop. */
  mergeBody(bodies: Versions<string>, maxBytes: number): Promise<MergedBody>;
}

/** Where a page stands. */
export interface PagePlace {
  parent: string | null;
  rank: string;
}

interface ConflictOf<Kind extends string, Value> {
  kind: Kind;
  /** What it was; absent where it was not there, as for the three that follow. */
  base?: Value;
  /** What main has, which is what the merged content holds. */
  main?: Value;
  /** What the change request has: kept here, and nowhere in the merged content. */
  other?: Value;
  /** Both sides' words in one, where the words themselves do not clash. Only a suggestion: nothing applies it by itself. */
  proposal?: Value;
}

/**
 * Both sides set a field to different values. Members of an object are fields of their own (`layout.width`,
 * `document.<member of its data>`); the bytes of a file with their type and size are one, `bytes`.
 */
export type FieldConflict = ConflictOf<'field', unknown> & { field: string };
/**
 * A page stands elsewhere than a side put it: both moved it, the page it stood under is gone, or the two would stand
 * under each other. `main` is where the merged content has it.
 */
export type PlaceConflict = ConflictOf<'place', PagePlace>;
/** The slug that a page has in the change request is that of another page beside it: it got a suffix. */
export type SlugConflict = ConflictOf<'slug', string>;
/** One side deleted what the other edited. It is kept, with the edit. A side that is absent is the one that deleted. */
export type DeleteEditConflict = ConflictOf<'delete-edit', PageRecord | FileRecord | ReusableContentRecord>;
/** What a conflict is about: a page, a file or a reusable content by its id, a variable of the space by its name. */
export interface ConflictSubject {
  subject: 'page' | 'file' | 'reusable-content' | 'variable';
  id: string;
}

/** A place in the content where both sides can't be had, with all three versions as values that JSON carries. */
export type MergeConflict = ConflictSubject &
  (FieldConflict | PlaceConflict | SlugConflict | DeleteEditConflict | ({ kind: 'block' } & BlockConflict));

/** A body that was merged. `stored` is absent where main's stays. */
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
 * What main has to change to hold both sides; it fits into a `RevisionDraft` whose head is main's. For the update of a
 * change request it is written over main's roots just so, and the result becomes the change request's revision.
 */
export type MergeResult = Pick<RevisionDraft, 'pages' | 'files' | 'contents' | 'documents'> & {
  /** Absent where main's stay. */
  variables?: RevisionRoots['variables'];
  /** Pages that are new to main, or whose parent or slug is another than main's. */
  moved: Set<string>;
  /** How many pages main has more then. */
  grows: number;
  /** In the order of their subjects; none: the sides merged without a trace. */
  conflicts: MergeConflict[];
};

/** How a conflict is settled: with one of the stored versions, or with a value of the kind that the conflict is about. */
export type Choice = { take: 'main' | 'other' | 'proposal' } | { value: unknown };

/** What the content holds now of what a conflict is about. Absent: it is no longer there. */
export interface CurrentSubject {
  page?: PageRecord | undefined;
  file?: FileRecord | undefined;
  content?: ReusableContentRecord | undefined;
  /** The body of the page or of the reusable content; asked for by conflicts of blocks. */
  document?: RichDocument | undefined;
}

/** What a choice changes in a draft. A record is given whole; `null` takes it away, with the pages below it. */
export type ResolvedChange =
  | { change: 'nothing' }
  | { change: 'page'; id: string; record: PageRecord | null }
  | { change: 'file'; id: string; record: FileRecord | null }
  | { change: 'reusable-content'; id: string; record: ReusableContentRecord | null }
  | { change: 'document'; of: 'page' | 'reusable-content'; id: string; document: RichDocument }
  | { change: 'variable'; name: string; value: string | number | boolean | undefined };
