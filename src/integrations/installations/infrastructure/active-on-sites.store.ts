import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { INTEGRATION_NAMES, PUBLISHED_INTEGRATIONS } from '../../integrations/infrastructure/reading.js';
import { ActiveOnSites, type ActiveOnSite, type FollowedSite } from '../domain/active-on-sites.js';
import { siteScriptUrl } from './installation-views.js';

interface ActiveRow extends Record<string, unknown> {
  integrationId: string;
  installationId: string;
  name: string;
  scopes: string[];
  policy: string | null;
}

const ACTIVE = `select t.integration_id as "integrationId", t.installation_id as "installationId", i.name, i.scopes, i.policy
  from integrations.target_installation t
  join integrations.installation n
    on n.organization_id = t.organization_id and n.id = t.installation_id and n.status = 'active'
  join ${PUBLISHED_INTEGRATIONS} i on i.id = t.integration_id
  where t.organization_id = $1 and t.target_id = $2 and t.kind = 'site' and t.status = 'active' order by t.id limit $3`;

const SITES = `select t.organization_id as "organizationId", t.target_id as "siteId" from integrations.target_installation t`;

/** A site has at most so many scripts. */
const MOST_ACTIVE = 100;

@Injectable()
export class ActiveOnSitesStore extends ActiveOnSites {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {
    super();
  }

  async on({ organizationId, siteId }: FollowedSite): Promise<readonly ActiveOnSite[]> {
    const values = [organizationId, siteId, MOST_ACTIVE];
    const rows = await this.sql.rows<ActiveRow>('target-installation.active-on-site', ACTIVE, values);
    return rows.map(({ integrationId, installationId, name, scopes, policy }) => ({
      integrationId,
      name,
      scopes,
      contentSecurityPolicy: policy,
      scriptUrl: siteScriptUrl({ installationId, siteId }, name, this.settings),
    }));
  }

  sitesOf(integrationId: string): Promise<readonly FollowedSite[]> {
    return this.sql.rows<FollowedSite & {}>(
      'target-installation.sites-of',
      `${SITES} where t.integration_id = $1 and t.kind = 'site' order by t.id`,
      [integrationId],
    );
  }

  sitesOfInstallation(organizationId: string, installationId: string): Promise<readonly FollowedSite[]> {
    return this.sql.rows<FollowedSite & {}>(
      'target-installation.sites-of-installation',
      `${SITES} where t.organization_id = $1 and t.installation_id = $2 and t.kind = 'site' order by t.id`,
      [organizationId, installationId],
    );
  }

  async nameOf(integrationId: string): Promise<string | undefined> {
    const row = await this.sql.row<{ name: string }>(
      'integration.name-of',
      `select m.name from ${INTEGRATION_NAMES} m where m.integration_id = $1`,
      [integrationId],
    );
    return row?.name;
  }
}
