import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { SiteConfigs } from '../domain/site-configs.js';
import { SiteKeys, type KeyedNode } from '../domain/site-keys.js';

@Injectable()
export class SiteConfigStore implements SiteConfigs {
  constructor(private readonly sql: SqlQuery) {}

  async keys(organizationId: string, siteId: string): Promise<SiteKeys> {
    const row = await this.sql.row<{ keys: KeyedNode[] }>(
      'site-config.keys',
      'select keys from publishing.site_config where organization_id = $1 and site_id = $2',
      [organizationId, siteId],
    );
    return new SiteKeys(row?.keys ?? []);
  }

  async put(organizationId: string, siteId: string, keys: SiteKeys, now: Date): Promise<void> {
    await this.sql.rows(
      'site-config.put',
      `insert into publishing.site_config (organization_id, site_id, keys, updated_at) values ($1, $2, $3, $4)
       on conflict (organization_id, site_id) do update set keys = excluded.keys, updated_at = excluded.updated_at`,
      [organizationId, siteId, JSON.stringify(keys.toList()), now],
    );
  }
}
