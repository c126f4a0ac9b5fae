import { Injectable } from '@nestjs/common';
import type { Role } from '#kernel/application/caller';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { SamlMembers } from '../../domain/saml/saml.ports.js';

/** First key of the advisory locks on addresses; the second is a hash of the address. */
const ADDRESS_LOCKS = 7_815_698;

@Injectable()
export class SamlMemberStore implements SamlMembers {
  constructor(private readonly sql: SqlQuery) {}

  async hold(email: string): Promise<void> {
    await this.sql.rows('saml.hold-address', 'select pg_advisory_xact_lock($1, hashtext($2))', [ADDRESS_LOCKS, email]);
  }

  find(organizationId: string, userId: string): Promise<{ disabled: boolean; sso: boolean } | undefined> {
    return this.sql.row(
      'saml.member',
      'select disabled, sso from organization.member where organization_id = $1 and id = $2 for update',
      [organizationId, userId],
    );
  }

  async join(member: { organizationId: string; userId: string; role: Role | null; joinedAt: Date }): Promise<void> {
    await this.sql.rows(
      'saml.join',
      `insert into organization.member (organization_id, id, version, user_id, role, joined_at, sso)
       values ($1, $2, 1, $2, $3, $4, true)`,
      [member.organizationId, member.userId, member.role, member.joinedAt],
    );
  }

  async markSso(organizationId: string, userId: string): Promise<void> {
    await this.sql.rows(
      'saml.mark-sso',
      'update organization.member set sso = true, version = version + 1 where organization_id = $1 and id = $2',
      [organizationId, userId],
    );
  }

  async hasTeam(organizationId: string, teamId: string): Promise<boolean> {
    const rows = await this.sql.rows(
      'saml.has-team',
      'select 1 from organization.team where organization_id = $1 and id = $2',
      [organizationId, teamId],
    );
    return rows.length === 1;
  }

  async joinTeam(organizationId: string, teamId: string, userId: string): Promise<void> {
    await this.sql.rows(
      'saml.join-team',
      `insert into organization.team_member (organization_id, team_id, user_id, role)
       select t.organization_id, t.id, $3, 'member' from organization.team t
       where t.organization_id = $1 and t.id = $2 for key share of t
       on conflict do nothing`,
      [organizationId, teamId, userId],
    );
  }

  organization(organizationId: string): Promise<{ emailDomains: string[]; sso: boolean } | undefined> {
    return this.sql.row(
      'saml.organization',
      `select email_domains as "emailDomains", sso from organization.organization
       where organization_id = $1 and id = $1 for update`,
      [organizationId],
    );
  }
}
