import { Audits, NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { TemplateReference } from '../../spaces/application/template/template-copier.js';
import type { ContentChange, ChangeOutcome } from '../../revisions/application/content-changes.js';
import type { ChangeRequestChanges } from '../domain/change-request.js';

/** What a caller may change of the record of a change request. */
export type ChangeRequestFieldChanges = ChangeRequestChanges;

/** Which change request. */
export interface ChangeRequestKey {
  spaceId: string;
  changeRequestId: string;
}

export interface NewChangeRequest {
  subject?: string | undefined;
  issuesCluster?: string | undefined;
  /** A copy of it is added to what the space holds. */
  template?: TemplateReference | undefined;
}

/** Creates a change request, a draft at the current revision of its space; answers its id. */
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

/** Changes the record of a change request. */
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

/** What a batch came to: an entry for every page it touched, in the order in which it first did, and the new files. */
export interface RequestChangesOutcome {
  changes: ChangeOutcome[];
  insertedFiles: string[];
}

/**
 * Makes 1 to 50 changes to the content of a change request, all or none, in one new revision. `ifMatch`, when given,
 * must name the version of the change request, or the revision, that the caller read.
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

/** The revision that a merge made, and whether it left conflicts. */
export interface MergedView<Clean extends 'merge' | 'update'> {
  revision: string;
  result: Clean | 'conflicts';
}

/** Merges a change request into its space, for good. */
@Audits('change-request.merged')
export class MergeChangeRequest extends Command<MergedView<'merge'>> {
  constructor(
    readonly caller: Caller,
    readonly key: ChangeRequestKey,
  ) {
    super();
  }
}

/** Merges what its space has become into a change request. */
@NotAudited('the revision it makes tells who wrote what')
export class BringUpToDate extends Command<MergedView<'update'>> {
  constructor(
    readonly caller: Caller,
    readonly key: ChangeRequestKey,
  ) {
    super();
  }
}

/** What to settle a conflict with; `markdown` for one of blocks, `value` for any other. */
export type ConflictChoice =
  { take: 'main' | 'changeRequest' | 'proposal' } | { markdown: string } | { value: unknown };

/**
 * Settles a conflict that merging left, in the content of the change request or, once it is merged, in that of its
 * space. Answers the revision that this made, or the one that is current where nothing had to change.
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
