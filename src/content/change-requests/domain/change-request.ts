import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { exceeds } from '#kernel/domain/characters';
import { Conflict, Forbidden, Invalid } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import { ChangeRequestCreated, ChangeRequestMerged, ChangeRequestUpdated } from '../../contract/events.js';
import type { Review, ReviewStatus } from './review.js';
import { validDescription } from '../../revisions/domain/page/description.js';

export type ChangeRequestStatus = 'draft' | 'open' | 'archived' | 'merged';

/** The result of a merge: without conflicts, or with some to resolve. */
export type MergeOutcome = 'merge' | 'conflicts';

export interface ChangeRequestState extends AggregateState {
  organizationId: string;
  spaceId: string;
  /** Its number among the change requests of the space, from 1. */
  number: number;
  status: ChangeRequestStatus;
  subject: string;
  /** JSON of a block tree. */
  description: string | null;
  /** The id of its current revision. */
  revision: string;
  /** Its previous revisions that propose the same changes: bringing them up to date caused no conflict. */
  proposedAlike: string[];
  /** The id of the revision of the space from which it was created. */
  revisionInitial: string;
  /** The id of the latest revision of the space that was merged into it. */
  mergedAncestor: string;
  /** The id of the revision of the space that its merge created. */
  revisionMerged: string | null;
  mergeOutcome: MergeOutcome | null;
  /** The id of the cluster of issues (conversations) that it resolves. */
  issuesCluster: string | null;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  mergedBy: string | null;
  mergedAt: Date | null;
}

/** The changes that a caller requests. A member left out stays as it is; `null` clears it. */
export interface ChangeRequestChanges {
  subject?: string | undefined;
  /** Unchecked input, validated here. */
  description?: object | null | undefined;
  status?: Exclude<ChangeRequestStatus, 'merged'> | undefined;
}

const MAX_SUBJECT = 100;
/** How many updates without a conflict keep approvals valid; approvals of older revisions become outdated. */
const MAX_ALIKE = 200;

/**
 * A change request is a working copy of a space's content. It starts as a draft at the current revision, is edited in
 * its own revisions, brought up to date with the space, reviewed while it is open, and finally merged into the space.
 * It is never deleted; it can be archived and reopened instead.
 */
export class ChangeRequest extends Aggregate<ChangeRequestState> {
  static create(
    at: { organizationId: string; spaceId: string; revisionId: string },
    wanted: { subject?: string | undefined; issuesCluster?: string | undefined },
    number: number,
    createdBy: string,
    now: Date,
  ): ChangeRequest {
    const created = new ChangeRequest({
      id: newId(now.getTime()),
      organizationId: at.organizationId,
      version: 0,
      spaceId: at.spaceId,
      number,
      status: 'draft',
      subject: validSubject(wanted.subject ?? ''),
      description: null,
      revision: at.revisionId,
      proposedAlike: [],
      revisionInitial: at.revisionId,
      mergedAncestor: at.revisionId,
      revisionMerged: null,
      mergeOutcome: null,
      issuesCluster: wanted.issuesCluster ?? null,
      createdBy,
      createdAt: now,
      updatedAt: now,
      mergedBy: null,
      mergedAt: null,
    });
    created.record(new ChangeRequestCreated(at.organizationId, at.spaceId, created.id, createdBy));
    return created;
  }

  static from(state: ChangeRequestState): ChangeRequest {
    return new ChangeRequest(state);
  }

  get organizationId(): string {
    return this.state.organizationId;
  }

  get spaceId(): string {
    return this.state.spaceId;
  }

  get label(): string {
    return `#${this.state.number} ${this.state.subject}`.trim();
  }

  get status(): ChangeRequestStatus {
    return this.state.status;
  }

  /** The id of the user. */
  get createdBy(): string {
    return this.state.createdBy;
  }

  get revision(): string {
    return this.state.revision;
  }

  get mergedAncestor(): string {
    return this.state.mergedAncestor;
  }

  /** The revision and outcome of its merge; undefined while it is not merged. */
  get merged(): { revision: string; outcome: MergeOutcome } | undefined {
    const { revisionMerged: revision, mergeOutcome: outcome } = this.state;
    return revision === null || outcome === null ? undefined : { revision, outcome };
  }

  /**
   * Whether the revision `current` of its space was not merged into it yet. A merged change request is never outdated.
   */
  isOutdated(current: string): boolean {
    return this.state.status !== 'merged' && this.state.mergedAncestor !== current;
  }

  update({ subject, description, status }: ChangeRequestChanges, now: Date): void {
    const { state } = this;
    if (state.status === 'merged' && status !== undefined) this.requireNotMerged();
    if (subject !== undefined) state.subject = validSubject(subject);
    if (description !== undefined) state.description = description === null ? null : validDescription(description);
    if (status !== undefined) state.status = status;
    this.#touch(now);
  }

  /** Records that an edit stored a new revision of its content. */
  edit(revision: string, now: Date): void {
    this.requireEditable();
    this.state.revision = revision;
    this.state.proposedAlike = [];
    this.#touch(now);
  }

  /**
   * Records that the space's revision `ancestor` was merged into its content. Without conflicts, it still proposes the
   * same changes.
   */
  bringUpToDate(revision: string, ancestor: string, outcome: MergeOutcome, now: Date): void {
    const before = [...this.state.proposedAlike, this.state.revision];
    this.edit(revision, now);
    if (outcome === 'merge') this.state.proposedAlike = before.slice(-MAX_ALIKE);
    this.state.mergedAncestor = ancestor;
  }

  /**
   * Whether a review applies to the current proposal. A request for changes applies until its reviewer submits another
   * review.
   */
  appliesToCurrent({ status, revision }: Pick<Review, 'status' | 'revision'>): boolean {
    return status !== 'approved' || revision === this.state.revision || this.state.proposedAlike.includes(revision);
  }

  /** Opens the change request for review. Its author cannot be asked for one. */
  requestReviews(users: readonly string[], changes: Omit<ChangeRequestChanges, 'status'>, now: Date): void {
    this.requireEditable();
    const { createdBy } = this.state;
    if (users.includes(createdBy)) {
      throw new Invalid(`users: ${createdBy} is the author of the change request, who does not review it`);
    }
    this.update({ ...changes, status: 'open' }, now);
  }

  /** A review of its current content. Its author cannot review it. */
  review(by: { reviewer: string; requestedBy: string | null; status: ReviewStatus }, now: Date): Review {
    this.requireEditable();
    if (by.reviewer === this.state.createdBy) throw new Forbidden('Nobody reviews a change request of their own');
    return { id: newId(now.getTime()), revision: this.state.revision, ...by, createdAt: now };
  }

  merge(revision: string, outcome: MergeOutcome, mergedBy: string, now: Date): void {
    this.requireEditable();
    const { state } = this;
    Object.assign(state, {
      status: 'merged',
      revisionMerged: revision,
      mergeOutcome: outcome,
      mergedBy,
      mergedAt: now,
    });
    state.updatedAt = now;
    const { organizationId, spaceId, issuesCluster } = state;
    const cluster = issuesCluster ?? undefined;
    this.record(new ChangeRequestMerged(organizationId, spaceId, this.id, revision, mergedBy, cluster));
  }

  /** Throws Conflict for a merged or archived change request, whose content no longer changes. */
  requireEditable(): void {
    this.requireNotMerged();
    if (this.state.status === 'archived') {
      throw new Conflict('The change request is archived: set its status to draft or open first');
    }
  }

  requireNotMerged(): void {
    if (this.state.status === 'merged') throw new Conflict('The change request is merged, which is final');
  }

  #touch(now: Date): void {
    const { state } = this;
    state.updatedAt = now;
    this.record(new ChangeRequestUpdated(state.organizationId, state.spaceId, this.id));
  }
}

function validSubject(subject: string): string {
  if (exceeds(subject, MAX_SUBJECT)) throw new Invalid(`subject takes at most ${MAX_SUBJECT} characters`);
  return subject;
}
