import type { UserView } from '#organization';

export class ConflictSubjectView {
  /** @example page */
  type!: 'page' | 'file' | 'reusable-content' | 'variable';
  /**
   * Its id; the name of a variable.
   * @example 0VbbU7q9Gf4SxBv0MnZc
   */
  id!: string;
}

/** The versions that could not be had both. Of blocks each is a list of blocks, of a field its value. */
export class ConflictVersionsView {
  base?: unknown;
  main?: unknown;
  changeRequest?: unknown;
  proposal?: unknown;
}

/** A place where a change request and its space changed the same, which merging left to be settled. */
export class ConflictView {
  object!: 'merge-conflict';
  /** @example 0VbbUEy8Pi1ZqWd7SuDg */
  id!: string;
  /** @example 0VbbUDx7Oh0YpVc6RsCf */
  changeRequest!: string;
  /**
   * Id of the revision that the merge or update made.
   * @example 0VbbU6p8Fe3RwAu9LmYb
   */
  revision!: string;
  /** @example open */
  status!: 'open' | 'resolved';
  /**
   * What both changed: the same blocks, a field, the place or the slug of a page; or one deleted what the other edited.
   * @example block
   */
  kind!: 'block' | 'field' | 'place' | 'slug' | 'delete-edit';
  subject!: ConflictSubjectView;
  versions!: ConflictVersionsView;
  /** The field, where `kind` is `field`. */
  field?: string;
  /** The keys of the blocks, where `kind` is `block`. */
  keys?: string[];
  /** The key of the block they follow; absent where they stand first. */
  after?: string;
  /** What it was settled with. */
  resolution?: 'main' | 'changeRequest' | 'proposal' | 'value';
  resolvedBy?: UserView;
  resolvedAt?: string;
  /** Id of the revision in which it is settled. */
  revisionResolved?: string;
}
