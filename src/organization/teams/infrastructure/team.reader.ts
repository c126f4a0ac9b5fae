import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { MEMBERS } from '../../members/infrastructure/reading.js';
import { authorizeOrganization } from '../../organizations/application/authorize-organization.js';
import { GetTeam, ListTeams } from '../application/team.queries.js';
import { TeamsByIds } from '../../contract/queries.js';
import type { TeamView } from '../../contract/team.view.js';
import { TEAM_COLUMNS, toTeamView, type TeamRow } from './team-view.js';

const BY_IDS = `select ${TEAM_COLUMNS} from organization.team t where t.organization_id = $1 and t.id = any($3)`;

/** Condition: the member manages the team, as its owner or as an administrator of the organization. */
const MANAGED = `exists (select from ${MEMBERS} m
    where m.organization_id = $1 and m.user_id = $4 and m.role = 'admin')
  or exists (select from organization.team_member o
    where o.organization_id = $1 and o.team_id = t.id and o.user_id = $4 and o.role = 'owner')`;

@QueryHandler(ListTeams)
export class ListTeamsHandler implements IQueryHandler<ListTeams> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ caller, organizationId, filter, page }: ListTeams): Promise<Page<TeamView>> {
    const role = authorizeOrganization(caller, organizationId, 'listTeams');
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const rows = await this.sql.rows<TeamRow>(
      'team.list',
      `select ${TEAM_COLUMNS} from organization.team t
       where t.organization_id = $1 and t.id > $5
         and ($3::text is null or position(lower($3) in lower(t.title)) > 0) and ($4::text is null or ${MANAGED})
       order by t.id limit $6`,
      [organizationId, caller.userId, filter.title ?? null, filter.owner ?? null, after, request.limit + 1],
    );
    return toPage(
      rows,
      request,
      (row) => [row.id],
      (row) => toTeamView(row, role),
    );
  }
}

@QueryHandler(GetTeam)
export class GetTeamHandler implements IQueryHandler<GetTeam> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ caller, organizationId, teamId }: GetTeam): Promise<TeamView> {
    const role = authorizeOrganization(caller, organizationId);
    const row = await this.sql.row<TeamRow>('team.by-ids', BY_IDS, [organizationId, caller.userId, [teamId]]);
    const view = row && toTeamView(row, role);
    if (!view?.permissions.view) authorizeOrganization(caller, organizationId, 'listTeams');
    if (!view) throw new NotFound('Team not found');
    return view;
  }
}

@QueryHandler(TeamsByIds)
export class TeamsByIdsHandler implements IQueryHandler<TeamsByIds> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ caller, organizationId, teamIds }: TeamsByIds): Promise<Map<string, TeamView>> {
    const role = authorizeOrganization(caller, organizationId);
    const rows = await this.sql.rows<TeamRow>('team.by-ids', BY_IDS, [organizationId, caller.userId, teamIds]);
    return new Map(rows.map((row) => [row.id, toTeamView(row, role)]));
  }
}
