import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { MembersOfOrganization, AccessOfMembers, type MemberAccess } from '../../contract/member.queries.js';
import { TEAM_MEMBERS } from '../../teams/infrastructure/reading.js';

const MEMBER_ACCESS = `select m.id as "userId", m.role, array(select t.team_id from ${TEAM_MEMBERS} t
    where t.organization_id = m.organization_id and t.user_id = m.user_id) as teams
  from organization.member m where m.organization_id = $1 and not m.disabled`;

@QueryHandler(MembersOfOrganization)
export class MembersOfOrganizationHandler implements IQueryHandler<MembersOfOrganization> {
  constructor(private readonly sql: SqlQuery) {}

  execute({ organizationId, after, limit }: MembersOfOrganization): Promise<MemberAccess[]> {
    const values = [organizationId, after, limit];
    return this.sql.rows<MemberAccess>(
      'member.access-of-all',
      `${MEMBER_ACCESS} and m.id > $2 order by m.id limit $3`,
      values,
    );
  }
}

@QueryHandler(AccessOfMembers)
export class AccessOfMembersHandler implements IQueryHandler<AccessOfMembers> {
  constructor(private readonly sql: SqlQuery) {}

  execute({ organizationId, userIds }: AccessOfMembers): Promise<MemberAccess[]> {
    const values = [organizationId, userIds];
    return this.sql.rows<MemberAccess>('member.access', `${MEMBER_ACCESS} and m.id = any($2)`, values);
  }
}
