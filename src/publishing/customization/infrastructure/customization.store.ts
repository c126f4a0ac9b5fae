import { Injectable } from '@nestjs/common';
import { UnchangedRecords } from '#kernel/application/unchanged-records';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { StoredSettings } from '../domain/customization.js';
import type { Customizations, Customized } from '../domain/customizations.js';

@Injectable()
export class CustomizationStore implements Customizations {
  constructor(
    private readonly sql: SqlQuery,
    private readonly records: UnchangedRecords,
  ) {}

  async of(customized: Customized): Promise<StoredSettings | undefined> {
    const row = await this.sql.row<{ settings: StoredSettings }>(
      'customization.of',
      `select settings from publishing.customization
       where organization_id = $1 and site_id = $2 and site_space_id = $3`,
      keyOf(customized),
    );
    return row?.settings;
  }

  async put(customized: Customized, settings: StoredSettings, now: Date): Promise<void> {
    await this.sql.defer(
      'customization.put',
      `insert into publishing.customization (organization_id, site_id, site_space_id, settings, updated_at)
       values ($1, $2, $3, $4, $5)
       on conflict (organization_id, site_id, site_space_id)
       do update set settings = excluded.settings, updated_at = excluded.updated_at`,
      [...keyOf(customized), JSON.stringify(settings), now],
    );
    this.records.changed(customized.siteId);
  }

  async remove(customized: Customized): Promise<void> {
    await this.sql.defer(
      'customization.remove',
      `delete from publishing.customization where organization_id = $1 and site_id = $2 and site_space_id = $3`,
      keyOf(customized),
    );
    this.records.changed(customized.siteId);
  }
}

const keyOf = ({ organizationId, siteId, siteSpaceId = '' }: Customized): string[] => [
  organizationId,
  siteId,
  siteSpaceId,
];
