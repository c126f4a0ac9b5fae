import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';

import { Conflict, Forbidden, NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { roleAtLeast } from '#permissions';
import { AuthorizeSpace, type AuthorizedSpace } from '../../application/space/authorize-space-query.js';
import { callerParameters, grantedRank, roleOf, type AccessRow } from '../permission/access.js';

type ReachedSpace = AuthorizedSpace & AccessRow & { editMode: string };

const REACH = `select s.organization_id as "organizationId", s.id as "spaceId", s.title, s.edit_mode as "editMode",
    s.level, ${grantedRank('s', '$3')} as granted
  from content.space s where s.organization_id = $1 and s.id = $2 and s.deleted_at is null`;

@QueryHandler(AuthorizeSpace)
export class AuthorizeSpaceHandler implements IQueryHandler<AuthorizeSpace> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ caller, spaceId, role, edits }: AuthorizeSpace): Promise<AuthorizedSpace> {
    const { subjects } = callerParameters(caller);
    const space = await this.sql.within({ table: 'content.space', id: spaceId }, (organization) =>
      this.sql.row<ReachedSpace>('transfer.reach', REACH, [organization, spaceId, subjects]),
    );
    const actual = space && roleOf(caller, space);
    if (!space || !actual) throw new NotFound('Space not found');
    if (!roleAtLeast(actual, role)) throw new Forbidden(`This needs the role ${role} or more in the space`);
    if (edits && space.editMode === 'locked') throw new Conflict('The space is locked: no edits are taken');
    const { organizationId, title } = space;
    return { organizationId, spaceId, title };
  }
}
