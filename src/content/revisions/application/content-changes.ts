import { NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { StoredFile } from '../domain/content/file-intake.js';
import type { PageFields } from '../domain/page/page-fields.js';

/** A body as callers send it: Markdown, a block tree, or nothing for an empty one. */
export type BodyInput = { markdown: string } | { document: unknown } | Record<string, never>;

export interface InsertPage extends Omit<PageFields, 'target' | 'variables' | 'computed'> {
  operation: 'insert_page';
  type?: 'document' | 'group' | 'link' | 'computed' | undefined;
  document?: BodyInput | undefined;
  into?: string | null | undefined;
  at?: number | undefined;
  /** A name by which links of the same batch refer to the page. */
  ref?: string | undefined;
  /** A content reference, not validated yet. */
  target?: unknown;
  /** All variables of the page, not validated yet; those left out are removed. */
  variables?: unknown;
  /** The source of a computed page, not validated yet. */
  computed?: unknown;
}

export interface UpdatePage extends Omit<PageFields, 'target' | 'variables' | 'computed'> {
  target?: unknown;
  variables?: unknown;
  computed?: unknown;
  operation: 'update_page';
  page: string;
  document?: BodyInput | undefined;
  into?: string | null | undefined;
  at?: number | undefined;
}

export interface DeletePage {
  operation: 'delete_page';
  page: string;
}

export interface RevertPage {
  operation: 'revert_page';
  page: string;
  revision?: string | undefined;
  block?: string[] | undefined;
}

export interface InsertFiles {
  operation: 'insert_files';
  files: {
    name: string;
    ref?: string | undefined;
    contentType?: string | undefined;
    url?: string | undefined;
    base64?: string | undefined;
    /** Bytes that are already stored, for this organization. */
    received?: { organizationId: string; file: StoredFile } | undefined;
  }[];
}

/** Sets variables of the space; null removes one. */
export interface UpdateVariables {
  operation: 'update_variables';
  /** Not validated yet. */
  variables: unknown;
}

export type ContentChange = InsertPage | UpdatePage | DeletePage | RevertPage | InsertFiles | UpdateVariables;

/** The result of one change. */
export type ChangeOutcome =
  | { kind: 'created_page'; ref?: string; page: { id: string; path?: string } }
  | { kind: 'updated_page'; page: { id: string; path?: string } }
  | { kind: 'deleted_page'; page: string };

export interface ChangesOutcome {
  revision: string;
  changes: ChangeOutcome[];
  insertedFiles: { id: string; name: string; ref?: string }[];
}

/** Applies 1 to 50 changes to the live content of a space, all or none, in one new revision. */
@NotAudited('the revision it makes tells who wrote what')
export class ChangeContent extends Command<ChangesOutcome> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly changes: ContentChange[],
    /** The value of an `If-Match` header: the revision that the caller read. */
    readonly ifMatch?: string,
  ) {
    super();
  }
}
