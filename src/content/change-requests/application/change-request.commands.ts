import { Audits, NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { TemplateReference } from '../../spaces/application/template/template-copier.js';
import type { ContentChange, ChangeOutcome } from '../../revisions/application/content-changes.js';
import type { ChangeRequestChanges } from '../domain/change-request.js';

/** The fields of a change request that a caller may change. */
export type ChangeRequestFieldChanges = ChangeRequestChanges;

export interface ChangeRequestKey {
  spaceId: string;
  changeRequestId: string;
}

export interface NewChangeRequest {
  subject?: string | undefined;
  issuesCluster?: string | undefined;
  /** A template to copy into its content. */
  template?: TemplateReference | undefined;
}

/** Creates a change request as a draft at the current revision of its space. Returns its id. */
@NotAudited('a draft changes nothing for others')
export class CreateChangeRequest extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly wanted: NewChangeRequest,
  ) {
    super();
  }
}

/** Changes the fields of a change request. */
@Audits('change-request.archived', 'change-request.reopened')
export class UpdateChangeRequestRecord extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly key: ChangeRequestKey,
    readonly changes: ChangeRequestChanges,
  ) {
    super();
  }
}

/**
 * The result of a batch: one entry for each page, in the order in which the batch first touched them, and the new
 * files.
 */
export interface RequestChangesOutcome {
  changes: ChangeOutcome[];
  insertedFiles: string[];
}

/**
 * Applies 1 to 50 changes to the content of a change request, all or none, in one new revision. `ifMatch`, when given,
 * must match the version of the change request, or the revision, that the caller read.
 */
@NotAudited('the revision it makes tells who wrote what')
export class ChangeRequestedContent extends Command<RequestChangesOutcome> {
  constructor(
    readonly caller: Caller,
    readonly key: ChangeRequestKey,
    readonly changes: ContentChange[],
    readonly ifMatch?: string,
  ) {
    super();
  }
}

/** How a change request is opened that comes with its changes. */
export interface WantedProposal {
  subject: string;
  /** A block tree, or `{markdown}`. */
  description?: object | undefined;
  /** Ids of the users who are asked to review it. */
  reviewers: readonly string[];
  /** Whether it stays a draft; it is opened for review otherwise, and wherever reviewers are asked. */
  draft: boolean;
}

/**
 * Creates a change request with 1 to 50 changes to the live content of a space, all or none. Returns its id. Requires
 * the role edit in the space.
 */
@NotAudited('a change request changes nothing for readers')
export class ProposeChanges extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly changes: ContentChange[],
    readonly wanted: WantedProposal,
  ) {
    super();
  }
}

/** The revision that a merge created, and whether there were conflicts. */
export interface MergedView<Clean extends 'merge' | 'update'> {
  revision: string;
  result: Clean | 'conflicts';
}

/** Merges a change request into its space. This is final. */
@Audits('change-request.merged')
export class MergeChangeRequest extends Command<MergedView<'merge'>> {
  constructor(
    readonly caller: Caller,
    readonly key: ChangeRequestKey,
  ) {
    super();
  }
}

/** Merges the current content of the space into a change request. */
@NotAudited('the revision it makes tells who wrote what')
export class BringUpToDate extends Command<MergedView<'update'>> {
  constructor(
    readonly caller: Caller,
    readonly key: ChangeRequestKey,
  ) {
    super();
  }
}

/** The choice that resolves a conflict: `markdown` for a conflict of blocks, `value` for any other. */
export type ConflictChoice =
  { take: 'main' | 'changeRequest' | 'proposal' } | { markdown: string } | { value: unknown };

/**
 * Resolves a conflict of a merge in the content of the change request or, once that is merged, in that of its space.
 * Returns the new revision, or the current one where nothing changed.
 */
@NotAudited('the revision it makes tells who wrote what')
export class ResolveConflict extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly key: ChangeRequestKey,
    readonly conflictId: string,
    readonly choice: ConflictChoice,
  ) {
    super();
  }
}
