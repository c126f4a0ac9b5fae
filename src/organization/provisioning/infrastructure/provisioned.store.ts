import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { TEAMS, TEAM_MEMBERS } from '../../teams/infrastructure/reading.js';
import type { ProvisionedGroups, ProvisionedUsers } from '../domain/provisioned.js';
import type { ProviderNames } from '../domain/resource/user-draft.js';

/** First key of the advisory locks on the titles of an organization's teams; the second is a hash of its id. */
const TITLE_LOCKS = 7_815_699;

@Injectable()
export class ProvisionedUserStore implements ProvisionedUsers {
  constructor(private readonly sql: SqlQuery) {}

  find(organizationId: string, userId: string): Promise<ProviderNames | undefined> {
    return this.sql.row<ProviderNames & {}>(
      'scim-user.find',
      `select external_id as "externalId", given_name as "givenName", family_name as "familyName",
         formatted_name as "formattedName"
       from organization.scim_user where organization_id = $1 and id = $2`,
      [organizationId, userId],
    );
  }

  async save(
    organizationId: string,
    userId: string,
    { externalId, givenName, familyName, formattedName }: ProviderNames,
    now: Date,
  ): Promise<void> {
    await this.sql.defer(
      'scim-user.save',
      `insert into organization.scim_user
         (organization_id, id, external_id, given_name, family_name, formatted_name, changed_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (organization_id, id) do update set external_id = excluded.external_id,
         given_name = excluded.given_name, family_name = excluded.family_name,
         formatted_name = excluded.formatted_name, changed_at = excluded.changed_at`,
      [organizationId, userId, externalId, givenName, familyName, formattedName, now],
    );
  }
}

@Injectable()
export class ProvisionedGroupStore implements ProvisionedGroups {
  constructor(private readonly sql: SqlQuery) {}

  async externalIdOf(organizationId: string, teamId: string): Promise<string | null> {
    const row = await this.sql.row<{ externalId: string | null }>(
      'scim-group.external-id',
      'select external_id as "externalId" from organization.scim_group where organization_id = $1 and id = $2',
      [organizationId, teamId],
    );
    return row?.externalId ?? null;
  }

  async save(organizationId: string, teamId: string, externalId: string | null, now: Date): Promise<void> {
    await this.sql.defer(
      'scim-group.save',
      `insert into organization.scim_group (organization_id, id, external_id, changed_at) values ($1, $2, $3, $4)
       on conflict (organization_id, id)
       do update set external_id = excluded.external_id, changed_at = excluded.changed_at`,
      [organizationId, teamId, externalId, now],
    );
  }

  async hasTitle(organizationId: string, title: string, but?: string): Promise<boolean> {
    await this.sql.rows('scim-group.lock-titles', 'select pg_advisory_xact_lock($1, hashtext($2))', [
      TITLE_LOCKS,
      organizationId,
    ]);
    // A statement of its own, to see what was committed while it waited for the lock.
    const rows = await this.sql.rows(
      'scim-group.has-title',
      `select 1 from ${TEAMS} t
       where t.organization_id = $1 and lower(t.title) = lower($2) and t.id is distinct from $3 limit 1`,
      [organizationId, title, but ?? null],
    );
    return rows.length > 0;
  }

  async membersBesides(organizationId: string, teamId: string, userIds: readonly string[]): Promise<string[]> {
    const rows = await this.sql.rows<{ id: string }>(
      'scim-group.members-besides-2',
      // Of thousands on both sides each is looked at once, whatever the planner knows of the team.
      `select i.user_id as id from ${TEAM_MEMBERS} i where i.organization_id = $1 and i.team_id = $2
       except select unnest($3::text[])`,
      [organizationId, teamId, userIds],
    );
    return rows.map(({ id }) => id);
  }
}
