import { createHash } from 'node:crypto';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Visitor } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { JsonText } from '#kernel/application/json-text';
import { NotFound } from '#kernel/domain/errors';
import { versionTag } from '#kernel/domain/version-tag';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { ReadChangeRequestRecord, type ChangeRequestRecord } from '../../contract/queries.js';
import { GetChangeRequest } from '../application/change-request.queries.js';
import { FindChangeRequestId } from '../../revisions/application/find-change-request-id.js';
import type { ChangeRequestView } from '../../revisions/application/change-request.view.js';
import {
  callerParameters,
  grantedRankToRead,
  roleOf,
  type AccessRow,
} from '../../spaces/infrastructure/permission/access.js';
import { CHANGE_REQUEST_COLUMNS, ChangeRequestViews, type ChangeRequestRow } from './change-request-views.js';
import { SPACES } from '../../spaces/infrastructure/reading.js';
import { HEADS } from '../../revisions/infrastructure/reading.js';

@QueryHandler(GetChangeRequest)
export class GetChangeRequestHandler implements IQueryHandler<GetChangeRequest> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly views: ChangeRequestViews,
  ) {}

  async execute({ caller, key }: GetChangeRequest): Promise<{ view: ChangeRequestView; etag: string }> {
    const { visitor } = caller;
    const { subjects, guestOf } = callerParameters(caller);
    const row = await this.sql.within({ table: 'content.space', id: key.spaceId }, (organizationId) =>
      this.sql.row<ChangeRequestRow & AccessRow>(
        'change-request.get',
        `select ${CHANGE_REQUEST_COLUMNS}, s.organization_id as "organizationId", s.level,
           ${grantedRankToRead('s', '$4', '$5')} as granted
         from ${SPACES} s
         join ${HEADS} h on h.organization_id = s.organization_id and h.space_id = s.id
         join content.change_request c on c.organization_id = s.organization_id and c.space_id = s.id
         where s.organization_id = $1 and s.id = $2 and s.deleted_at is null and c.id = $3`,
        [organizationId, key.spaceId, key.changeRequestId, subjects, guestOf],
      ),
    );
    if (!row || !roleOf(caller, row) || (visitor && !isPreviewed(visitor, row)))
      throw new NotFound('Change request not found');
    const [whole] = await this.views.of([row]);
    const view = visitor && whole ? forVisitor(whole) : whole;
    return { view: view as ChangeRequestView, etag: versionTag(row.version, digestOf(view)) };
  }
}

@QueryHandler(ReadChangeRequestRecord)
export class ReadChangeRequestRecordHandler implements IQueryHandler<ReadChangeRequestRecord> {
  constructor(private readonly dispatcher: Dispatcher) {}

  async execute(query: ReadChangeRequestRecord): Promise<ChangeRequestRecord> {
    const { caller, spaceId } = query;
    const changeRequestId = await this.dispatcher.ask(new FindChangeRequestId(caller, spaceId, query.changeRequestId));
    const { view, etag } = await this.dispatcher.ask(new GetChangeRequest(caller, { spaceId, changeRequestId }));
    return { record: new JsonText(JSON.stringify(view), etag), location: view.urls.location };
  }
}

/**
 * Whether a change request is the one that the visitor previews. Numbers can be guessed, so by number only an open one.
 */
function isPreviewed({ preview }: Visitor, { id, number, status }: ChangeRequestRow): boolean {
  return preview?.changeRequest === id || (status === 'open' && preview?.changeRequest === String(number));
}

/** Hides from visitors of a site email addresses, comments, and revisions other than the previewed one. */
function forVisitor(view: ChangeRequestView): ChangeRequestView {
  const { revisionMerged: _, mergedBy: __, conversationsIssuesCluster: ___, ...shown } = view;
  const { email: ____, ...createdBy } = shown.createdBy;
  const { revision } = shown;
  return { ...shown, createdBy, revisionInitial: revision, revisionMergedAncestor: revision, comments: 0 };
}

/**
 * A digest of the view, which includes data without a version of its own: names of users, comments, the head of the
 * space.
 */
function digestOf(view: unknown): string {
  return createHash('sha1').update(JSON.stringify(view)).digest('base64url').slice(0, 12);
}
