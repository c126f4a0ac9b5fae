import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page, PageRequest } from '#kernel/application/page';
import { Invalid, NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { requireSiteRole } from '../../sites/domain/site/site.policy.js';
import { SITES } from '../../sites/infrastructure/reading.js';
import { GetRedirect, ListRedirects, type RedirectOrder } from '../application/redirect.queries.js';
import type { SiteRedirectView } from '../application/redirect.view.js';
import type { RedirectState } from '../domain/redirect.js';
import { REDIRECT_COLUMNS, toRedirectView } from './redirect-row.js';

/** The order of a list, and the condition for the redirects after a given position ($5, $6). */
const ORDERS: Readonly<Record<RedirectOrder, { by: string; behind: string }>> = {
  createdAt: {
    by: 'o.created_at desc, o.id desc',
    behind: '$5::timestamptz is null or (o.created_at, o.id) < ($5::timestamptz, $6)',
  },
  updatedAt: {
    by: 'o.updated_at desc, o.id desc',
    behind: '$5::timestamptz is null or (o.updated_at, o.id) < ($5::timestamptz, $6)',
  },
  source: { by: 'o.source, o.id', behind: '$5::text is null or (o.source, o.id) > ($5::text, $6)' },
};

@QueryHandler(ListRedirects)
export class ListRedirectsHandler implements IQueryHandler<ListRedirects> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, siteId, wanted, page }: ListRedirects): Promise<Page<SiteRedirectView>> {
    requireSiteRole(caller, organizationId, siteId, 'read');
    const { draft, search, orderBy } = wanted;
    const request = normalizeRequest(page);
    const [place, id] = placeBehind(request, orderBy);
    const { by, behind } = ORDERS[orderBy];
    const rows = await this.sql.rows<RedirectState & {}>(
      `redirect.list-by-${orderBy}`,
      `select ${REDIRECT_COLUMNS} from ${SITES} s
       left join lateral (
         select * from publishing.redirect o where o.organization_id = $1 and o.site_id = s.id
           and o.draft = $3 and strpos(o.source || case when o.wildcard then '*' else '' end, lower($4)) > 0
           and (${behind})
         order by ${by} limit $7
       ) r on true
       where s.organization_id = $1 and s.id = $2 order by ${by.replaceAll('o.', 'r.')}`,
      [organizationId, siteId, draft, search, place, id, request.limit + 1],
    );
    if (rows.length === 0) throw new NotFound('Site not found');
    return toPage(
      rows.filter((row) => row.id !== null),
      request,
      (row) => [orderBy === 'source' ? row.source : row[orderBy].getTime(), row.id],
      (row) => toRedirectView(row, this.settings.publicUrl),
    );
  }
}

@QueryHandler(GetRedirect)
export class GetRedirectHandler implements IQueryHandler<GetRedirect> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, siteId, redirectId }: GetRedirect): Promise<SiteRedirectView> {
    requireSiteRole(caller, organizationId, siteId, 'read');
    const row = await this.sql.row<RedirectState & {}>(
      'redirect.get',
      `select ${REDIRECT_COLUMNS} from publishing.redirect r
       where r.organization_id = $1 and r.site_id = $2 and r.id = $3`,
      [organizationId, siteId, redirectId],
    );
    if (!row) throw new NotFound('Redirect not found');
    return toRedirectView(row, this.settings.publicUrl);
  }
}

/** The position after which a page of the list begins: a time or a source, and an id; nulls for the first page. */
function placeBehind(request: PageRequest, orderBy: RedirectOrder): [Date | string | null, string | null] {
  const cursor = readCursor(request, 2);
  if (!cursor) return [null, null];
  const [place, id] = cursor;
  if (typeof id === 'string') {
    if (orderBy === 'source' && typeof place === 'string') return [place, id];
    const moment = new Date(typeof place === 'number' ? place : NaN);
    if (orderBy !== 'source' && moment.getTime() >= 0) return [moment, id];
  }
  throw new Invalid('page is not a token of this list');
}
