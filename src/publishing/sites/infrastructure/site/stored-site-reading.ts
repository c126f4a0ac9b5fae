import { Injectable } from '@nestjs/common';
import type { LRUCache } from 'lru-cache';
import type { Caller } from '#kernel/application/caller';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import type { Role } from '#permissions';
import type { ReadSite, SiteReading } from '../../domain/site/site-reading.js';
import type { SiteState } from '../../domain/site/site.js';
import { requireSiteReader, requireSiteRole } from '../../domain/site/site.policy.js';
import { structureFor } from '../../domain/structure/shown-structure.js';
import { SITE_COLUMNS } from './site.store.js';

type SiteRow = { [Column in keyof SiteState]: SiteState[Column] | null } & { stamp: string };

/** A cached record, with the transaction that wrote it. */
interface KeptSite {
  stamp: string;
  site: SiteState;
}

/** For a record that transaction $3 wrote, returns only that it exists. */
const UNLESS_KNOWN = `select s.xmin::text as stamp, r.* from publishing.site s
  left join lateral (
    select ${SITE_COLUMNS} from publishing.site t
    where t.organization_id = $1 and t.id = s.id and t.xmin::text is distinct from $3::text) r on true
  where s.organization_id = $1 and s.id = $2`;

const BYTES_A_CHARACTER = 2;

/** Caches site records, and reads one again if it was written since: structures may be large. */
@Injectable()
export class StoredSiteReading implements SiteReading {
  readonly #sites: LRUCache<string, KeptSite>;

  constructor(
    private readonly sql: SqlQuery,
    private readonly unitOfWork: UnitOfWork,
    caches: CacheBudget,
  ) {
    this.#sites = caches.lru('sites with their structures', {
      sizeCalculation: ({ site }) => JSON.stringify(site).length * BYTES_A_CHARACTER,
    });
  }

  async forMember(caller: Caller, organizationId: string, siteId: string, wanted: Role = 'read'): Promise<ReadSite> {
    const role = requireSiteRole(caller, organizationId, siteId, wanted);
    return { site: await this.whole(organizationId, siteId), role };
  }

  async forReader(caller: Caller, organizationId: string, siteId: string): Promise<ReadSite> {
    const role = requireSiteReader(caller, organizationId, siteId);
    const site = await this.whole(organizationId, siteId);
    const { visitor } = caller;
    return { site: visitor ? { ...site, structure: structureFor(site, visitor.claims) } : site, role };
  }

  async whole(organizationId: string, siteId: string): Promise<SiteState> {
    const key = `${organizationId}/${siteId}`;
    const known = this.#sites.get(key);
    const row = await this.sql.row<SiteRow & {}>('site.get', UNLESS_KNOWN, [organizationId, siteId, known?.stamp]);
    if (!row) throw new NotFound('Site not found');
    if (known && row.version === null) return known.site;
    const { stamp, ...read } = row;
    const site = read as SiteState;
    // An open transaction may see changes that are never committed.
    if (!this.unitOfWork.open) this.#sites.set(key, { stamp, site });
    return site;
  }
}
