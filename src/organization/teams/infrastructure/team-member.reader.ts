import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import {
  authorizeMemberAccess,
  authorizeOrganization,
} from '../../organizations/application/authorize-organization.js';
import type { MemberTeamView, TeamMemberView } from '../application/team-member.view.js';
import { ListTeamMembers, ListTeamsOfMember } from '../application/team.queries.js';
import type { TeamRole } from '../domain/team-changes.js';
import { toMemberView, type MemberRow } from '../../members/infrastructure/member-view.js';
import { MEMBER_COLUMNS, MEMBER_TABLES, MEMBERS } from '../../members/infrastructure/reading.js';
import { TEAM_COLUMNS, toTeamView, type TeamRow } from './team-view.js';

/** A row without an item means that the owner of the list exists and the list is empty. */
type Listed<Row, Extra = object> = ((Row & { teamRole: TeamRole }) | { id: null }) & Extra;

/** The members of the team $3, after the id $4. */
const MEMBERS_OF_TEAM = `select listed.*, own.role as "ownRole" from organization.team t
  left join organization.team_member own
    on own.organization_id = t.organization_id and own.team_id = t.id and own.user_id = $2
  left join lateral (
    select ${MEMBER_COLUMNS}, i.role as "teamRole" from organization.team_member i
    join (${MEMBER_TABLES}) on m.organization_id = i.organization_id and m.id = i.user_id
    where i.organization_id = t.organization_id and i.team_id = t.id and i.user_id > $4
    order by i.user_id limit $5
  ) listed on true
  where t.organization_id = $1 and t.id = $3 order by listed.id`;

/** The teams of the member $3, after the id $4. */
const TEAMS_OF_MEMBER = `select listed.* from ${MEMBERS} m
  left join lateral (
    select ${TEAM_COLUMNS}, i.role as "teamRole" from organization.team_member i
    join organization.team t on t.organization_id = i.organization_id and t.id = i.team_id
    where i.organization_id = m.organization_id and i.user_id = m.user_id and i.team_id > $4
      and ($6::text is null or position(lower($6) in lower(t.title)) > 0)
    order by i.team_id limit $5
  ) listed on true
  where m.organization_id = $1 and m.user_id = $3 order by listed.id`;

@QueryHandler(ListTeamMembers)
export class ListTeamMembersHandler implements IQueryHandler<ListTeamMembers> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, teamId, page }: ListTeamMembers): Promise<Page<TeamMemberView>> {
    authorizeOrganization(caller, organizationId);
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const rows = await this.sql.rows<Listed<MemberRow, { ownRole: TeamRole | null }>>('team.members', MEMBERS_OF_TEAM, [
      organizationId,
      caller.userId,
      teamId,
      after,
      request.limit + 1,
    ]);
    if (!rows[0]?.ownRole) authorizeOrganization(caller, organizationId, 'listTeams');
    return toPage(
      itemsOf(rows, 'Team not found'),
      request,
      (row) => [row.id],
      (row) => ({
        organization: toMemberView(row, this.settings.publicUrl),
        team: { role: row.teamRole },
        permissions: { view: true },
      }),
    );
  }
}

@QueryHandler(ListTeamsOfMember)
export class ListTeamsOfMemberHandler implements IQueryHandler<ListTeamsOfMember> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ caller, organizationId, userId, filter, page }: ListTeamsOfMember): Promise<Page<MemberTeamView>> {
    const role = authorizeMemberAccess(caller, organizationId, userId, 'listTeams');
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const rows = await this.sql.rows<Listed<TeamRow>>('member.teams', TEAMS_OF_MEMBER, [
      organizationId,
      caller.userId,
      userId,
      after,
      request.limit + 1,
      filter.title ?? null,
    ]);
    return toPage(
      itemsOf(rows, 'Member not found'),
      request,
      (row) => [row.id],
      (row) => ({ team: toTeamView(row, role), member: { role: row.teamRole } }),
    );
  }
}

function itemsOf<Row extends { id: string | null }>(rows: Row[], unknown: string): Exclude<Row, { id: null }>[] {
  if (rows.length === 0) throw new NotFound(unknown);
  return rows.filter((row): row is Exclude<Row, { id: null }> => row.id !== null);
}
