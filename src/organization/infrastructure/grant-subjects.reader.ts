import { CommandHandler, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Role } from '#kernel/application/caller';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { NoteGrantedSpaces } from '../contract/commands.js';
import type { MemberView } from '../contract/member.view.js';
import { MembersByIds, TeamsByIds } from '../contract/queries.js';
import type { TeamView } from '../contract/team.view.js';

interface MemberRow {
  id: string;
  role: Role | null;
  joinedAt: Date;
  email: string;
  displayName: string;
  photoUrl: string | null;
}

@QueryHandler(MembersByIds)
export class MembersByIdsHandler implements IQueryHandler<MembersByIds> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ organizationId, userIds }: MembersByIds): Promise<Map<string, MemberView>> {
    const rows = await this.sql.rows<MemberRow>(
      'member.by-ids',
      `select m.id, m.role, m.joined_at as "joinedAt", u.email, u.display_name as "displayName", u.photo_url as "photoUrl"
       from organization.member m join organization."user" u on u.id = m.user_id
       where m.organization_id = $1 and m.id = any($2)`,
      [organizationId, userIds],
    );
    return new Map(rows.map((row) => [row.id, this.#view(row)]));
  }

  #view({ id, role, joinedAt, email, displayName, photoUrl }: MemberRow): MemberView {
    const photo = photoUrl === null ? {} : { photoURL: photoUrl };
    const urls = { location: `${this.settings.publicUrl}/v1/users/${id}` };
    const user = { object: 'user', id, displayName, email, ...photo, urls } as const;
    const counts = { disabled: false, sso: false, spaces: 0, teams: 0 };
    return { object: 'member', id, role, user, joinedAt: joinedAt.toISOString(), ...counts };
  }
}

@QueryHandler(TeamsByIds)
export class TeamsByIdsHandler implements IQueryHandler<TeamsByIds> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ caller, organizationId, teamIds }: TeamsByIds): Promise<Map<string, TeamView>> {
    const admin = caller.roles.get(organizationId) === 'admin';
    const rows = await this.sql.rows<{ id: string; title: string; spaces: number; members: number; createdAt: Date }>(
      'team.by-ids',
      `select t.id, t.title, t.spaces, t.created_at as "createdAt",
         (select count(*)::int from organization.team_member m
          where m.organization_id = t.organization_id and m.team_id = t.id) as members
       from organization.team t where t.organization_id = $1 and t.id = any($2)`,
      [organizationId, teamIds],
    );
    return new Map(
      rows.map(({ createdAt, ...row }) => [
        row.id,
        { object: 'team', ...row, createdAt: createdAt.toISOString(), permissions: { admin, view: true } },
      ]),
    );
  }
}

@CommandHandler(NoteGrantedSpaces)
export class NoteGrantedSpacesHandler implements ICommandHandler<NoteGrantedSpaces> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ organizationId, counts }: NoteGrantedSpaces): Promise<void> {
    const { teams = new Map<string, number>() } = counts;
    await this.sql.later(
      'team.note-spaces',
      `update organization.team t set spaces = n.spaces from unnest($2::text[], $3::int[]) n (id, spaces)
       where t.organization_id = $1 and t.id = n.id`,
      [organizationId, [...teams.keys()], [...teams.values()]],
    );
  }
}
