import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Covered } from '#kernel/application/caller';
import type { Page } from '#kernel/application/page';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { HasSite } from '#organization';
import { SitesByIds } from '../../../contract/queries.js';
import type { SiteScriptView, SiteView } from '../../../contract/site.view.js';
import { GetSite, GetSiteScripts, ListSites } from '../../application/site/site.queries.js';
import { SiteReading } from '../../domain/site/site-reading.js';
import type { SiteState } from '../../domain/site/site.js';
import { requireSiteRole, siteRoleOf } from '../../domain/site/site.policy.js';
import { toSiteView } from './site-views.js';
import { SITE_COLUMNS } from './site.store.js';

@QueryHandler(GetSite)
export class GetSiteHandler implements IQueryHandler<GetSite> {
  constructor(
    private readonly reading: SiteReading,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, siteId }: GetSite): Promise<SiteView> {
    const { site, role } = await this.reading.forMember(caller, organizationId, siteId);
    return toSiteView(site, role, this.settings);
  }
}

@QueryHandler(GetSiteScripts)
export class GetSiteScriptsHandler implements IQueryHandler<GetSiteScripts> {
  constructor(private readonly reading: SiteReading) {}

  async execute({ caller, organizationId, siteId }: GetSiteScripts): Promise<SiteScriptView[]> {
    const { site } = await this.reading.forReader(caller, organizationId, siteId);
    return site.scripts;
  }
}

/** What every caller but a script is limited to. */
const EVERY_SITE: Covered = { all: true, ids: new Set() };

const FILTERS = `($4::text is null or t.spaces @> array[$4]) and ($5::text is null or strpos(lower(t.title), lower($5)) > 0)
  and ($6::boolean is null or t.published = $6) and ($7::text[] is null or t.type = any($7))`;

@QueryHandler(ListSites)
export class ListSitesHandler implements IQueryHandler<ListSites> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, filter, page }: ListSites): Promise<Page<SiteView>> {
    const role = requireSiteRole(caller, organizationId, undefined, 'read');
    const { all, ids } = caller.script?.installation?.sites ?? EVERY_SITE;
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const { space = null, title = null, published = null, types = null } = filter;
    const rows = await this.sql.rows<SiteState & {}>(
      'site.list',
      `select ${SITE_COLUMNS} from publishing.site t
       where t.organization_id = $1 and t.id > $2 and ${FILTERS} and $8::boolean <> (t.id = any($9)) order by t.id limit $3`,
      [organizationId, after, request.limit + 1, space, title, published, types, all, [...ids]],
    );
    return toPage(
      rows,
      request,
      (row) => [row.id],
      (row) => toSiteView(row, role, this.settings),
    );
  }
}

@QueryHandler(SitesByIds)
export class SitesByIdsHandler implements IQueryHandler<SitesByIds> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, siteIds }: SitesByIds): Promise<Map<string, SiteView>> {
    const role = siteRoleOf(caller, organizationId, undefined);
    if (!role || siteIds.length === 0) return new Map();
    const seen = siteIds.filter((id) => siteRoleOf(caller, organizationId, id));
    const rows = await this.sql.rows<SiteState & {}>(
      'site.by-ids',
      `select ${SITE_COLUMNS} from publishing.site t where t.organization_id = $1 and t.id = any($2)`,
      [organizationId, seen],
    );
    return new Map(rows.map((row) => [row.id, toSiteView(row, role, this.settings)]));
  }
}

@QueryHandler(HasSite)
export class HasSiteHandler implements IQueryHandler<HasSite> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ organizationId, siteId }: HasSite): Promise<boolean> {
    const rows = await this.sql.rows(
      'site.is-there',
      'select from publishing.site where organization_id = $1 and id = $2',
      [organizationId, siteId],
    );
    return rows.length > 0;
  }
}
