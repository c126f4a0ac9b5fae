import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { SamlOrganizations } from '../../domain/saml/saml.ports.js';

/** First key of the advisory locks on addresses; the second is a hash of the address. */
const ADDRESS_LOCKS = 7_815_698;

@Injectable()
export class SamlOrganizationStore implements SamlOrganizations {
  constructor(private readonly sql: SqlQuery) {}

  async hold(email: string): Promise<void> {
    await this.sql.rows('saml.hold-address', 'select pg_advisory_xact_lock($1, hashtext($2))', [ADDRESS_LOCKS, email]);
  }

  async hasTeam(organizationId: string, teamId: string): Promise<boolean> {
    const rows = await this.sql.rows(
      'saml.has-team',
      'select 1 from organization.team where organization_id = $1 and id = $2',
      [organizationId, teamId],
    );
    return rows.length === 1;
  }

  /** Holds the team only against its deletion: newcomers of one Monday morning don't wait for one another. */
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
