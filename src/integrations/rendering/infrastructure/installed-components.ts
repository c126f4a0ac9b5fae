import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { INSTALLATIONS, TARGET_INSTALLATIONS } from '../../installations/infrastructure/reading.js';
import { DECLARED_COMPONENTS } from '../../integrations/infrastructure/reading.js';
import { mayBeShown, worksFor, type DeclaredComponents } from '../domain/component.js';
import type { RenderedPlace } from './rendered-place.js';

/** The installation of an integration that covers a place, with what the integration declares. */
export interface Installed extends DeclaredComponents {
  name: string;
  /** Of the integration. */
  id: string;
  installationId: string;
  organizationId: string;
  status: string;
  targetStatus: string | null;
  coversAll: boolean;
  /** Changes with everything that the script is given besides the event, and with the script. */
  version: string;
}

/** What is installed on the organization, or on one of the organizations, $1. */
const installedSql = (isOn: '= $1' | '= any($1)'): string => `select distinct on (i.name) i.name, i.id, i.blocks,
    i.configurations, i.content_sources as "contentSources", n.id as "installationId",
    n.organization_id as "organizationId", n.status, t.status as "targetStatus",
    case $3 when 'space' then n.space_selection = 'all' else n.site_selection = 'all' end as "coversAll",
    concat_ws(' ', i.version, n.version, t.version) as version
  from ${DECLARED_COMPONENTS} i
  join ${INSTALLATIONS} n on n.integration_id = i.id and n.organization_id ${isOn}
  left join ${TARGET_INSTALLATIONS} t
    on t.organization_id = n.organization_id and t.installation_id = n.id and t.kind = $3 and t.target_id = $4
  where i.name = any($2) and ($5 = false or t.target_id is not null) order by i.name, n.id`;
const INSTALLED = installedSql('= $1');
const INSTALLED_ON_ANY = installedSql('= any($1)');

@Injectable()
export class InstalledComponents {
  constructor(private readonly sql: SqlQuery) {}

  /** By the names of the integrations; one statement. */
  async of(names: readonly string[], place: RenderedPlace): Promise<ReadonlyMap<string, Installed>> {
    const { organizations, target, mustBeEnabled } = place;
    const [only] = organizations.length === 1 ? organizations : [];
    const values = [only ?? organizations, names, target?.kind ?? '', target?.id ?? '', mustBeEnabled];
    const rows = await (only === undefined
      ? this.sql.rows<Installed & {}>('rendering.installed-on-any', INSTALLED_ON_ANY, values)
      : this.sql.rows<Installed & {}>('rendering.installed', INSTALLED, values));
    return new Map(rows.map((row) => [row.name, row]));
  }
}

/** Whether a component may be shown at a place by an installation. */
export function isShownAt(installed: Installed, { context, target }: RenderedPlace, componentId: string): boolean {
  const { status, targetStatus, coversAll } = installed;
  return (
    worksFor(context.type, status) &&
    (!target || (targetStatus === null ? coversAll : worksFor(context.type, targetStatus))) &&
    mayBeShown(installed, componentId, context.type)
  );
}
