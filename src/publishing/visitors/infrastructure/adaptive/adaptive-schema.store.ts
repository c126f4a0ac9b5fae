import { Injectable } from '@nestjs/common';
import { UnchangedRecords } from '#kernel/application/unchanged-records';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { AdaptiveSchemas } from '../../domain/adaptive/adaptive-schemas.js';
import type { AdaptiveJsonSchema } from '../../domain/adaptive/claim-schema.js';

@Injectable()
export class AdaptiveSchemaStore implements AdaptiveSchemas {
  constructor(
    private readonly sql: SqlQuery,
    private readonly records: UnchangedRecords,
  ) {}

  async put(organizationId: string, siteId: string, schema: AdaptiveJsonSchema, now: Date): Promise<void> {
    await this.sql.defer(
      'adaptive-schema.put',
      `insert into publishing.adaptive_schema (organization_id, site_id, json_schema, updated_at)
       values ($1, $2, $3, $4)
       on conflict (organization_id, site_id)
       do update set json_schema = excluded.json_schema, updated_at = excluded.updated_at`,
      [organizationId, siteId, JSON.stringify(schema), now],
    );
    this.records.changed(siteId);
  }
}
