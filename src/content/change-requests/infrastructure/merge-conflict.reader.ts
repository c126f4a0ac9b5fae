import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { UserView } from '#organization';
import { GetConflict, ListConflicts } from '../application/change-request.queries.js';
import type { ConflictView } from '../application/conflict.view.js';
import type { Resolution } from '../domain/merge-conflicts.js';
import type { MergeConflict } from '../domain/merge/merge.js';
import {
  callerParameters,
  grantedRankToRead,
  roleOf,
  type AccessRow,
} from '../../spaces/infrastructure/permission/access.js';
import { ChangeRequestViews } from './change-request-views.js';
import { SPACES } from '../../spaces/infrastructure/reading.js';

interface ConflictRow {
  id: string;
  changeRequest: string;
  revision: string;
  position: number;
  conflict: string;
  resolution: Resolution | null;
  resolvedBy: string | null;
  resolvedAt: Date | null;
  revisionResolved: string | null;
}

/** A row of the left join: all conflict columns are null for a change request without matching conflicts. */
type Row = AccessRow & { [Member in keyof ConflictRow]: ConflictRow[Member] | null };

const COLUMNS = `k.id, k.change_request_id as "changeRequest", k.revision_id as revision, k.position, k.conflict,
  k.resolution, k.resolved_by as "resolvedBy", k.resolved_at as "resolvedAt", k.revision_resolved as "revisionResolved"`;

const conflicts = (which: string): string => `select s.organization_id as "organizationId", s.level,
    ${grantedRankToRead('s', '$4', '$5')} as granted, ${COLUMNS}
  from ${SPACES} s
  join content.change_request c on c.organization_id = s.organization_id and c.space_id = s.id
  left join lateral (select * from content.merge_conflict k
    where k.organization_id = $1 and k.change_request_id = c.id and ${which}) k on true
  where s.organization_id = $1 and s.id = $2 and s.deleted_at is null and c.id = $3`;

const ONE = conflicts('k.id = $6');
const LIST = `${conflicts(`(k.revision_id, k.position) > ($6, $7::bigint)
    and ($8::text is null or (k.resolution is not null) = ($8 = 'resolved'))
    order by k.revision_id, k.position limit $9`)} order by k.revision_id, k.position`;

@QueryHandler(ListConflicts)
export class ListConflictsHandler implements IQueryHandler<ListConflicts> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly views: ChangeRequestViews,
  ) {}

  async execute({ caller, key, status, page }: ListConflicts): Promise<Page<ConflictView>> {
    const request = normalizeRequest(page);
    const [revision, position] = readCursor(request, 2) ?? ['', 0];
    const { subjects, guestOf } = callerParameters(caller);
    const rows = await this.sql.within({ table: 'content.space', id: key.spaceId }, (organizationId) =>
      this.sql.rows<Row>('merge-conflict.list', LIST, [
        ...[organizationId, key.spaceId, key.changeRequestId, subjects, guestOf],
        ...[String(revision), Math.trunc(Number(position)) || 0, status ?? null, request.limit + 1],
      ]),
    );
    const [first] = rows ?? [];
    if (!rows || !first || !roleOf(caller, first)) throw new NotFound('Change request not found');
    const found = rows.filter((row): row is AccessRow & ConflictRow => row.id !== null);
    const userOf = await this.views.users(found.map(({ resolvedBy }) => resolvedBy));
    return toPage(
      found,
      request,
      (row) => [row.revision, row.position],
      (row) => viewOf(row, userOf),
    );
  }
}

@QueryHandler(GetConflict)
export class GetConflictHandler implements IQueryHandler<GetConflict> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly views: ChangeRequestViews,
  ) {}

  async execute({ caller, key, conflictId }: GetConflict): Promise<ConflictView> {
    const { subjects, guestOf } = callerParameters(caller);
    const values = [key.spaceId, key.changeRequestId, subjects, guestOf, conflictId];
    const row = await this.sql.within({ table: 'content.space', id: key.spaceId }, (organizationId) =>
      this.sql.row<Row>('merge-conflict.get', ONE, [organizationId, ...values]),
    );
    if (!row || !roleOf(caller, row)) throw new NotFound('Change request not found');
    if (row.id === null) throw new NotFound('Conflict not found');
    const userOf = await this.views.users([row.resolvedBy]);
    return viewOf(row as ConflictRow, userOf);
  }
}

function viewOf(row: ConflictRow, userOf: (id: string) => UserView): ConflictView {
  const { subject, id, kind, other, ...rest } = JSON.parse(row.conflict) as MergeConflict;
  const view: ConflictView = {
    object: 'merge-conflict',
    id: row.id,
    changeRequest: row.changeRequest,
    revision: row.revision,
    status: row.resolution === null ? 'open' : 'resolved',
    kind,
    subject: { type: subject, id },
    versions: {},
  };
  const { base, main, proposal, after, ...more } = rest as Record<string, unknown>;
  for (const [name, value] of Object.entries({ base, main, changeRequest: other, proposal })) {
    if (value !== undefined) Object.assign(view.versions, { [name]: value });
  }
  Object.assign(view, more);
  if (typeof after === 'string') view.after = after;
  if (row.resolution !== null) view.resolution = row.resolution;
  if (row.resolvedBy !== null) view.resolvedBy = userOf(row.resolvedBy);
  if (row.resolvedAt) view.resolvedAt = row.resolvedAt.toISOString();
  if (row.revisionResolved !== null) view.revisionResolved = row.revisionResolved;
  return view;
}
