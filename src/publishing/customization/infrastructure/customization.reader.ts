import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { Role } from '#permissions';
import { requireSiteRole } from '../../sites/domain/site/site.policy.js';
import { SITES } from '../../sites/infrastructure/reading.js';
import {
  GetSiteCustomization,
  GetSiteSpaceCustomization,
  ReadAssistantInstructions,
} from '../application/customization.queries.js';
import type { SiteCustomizationView, SiteSpaceCustomizationView } from '../application/customization.view.js';
import { complete, type StoredSettings } from '../domain/customization.js';
import { readsInstructions } from '../domain/customization.policy.js';

interface SettingsRow {
  settings: StoredSettings | null;
  updatedAt: Date | null;
}

interface OverrideRow extends SettingsRow {
  own: StoredSettings | null;
  ownUpdatedAt: Date | null;
  /** Whether the site space belongs to the site. */
  known: boolean;
}

@QueryHandler(GetSiteCustomization)
export class GetSiteCustomizationHandler implements IQueryHandler<GetSiteCustomization> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ caller, organizationId, siteId }: GetSiteCustomization): Promise<SiteCustomizationView> {
    const role = requireSiteRole(caller, organizationId, siteId, 'read');
    const row = await this.sql.row<SettingsRow & {}>(
      'customization.get',
      `select c.settings, c.updated_at as "updatedAt" from ${SITES} t
       left join publishing.customization c
         on c.organization_id = t.organization_id and c.site_id = t.id and c.site_space_id = ''
       where t.organization_id = $1 and t.id = $2`,
      [organizationId, siteId],
    );
    if (!row) throw new NotFound('Site not found');
    return toView(role, row.updatedAt, row.settings);
  }
}

@QueryHandler(ReadAssistantInstructions)
export class ReadAssistantInstructionsHandler implements IQueryHandler<ReadAssistantInstructions> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ organizationId, siteId }: ReadAssistantInstructions): Promise<string | undefined> {
    const row = await this.sql.row<{ instructions: string | null }>(
      'customization.instructions',
      `select c.settings #>> '{ai,instructions}' as instructions from publishing.customization c
       where c.organization_id = $1 and c.site_id = $2 and c.site_space_id = ''`,
      [organizationId, siteId],
    );
    return row?.instructions ?? undefined;
  }
}

@QueryHandler(GetSiteSpaceCustomization)
export class GetSiteSpaceCustomizationHandler implements IQueryHandler<GetSiteSpaceCustomization> {
  constructor(private readonly sql: SqlQuery) {}

  async execute(query: GetSiteSpaceCustomization): Promise<SiteSpaceCustomizationView> {
    const { caller, organizationId, siteId, siteSpaceId } = query;
    const role = requireSiteRole(caller, organizationId, siteId, 'read');
    const row = await this.sql.row<OverrideRow & {}>(
      'customization.get-override',
      `select c.settings, c.updated_at as "updatedAt", o.settings as own, o.updated_at as "ownUpdatedAt",
         t.structure -> 'siteSpaces' @> jsonb_build_array(jsonb_build_object('id', $3::text)) as known
       from ${SITES} t
       left join publishing.customization c
         on c.organization_id = t.organization_id and c.site_id = t.id and c.site_space_id = ''
       left join publishing.customization o
         on o.organization_id = t.organization_id and o.site_id = t.id and o.site_space_id = $3
       where t.organization_id = $1 and t.id = $2`,
      [organizationId, siteId, siteSpaceId],
    );
    if (!row) throw new NotFound('Site not found');
    if (!row.known) throw new NotFound('Site space not found');
    const changes = [row.updatedAt, row.ownUpdatedAt].flatMap((at) => at ?? []);
    const latest = changes.reduce<Date | null>((newest, at) => (newest && newest > at ? newest : at), null);
    return { ...toView(role, latest, row.settings, row.own), hasOverrides: row.own !== null };
  }
}

function toView(
  role: Role,
  updatedAt: Date | null,
  site: StoredSettings | null,
  own: StoredSettings | null = null,
): SiteCustomizationView {
  const view: SiteCustomizationView = complete(site ?? undefined, own ?? undefined);
  if (!readsInstructions(role)) delete view.ai.instructions;
  if (updatedAt) view.updatedAt = updatedAt.toISOString();
  return view;
}
