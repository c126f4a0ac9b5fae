import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { requireSiteRole } from '../../../sites/domain/site/site.policy.js';
import { SITES } from '../../../sites/infrastructure/reading.js';
import { GetShareLink, ListShareLinks } from '../../application/share-link/share-link.queries.js';
import type { ShareLinkView } from '../../application/share-link/share-link.view.js';
import { hashOfKey } from '../../domain/share-link/share-link.js';
import { ShareLinkViews, SHARE_LINK_COLUMNS, type ShareLinkRow } from './share-link-views.js';

@QueryHandler(ListShareLinks)
export class ListShareLinksHandler implements IQueryHandler<ListShareLinks> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly views: ShareLinkViews,
  ) {}

  async execute({ caller, organizationId, siteId, search, page }: ListShareLinks): Promise<Page<ShareLinkView>> {
    const role = requireSiteRole(caller, organizationId, siteId, 'read');
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const rows = await this.sql.rows<ShareLinkRow>(
      'share-link.list',
      `select ${SHARE_LINK_COLUMNS} from ${SITES} s
       left join lateral (
         select * from publishing.share_link o where o.organization_id = $1 and o.site_id = s.id
           and o.id > $3 and (strpos(lower(o.name), lower($4)) > 0 or o.key_hash = $6)
         order by o.id limit $5
       ) l on true
       where s.organization_id = $1 and s.id = $2 order by l.id`,
      [organizationId, siteId, after, search, request.limit + 1, hashOfKey(search)],
    );
    if (rows.length === 0) throw new NotFound('Site not found');
    return toPage(
      rows.filter(({ id }) => id !== null),
      request,
      ({ id }) => [id],
      (row) => this.views.of(row, role),
    );
  }
}

@QueryHandler(GetShareLink)
export class GetShareLinkHandler implements IQueryHandler<GetShareLink> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly views: ShareLinkViews,
  ) {}

  async execute({ caller, organizationId, siteId, shareLinkId }: GetShareLink): Promise<ShareLinkView> {
    const role = requireSiteRole(caller, organizationId, siteId, 'read');
    const row = await this.sql.row<ShareLinkRow>(
      'share-link.get',
      `select ${SHARE_LINK_COLUMNS} from ${SITES} s
       join publishing.share_link l on l.organization_id = s.organization_id and l.site_id = s.id
       where s.organization_id = $1 and s.id = $2 and l.id = $3`,
      [organizationId, siteId, shareLinkId],
    );
    if (!row) throw new NotFound('Share link not found');
    return this.views.of(row, role);
  }
}
