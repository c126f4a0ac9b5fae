import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { SemanticChangesView } from '../../revisions/application/semantic-changes.view.js';
import {
  COMPARED_COLUMNS,
  SemanticChangesReader,
  type ComparedContents,
} from '../../revisions/infrastructure/revision/semantic-changes.reader.js';
import { callerParameters, roleOf } from '../../spaces/infrastructure/permission/access.js';
import { GetProposedChanges } from '../application/change-request.queries.js';
import { SPACES } from '../../spaces/infrastructure/reading.js';
import { REVISIONS } from '../../revisions/infrastructure/reading.js';

const OF_CHANGE_REQUEST = `select ${COMPARED_COLUMNS} from ${SPACES} s
  join content.change_request c on c.organization_id = s.organization_id and c.space_id = s.id
  join ${REVISIONS} r on r.organization_id = c.organization_id and r.id = c.revision_id
  join ${REVISIONS} b on b.organization_id = c.organization_id and b.id = c.revision_merged_ancestor
  where s.organization_id = $1 and s.id = $2 and s.deleted_at is null and c.id = $3`;

@QueryHandler(GetProposedChanges)
export class GetProposedChangesHandler implements IQueryHandler<GetProposedChanges> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly changes: SemanticChangesReader,
  ) {}

  async execute({ caller, key, limit }: GetProposedChanges): Promise<SemanticChangesView> {
    const { subjects, guestOf } = callerParameters(caller);
    const values = [key.spaceId, key.changeRequestId, subjects, guestOf];
    const row = await this.sql.within({ table: 'content.space', id: key.spaceId }, (organizationId) =>
      this.sql.row<ComparedContents>('changes.of-change-request', OF_CHANGE_REQUEST, [organizationId, ...values]),
    );
    if (!row || !roleOf(caller, row)) throw new NotFound('Change request not found');
    return this.changes.between(row, limit);
  }
}
