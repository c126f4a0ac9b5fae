import { Injectable } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { requireSiteRole } from '../../../sites/domain/site/site.policy.js';
import { SITES } from '../../../sites/infrastructure/reading.js';
import {
  GetSiteAdaptiveSchema,
  ListSiteTemplateConditions,
} from '../../application/adaptive/adaptive-schema.queries.js';
import type {
  SiteAdaptiveSchemaView,
  TemplateConditionsView,
} from '../../application/adaptive/adaptive-schema.view.js';
import type { AdaptiveJsonSchema } from '../../domain/adaptive/claim-schema.js';
import { templateConditions } from '../../domain/adaptive/template-conditions.js';

interface SchemaRow {
  jsonSchema: AdaptiveJsonSchema | null;
  updatedAt: Date | null;
}

/** Returns the schema of a site to members with at least the role read. */
@Injectable()
export class AdaptiveSchemaReading {
  constructor(private readonly sql: SqlQuery) {}

  async read(caller: Caller, organizationId: string, siteId: string): Promise<SchemaRow> {
    requireSiteRole(caller, organizationId, siteId, 'read');
    const row = await this.sql.row<SchemaRow & {}>(
      'adaptive-schema.get',
      `select a.json_schema as "jsonSchema", a.updated_at as "updatedAt" from ${SITES} t
       left join publishing.adaptive_schema a on a.organization_id = t.organization_id and a.site_id = t.id
       where t.organization_id = $1 and t.id = $2`,
      [organizationId, siteId],
    );
    if (!row) throw new NotFound('Site not found');
    return row;
  }
}

@QueryHandler(GetSiteAdaptiveSchema)
export class GetSiteAdaptiveSchemaHandler implements IQueryHandler<GetSiteAdaptiveSchema> {
  constructor(private readonly reading: AdaptiveSchemaReading) {}

  async execute({ caller, organizationId, siteId }: GetSiteAdaptiveSchema): Promise<SiteAdaptiveSchemaView> {
    const { jsonSchema, updatedAt } = await this.reading.read(caller, organizationId, siteId);
    if (!jsonSchema || !updatedAt) throw new NotFound('The site has no adaptive schema');
    return { object: 'site-adaptive-schema', jsonSchema, updatedAt: updatedAt.toISOString() };
  }
}

@QueryHandler(ListSiteTemplateConditions)
export class ListSiteTemplateConditionsHandler implements IQueryHandler<ListSiteTemplateConditions> {
  constructor(private readonly reading: AdaptiveSchemaReading) {}

  async execute({ caller, organizationId, siteId }: ListSiteTemplateConditions): Promise<TemplateConditionsView> {
    const { jsonSchema } = await this.reading.read(caller, organizationId, siteId);
    return { items: jsonSchema ? templateConditions(jsonSchema) : [] };
  }
}
