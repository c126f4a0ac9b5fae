import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { exceeds } from '#kernel/domain/characters';
import { Conflict, Forbidden, Invalid } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import { ChangeRequestCreated, ChangeRequestMerged, ChangeRequestUpdated } from '../../contract/events.js';
import type { Review, ReviewStatus } from './review.js';
import { validDescription } from '../../revisions/domain/page/description.js';

export type ChangeRequestStatus = 'draft' | 'open' | 'archived' | 'merged';

/** What merging came to: without a conflict, or with some that were left to be resolved. */
export type MergeOutcome = 'merge' | 'conflicts';

export interface ChangeRequestState extends AggregateState {
  organizationId: string;
  spaceId: string;
  /** Counts the change requests of the space, from 1. */
  number: number;
  status: ChangeRequestStatus;
  subject: string;
  /** JSON of a block tree. */
  description: string | null;
  /** Its content now. */
  revision: string;
  /** The revisions before that one which propose the same: bringing them up to date led to it without a conflict. */
  proposedAlike: string[];
  /** The revision of the space it was made from. */
  revisionInitial: string;
  /** The latest revision of the space that its content holds. */
  mergedAncestor: string;
  /** The revision of the space that merging it made. */
  revisionMerged: string | null;
  mergeOutcome: MergeOutcome | null;
  /** The cluster of issues of conversations that it answers. */
  issuesCluster: string | null;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  mergedBy: string | null;
  mergedAt: Date | null;
}

/** What a caller may change of its record; a member left out stays, `null` clears. */
export interface ChangeRequestChanges {
  subject?: string | undefined;
  /** Checked here. */
  description?: object | null | undefined;
  status?: Exclude<ChangeRequestStatus, 'merged'> | undefined;
}

const MAX_SUBJECT = 100;
/** So often may it be brought up to date before reviews of what it proposed at first are wanted anew. */
const MOST_ALIKE = 200;

/**
 * A change request is a working copy of a space's content: it begins as a draft at the current revision, is edited in
 * revisions of its own, brought up to date with the space, reviewed while it is open, and at last merged into the space,
 * which is final. It is never deleted; one that is not wanted is archived, and may be taken up again.
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

  /** What people call it. */
  get label(): string {
    return `#${this.state.number} ${this.state.subject}`.trim();
  }

  get status(): ChangeRequestStatus {
    return this.state.status;
  }

  get revision(): string {
    return this.state.revision;
  }

  get mergedAncestor(): string {
    return this.state.mergedAncestor;
  }

  /** What merging it made; undefined while it is not merged. */
  get merged(): { revision: string; outcome: MergeOutcome } | undefined {
    const { revisionMerged: revision, mergeOutcome: outcome } = this.state;
    return revision === null || outcome === null ? undefined : { revision, outcome };
  }

  /** Whether its content does not hold the current revision of its space. What is merged is not outdated any more. */
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

  /** Its content is another revision now. */
  edit(revision: string, now: Date): void {
    this.requireEditable();
    this.state.revision = revision;
    this.state.proposedAlike = [];
    this.#touch(now);
  }

  /** Its content holds the space's revision `ancestor` now. Without a conflict it proposes what it did. */
  bringUpToDate(revision: string, ancestor: string, outcome: MergeOutcome, now: Date): void {
    const before = [...this.state.proposedAlike, this.state.revision];
    this.edit(revision, now);
    if (outcome === 'merge') this.state.proposedAlike = before.slice(-MOST_ALIKE);
    this.state.mergedAncestor = ancestor;
  }

  /** Whether a review is about what is proposed now. A request for changes stands until its reviewer says otherwise. */
  stands({ status, revision }: Pick<Review, 'status' | 'revision'>): boolean {
    return status !== 'approved' || revision === this.state.revision || this.state.proposedAlike.includes(revision);
  }

  /** Asks users for a review: it is open from then on. */
  requestReviews(users: readonly string[], changes: Omit<ChangeRequestChanges, 'status'>, now: Date): void {
    this.requireEditable();
    const { createdBy } = this.state;
    if (users.includes(createdBy)) {
      throw new Invalid(`users: ${createdBy} is the author of the change request, who does not review it`);
    }
    this.update({ ...changes, status: 'open' }, now);
  }

  /** What somebody says of its content as it is now. Its author has no say in it. */
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
    this.record(new ChangeRequestMerged(state.organizationId, state.spaceId, this.id, revision, mergedBy));
  }

  /** Refuses what changes the content of a change request that is merged or archived. */
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
