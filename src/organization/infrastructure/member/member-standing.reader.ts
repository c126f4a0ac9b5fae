import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { MembersOfOrganization, type MemberStanding } from '../../contract/member.queries.js';

@QueryHandler(MembersOfOrganization)
export class MembersOfOrganizationHandler implements IQueryHandler<MembersOfOrganization> {
  constructor(private readonly sql: SqlQuery) {}

  execute({ organizationId, after, limit }: MembersOfOrganization): Promise<MemberStanding[]> {
    return this.sql.rows<MemberStanding>(
      'member.standing',
      `select m.id as "userId", m.role, array(select t.team_id from organization.team_member t
         where t.organization_id = m.organization_id and t.user_id = m.user_id) as teams
       from organization.member m where m.organization_id = $1 and m.id > $2 and not m.disabled order by m.id limit $3`,
      [organizationId, after, limit],
    );
  }
}
