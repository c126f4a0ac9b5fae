import { Injectable } from '@nestjs/common';
import { OpensOrganizations } from '#kernel/application/organization-deletion';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { recordSchema } from '#kernel/infrastructure/database/record-schema';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import type { TeamRole } from '../domain/team-changes.js';
import { Team, type TeamState } from '../domain/team.js';
import type { Teams } from '../domain/teams.js';

export const teamSchema = recordSchema<TeamState>({
  name: 'Team',
  schema: 'organization',
  tableName: 'team',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    version: { type: 'int' },
    title: { type: 'text' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
  },
});

@Injectable()
@OpensOrganizations({ table: 'organization.team' })
export class TeamStore extends AggregateStore<TeamState, Team> implements Teams {
  protected readonly schema = teamSchema;
  protected readonly noun = 'Team';

  constructor(
    unitOfWork: UnitOfWork,
    private readonly events: Outbox,
    private readonly sql: SqlQuery,
  ) {
    super(unitOfWork, events);
  }

  async findToChange(organizationId: string, teamId: string): Promise<Team | undefined> {
    const state = await this.sql.row<TeamState>(
      'team.find-to-change',
      `select organization_id as "organizationId", id, version, title, created_at as "createdAt"
       from organization.team where organization_id = $1 and id = $2 for update`,
      [organizationId, teamId],
    );
    return state && Team.from(state);
  }

  async rolesOf(team: Team, userIds: readonly string[]): Promise<Map<string, TeamRole>> {
    const rows = await this.sql.rows<{ id: string; role: TeamRole }>(
      'team.roles-of',
      `select user_id as id, role from organization.team_member
       where organization_id = $1 and team_id = $2 and user_id = any($3)`,
      [team.organizationId, team.id, userIds],
    );
    return new Map(rows.map(({ id, role }) => [id, role]));
  }

  async put(team: Team, roles: ReadonlyMap<string, TeamRole>): Promise<void> {
    await this.sql.defer(
      'team.put-members',
      `insert into organization.team_member (organization_id, team_id, user_id, role)
       select $1, $2, n.user_id, n.role from unnest($3::text[], $4::text[]) n (user_id, role) order by n.user_id
       on conflict (organization_id, team_id, user_id) do update set role = excluded.role`,
      [team.organizationId, team.id, [...roles.keys()], [...roles.values()]],
    );
  }

  async drop(team: Team, userIds: readonly string[]): Promise<void> {
    await this.sql.defer(
      'team.drop-members',
      'delete from organization.team_member where organization_id = $1 and team_id = $2 and user_id = any($3)',
      [team.organizationId, team.id, userIds],
    );
  }

  async hasAll(organizationId: string, teamIds: readonly string[]): Promise<boolean> {
    const row = await this.sql.row<{ count: number }>(
      'team.has-all',
      'select count(*)::int as count from organization.team where organization_id = $1 and id = any($2)',
      [organizationId, teamIds],
    );
    return row?.count === teamIds.length;
  }

  /** Locks the teams only against deletion, so that concurrent newcomers do not wait for one another. */
  async follow(
    organizationId: string,
    userId: string,
    { join, leave }: { join: readonly string[]; leave: readonly string[] },
  ): Promise<{ joined: string[]; left: string[] }> {
    const joined =
      join.length === 0
        ? []
        : await this.sql.rows<{ id: string }>(
            'team.join',
            `insert into organization.team_member (organization_id, team_id, user_id, role)
       select t.organization_id, t.id, $3, 'member' from organization.team t
       where t.organization_id = $1 and t.id = any($2) order by t.id for key share of t
       on conflict do nothing returning team_id as id`,
            [organizationId, join, userId],
          );
    const left =
      leave.length === 0
        ? []
        : await this.sql.rows<{ id: string }>(
            'team.leave',
            `delete from organization.team_member where organization_id = $1 and team_id = any($2) and user_id = $3
       returning team_id as id`,
            [organizationId, leave, userId],
          );
    return { joined: joined.map(({ id }) => id), left: left.map(({ id }) => id) };
  }

  async recordSpaces(organizationId: string, counts: ReadonlyMap<string, number>): Promise<void> {
    await this.sql.defer(
      'team.note-spaces-2',
      `update organization.team t set spaces = ($3::jsonb ->> t.id)::int
       where t.organization_id = $1 and t.id = any(array(
         select o.id from organization.team o where o.organization_id = $1 and o.id = any($2::text[])
         order by o.id for no key update
       )) and t.spaces <> ($3::jsonb ->> t.id)::int`,
      [organizationId, [...counts.keys()], JSON.stringify(Object.fromEntries(counts))],
    );
  }

  async remove(team: Team): Promise<string[]> {
    const key = [team.organizationId, team.id];
    const members = await this.sql.rows<{ id: string }>(
      'team.drop-all',
      'delete from organization.team_member where organization_id = $1 and team_id = $2 returning user_id as id',
      key,
    );
    await this.sql.defer('team.remove', 'delete from organization.team where organization_id = $1 and id = $2', key);
    await this.events.store(team.takeEvents());
    return members.map(({ id }) => id);
  }

  protected from(state: TeamState): Team {
    return Team.from(state);
  }
}
