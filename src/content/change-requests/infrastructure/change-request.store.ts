import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { EntityTagCache } from '#kernel/application/entity-tag-cache';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { recordSchema, selectJson, type AsJson } from '#kernel/infrastructure/database/record-schema';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { ChangeRequest, type ChangeRequestState } from '../domain/change-request.js';
import type {
  ChangeRequests,
  ChangeRequestWithRole,
  LockedChangeRequest,
  ChangeRequestSnapshot,
} from '../domain/change-requests.js';
import { Space, type SpaceState } from '../../spaces/domain/space/space.js';
import {
  callerParameters,
  grantedRank,
  NO_SUBJECTS,
  roleOf,
  type AccessRow,
} from '../../spaces/infrastructure/permission/access.js';
import { RevisionHeads } from '../../revisions/infrastructure/revision/revision-heads.js';
import { SPACE_COLUMNS } from '../../spaces/infrastructure/space/space-table.js';
import { SPACE_ROWS } from '../../spaces/infrastructure/reading.js';
import { NamesRevisions } from '../../revisions/infrastructure/history/names-revisions.js';
import { HEAD_ROWS } from '../../revisions/infrastructure/reading.js';
import { OwnsRowsOfSpaces } from '../../spaces/infrastructure/space/space-rows.js';

export const changeRequestSchema = recordSchema<ChangeRequestState>({
  name: 'ChangeRequest',
  schema: 'content',
  tableName: 'change_request',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    version: { type: 'int' },
    spaceId: { type: 'text', name: 'space_id' },
    number: { type: 'int' },
    status: { type: 'text' },
    subject: { type: 'text' },
    description: { type: 'text', nullable: true },
    revision: { type: 'text', name: 'revision_id' },
    proposedAlike: { type: 'text', array: true, name: 'proposed_alike' },
    revisionInitial: { type: 'text', name: 'revision_initial' },
    mergedAncestor: { type: 'text', name: 'revision_merged_ancestor' },
    revisionMerged: { type: 'text', name: 'revision_merged', nullable: true },
    mergeOutcome: { type: 'text', name: 'merge_outcome', nullable: true },
    issuesCluster: { type: 'text', name: 'issues_cluster_id', nullable: true },
    createdBy: { type: 'text', name: 'created_by' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
    mergedBy: { type: 'text', name: 'merged_by', nullable: true },
    mergedAt: { type: 'timestamptz', name: 'merged_at', nullable: true },
  },
});

/**
 * The row of a change request as JSON with the names of its state, so that its columns do not clash with those of the
 * space.
 */
const STATE = selectJson(changeRequestSchema, 'c');

/** The row locks of each mode, always in the same order, so that transactions cannot deadlock. */
const LOCKS = {
  nothing: '',
  record: 'for key share of s for no key update of c',
  edit: 'for share of s for share of h for no key update of c',
  merge: 'for no key update of s for no key update of h for no key update of c',
} as const;

const locking = (locks: string): string => `select ${SPACE_COLUMNS}, s.level, ${grantedRank('s', '$4')} as granted,
    h.revision_id as "mainRevision", ${STATE} as request
  from ${SPACE_ROWS} s
  join ${HEAD_ROWS} h on h.organization_id = s.organization_id and h.space_id = s.id
  join content.change_request c on c.organization_id = s.organization_id and c.space_id = s.id
  where s.organization_id = $1 and s.id = $2 and c.id = $3 ${locks}`;

const STATEMENTS = {
  nothing: locking(LOCKS.nothing),
  record: locking(LOCKS.record),
  edit: locking(LOCKS.edit),
  merge: locking(LOCKS.merge),
};

interface Row extends SpaceState, AccessRow {
  mainRevision: string;
  request: AsJson<ChangeRequestState>;
}

@Injectable()
@OwnsRowsOfSpaces(
  { table: 'change_request', counts: true },
  { table: 'change_request_contributor', names: 'change-request' },
  { table: 'change_request_reviewer', names: 'change-request' },
  { table: 'change_request_review', names: 'change-request' },
  { table: 'merge_conflict', names: 'change-request' },
)
@NamesRevisions({
  table: 'change_request',
  columns: ['revision_id', 'revision_initial', 'revision_merged_ancestor', 'revision_merged', 'proposed_alike'],
  compared: ['revision_merged'],
})
export class ChangeRequestStore extends AggregateStore<ChangeRequestState, ChangeRequest> implements ChangeRequests {
  protected readonly schema = changeRequestSchema;
  protected readonly noun = 'Change request';

  constructor(
    unitOfWork: UnitOfWork,
    outbox: Outbox,
    private readonly sql: SqlQuery,
    private readonly heads: RevisionHeads,
    private readonly entityTags: EntityTagCache,
  ) {
    super(unitOfWork, outbox);
  }

  override async save(changeRequest: ChangeRequest): Promise<void> {
    await super.save(changeRequest);
    this.entityTags.changed(changeRequest.spaceId);
  }

  async lockRecord(caller: Caller, spaceId: string, id: string): Promise<ChangeRequestWithRole | undefined> {
    const row = await this.#row(caller, spaceId, id, 'record');
    return row && toChangeRequestWithRole(caller, row);
  }

  async lock(
    caller: Caller | undefined,
    spaceId: string,
    id: string,
    to: 'edit' | 'merge',
  ): Promise<LockedChangeRequest | undefined> {
    const row = await this.#row(caller, spaceId, id, to);
    if (!row) return undefined;
    const [head, main, base] = await this.heads.of(row.organizationId, spaceId, revisionsOf(row));
    return { ...toChangeRequestWithRole(caller, row), head, main, base };
  }

  async readSnapshot(caller: Caller, spaceId: string, id: string): Promise<ChangeRequestSnapshot | undefined> {
    const row = await this.#row(caller, spaceId, id, 'nothing');
    const heads = row && (await this.heads.find(row.organizationId, spaceId, revisionsOf(row)));
    if (!row || !heads) return undefined;
    const [head, main, base] = heads;
    return { ...toChangeRequestWithRole(caller, row), head, main, base };
  }

  async nextNumber(organizationId: string, spaceId: string): Promise<number> {
    const row = await this.sql.row<{ next: number }>(
      'change-request.next-number',
      `select coalesce(max(number), 0) + 1 as next from content.change_request
       where organization_id = $1 and space_id = $2`,
      [organizationId, spaceId],
    );
    return row?.next ?? 1;
  }

  async contribute(changeRequest: ChangeRequest, userId: string, now: Date): Promise<void> {
    await this.sql.defer(
      'change-request.contribute',
      `insert into content.change_request_contributor as known
         (organization_id, change_request_id, user_id, action, count, updated_at)
       values ($1, $2, $3, 'edit', 1, $4)
       on conflict (organization_id, change_request_id, user_id, action) do update set
         count = known.count + 1, updated_at = excluded.updated_at`,
      [changeRequest.organizationId, changeRequest.id, userId, now],
    );
  }

  async moveCluster(organizationId: string, from: string, to: string): Promise<void> {
    const moved = await this.sql.rows<{ spaceId: string }>(
      'change-request.move-cluster',
      `update content.change_request set issues_cluster_id = $3
       where organization_id = $1 and issues_cluster_id = $2 returning space_id as "spaceId"`,
      [organizationId, from, to],
    );
    for (const { spaceId } of moved) this.entityTags.changed(spaceId);
  }

  protected from(state: ChangeRequestState): ChangeRequest {
    return ChangeRequest.from(state);
  }

  #row(
    caller: Caller | undefined,
    spaceId: string,
    id: string,
    how: keyof typeof STATEMENTS,
  ): Promise<Row | undefined> {
    const subjects = caller ? callerParameters(caller).subjects : NO_SUBJECTS;
    return this.sql.within({ table: 'content.space', id: spaceId }, (organizationId) =>
      this.sql.row<Row>(`change-request.lock-${how}`, STATEMENTS[how], [organizationId, spaceId, id, subjects]),
    );
  }
}

/** The current revision of a change request, that of its space, and the latest one that was merged into it. */
function revisionsOf({ request, mainRevision }: Row): [string, string, string] {
  return [request.revision, mainRevision, request.mergedAncestor];
}

function toChangeRequestWithRole(
  caller: Caller | undefined,
  { level, granted, mainRevision: _, request, ...space }: Row,
): ChangeRequestWithRole {
  const role = caller && roleOf(caller, { organizationId: space.organizationId, level, granted });
  const state = {
    ...request,
    createdAt: new Date(request.createdAt),
    updatedAt: new Date(request.updatedAt),
    mergedAt: request.mergedAt === null ? null : new Date(request.mergedAt),
  };
  return { space: Space.from(space), role, changeRequest: ChangeRequest.from(state) };
}
