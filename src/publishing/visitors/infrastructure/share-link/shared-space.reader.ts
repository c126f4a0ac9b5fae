import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { PublishedUrlByShareKey } from '#content';
import { rootUrl } from '../../../sites/domain/site/addresses.js';
import type { SiteState } from '../../../sites/domain/site/site.js';
import { SITES } from '../../../sites/infrastructure/reading.js';
import { hashOfKey } from '../../domain/share-link/share-link.js';

type AddressedSite = Pick<SiteState, 'organizationId' | 'id' | 'basename' | 'hostname' | 'proxy'> & {};

/** Adds the key to a URL on the oldest live site that has the space and an active link with the key. */
@QueryHandler(PublishedUrlByShareKey)
export class PublishedUrlByShareKeyHandler implements IQueryHandler<PublishedUrlByShareKey> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ organizationId, spaceId, url, shareKey }: PublishedUrlByShareKey): Promise<string> {
    const site = await this.sql.row<AddressedSite>(
      'share-link.site-of-space-2',
      `select t.organization_id as "organizationId", t.id, t.basename, t.hostname, t.proxy from ${SITES} t
       where t.organization_id = $1 and t.spaces @> array[$2] and t.published and exists (
         select from publishing.share_link l where l.organization_id = $1 and l.site_id = t.id
           and l.key_hash = $3 and l.active)
       order by t.id limit 1`,
      [organizationId, spaceId, hashOfKey(shareKey)],
    );
    const root = site && rootUrl(site, this.settings);
    if (!site || root === undefined || !url.startsWith(root)) return url;
    return rootUrl(site, this.settings, shareKey) + url.slice(root.length);
  }
}
