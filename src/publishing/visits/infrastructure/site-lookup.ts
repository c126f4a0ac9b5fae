import { Injectable } from '@nestjs/common';
import type { LRUCache } from 'lru-cache';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import { Settings } from '#kernel/infrastructure/settings';
import { SITES_SEGMENT } from '../../sites/domain/site/addresses.js';
import { MOST_FOLDERS } from '../../sites/domain/site/site-fields.js';
import type { SiteStructure } from '../../sites/domain/structure/structure.js';
import { CUSTOMIZATIONS } from '../../customization/infrastructure/reading.js';
import { SITES, SITE_ADDRESSES } from '../../sites/infrastructure/reading.js';
import { hashOfKey, mayBeKey } from '../../visitors/domain/share-link/share-link.js';
import { ADAPTIVE_SCHEMAS, SHARE_LINKS, VISITOR_AUTHS } from '../../visitors/infrastructure/reading.js';
import type { FoundSite, LiveSites } from '../domain/live-sites.js';
import { readWantedUrl, type WantedUrl } from '../domain/wanted-url.js';

const BYTES_A_CHARACTER = 2;

/**
 * The live site at the longest of the paths $3 of the host $2, or with the id $5, where it is of the organization $1; $4
 * are hashes of keys after the paths.
 */
const LIVE = `(
    select p.place::int - 1 as depth, p.key, one.organization_id, one.site_id
    from unnest($3::text[], $4::text[]) with ordinality p (path, key, place)
    join ${SITE_ADDRESSES} one on one.host = $2 and one.path = p.path
    union all
    select 2, ($4::text[])[3], t.organization_id, t.id from ${SITES} t where t.organization_id = $1 and t.id = $5
    order by 1 desc limit 1
  ) a
  join ${SITES} t
    on t.organization_id = $1 and t.organization_id = a.organization_id and t.id = a.site_id and t.published
  left join ${VISITOR_AUTHS} v on v.organization_id = $1 and v.site_id = t.id
  left join ${ADAPTIVE_SCHEMAS} s on t.adaptive_content and s.organization_id = $1 and s.site_id = t.id
  left join ${SHARE_LINKS} l on l.key_hash = a.key and l.organization_id = $1 and l.site_id = t.id and l.active`;

const AT_ADDRESS = `select t.organization_id as "organizationId", t.id, t.version, t.visibility, t.basename, t.hostname,
    t.proxy, t.adaptive_content as "adaptiveContent", t.agents_context as "agentsContext", t.access,
    a.depth, v.fallback_url as "fallbackUrl",
    case when v.backend = 'integration' then coalesce(v.integration, '') end as integration, s.json_schema as schema, l.id as "shareLink"
  from ${LIVE}`;

const MARK = `select a.depth, concat_ws(' ', t.id, a.depth, t.version, t.access, coalesce(l.id, '-'),
    coalesce(v.writer, '-'), coalesce(s.writer, '-'), (
      select string_agg(c.site_space_id || ' ' || c.writer, ',' order by c.site_space_id)
      from ${CUSTOMIZATIONS} c where c.organization_id = $1 and c.site_id = t.id)) as mark
  from ${LIVE}`;

/** The organization of the longest of the paths $2 of the host $1. */
const ORGANIZATION = `select one.organization_id as "organizationId"
  from unnest($2::text[]) with ordinality p (path, place)
  join ${SITE_ADDRESSES} one on one.host = $1 and one.path = p.path order by p.place desc limit 1`;

/** What is looked for: own host, paths, hashes of keys, id. */
type Sought = readonly [string, readonly string[], readonly string[], string | null];

/**
 * Finds published sites by their addresses: one statement, one more for an address whose organization is not known yet,
 * and one for a structure that is not cached yet.
 */
@Injectable()
export class SiteLookup implements LiveSites {
  readonly #publicHost: string;
  readonly #recent: LRUCache<string, Sought>;
  /** The organizations that addresses had; statements find a site only where it still has the address. */
  readonly #organizations: LRUCache<string, string>;
  readonly #structures: LRUCache<string, { version: number; structure: SiteStructure }>;

  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
    caches: CacheBudget,
  ) {
    this.#recent = caches.lru('addresses of sites', { sizeCalculation: (_, url) => url.length * BYTES_A_CHARACTER });
    this.#organizations = caches.lru('organizations of addresses', {
      sizeCalculation: (id, address) => (id.length + address.length) * BYTES_A_CHARACTER,
    });
    this.#structures = caches.lru('structures by address', {
      sizeCalculation: ({ structure }) => JSON.stringify(structure).length * BYTES_A_CHARACTER,
    });
    this.#publicHost = new URL(settings.publicUrl).hostname;
  }

  at(wanted: WantedUrl): Promise<FoundSite | undefined> {
    return this.#find<FoundSite>('site.at-address-3', AT_ADDRESS, this.#sought(wanted));
  }

  async markAt(url: string): Promise<string | undefined> {
    const sought = this.#recent.get(url) ?? this.#sought(readWantedUrl(url));
    this.#recent.set(url, sought);
    return (await this.#find<{ depth: number; mark: string }>('site.mark-at-address', MARK, sought))?.mark;
  }

  #find<R extends { depth: number }>(name: string, text: string, sought: Sought): Promise<R | undefined> {
    const [, , , id] = sought;
    const read = (organizationId: string): Promise<R | undefined> =>
      this.sql.row<R & {}>(name, text, [organizationId, ...sought]);
    if (id === null) return this.#findAt(sought, read);
    return this.sql.within({ table: 'publishing.site', id }, read).then((named) => named ?? this.#findAt(sought, read));
  }

  async #findAt<R extends { depth: number }>(
    [host, paths]: Sought,
    read: (organizationId: string) => Promise<R | undefined>,
  ): Promise<R | undefined> {
    const known = this.#knownAt(host, paths);
    const found = known === undefined ? undefined : await read(known);
    if (found) return found;
    const now = await this.sql.row<{ organizationId: string }>('site-address.organization', ORGANIZATION, [
      host,
      paths,
    ]);
    if (!now || now.organizationId === known) return undefined;
    const current = await read(now.organizationId);
    if (current) this.#organizations.set(`${host}/${paths[current.depth]}`, now.organizationId);
    return current;
  }

  #knownAt(host: string, paths: readonly string[]): string | undefined {
    const at = paths.findLast((path) => this.#organizations.has(`${host}/${path}`));
    return at === undefined ? undefined : this.#organizations.get(`${host}/${at}`);
  }

  #sought({ host, segments }: WantedUrl): Sought {
    const named = segments.slice(0, MOST_FOLDERS);
    const paths = [...named.keys(), named.length].map((count) => named.slice(0, count).join('/'));
    // The segment after a site may be the key of a share link, of which only the hash is stored.
    const keys = paths.map((_, count) => {
      const { [count]: behind = '' } = segments;
      return mayBeKey(behind) ? hashOfKey(behind) : '';
    });
    const own = host === this.settings.sitesHost ? '' : host;
    const [first, id = null] = host === this.#publicHost ? segments : [];
    const served = first === SITES_SEGMENT ? id : null;
    return [own, paths, keys, served];
  }

  async structureOf({ organizationId, id, version }: FoundSite): Promise<SiteStructure | undefined> {
    const known = this.#structures.get(id);
    if (known?.version === version) return known.structure;
    const read = await this.sql.row<{ version: number; structure: SiteStructure }>(
      'site.structure',
      `select t.version, t.structure from ${SITES} t where t.organization_id = $1 and t.id = $2`,
      [organizationId, id],
    );
    if (read) this.#structures.set(id, read);
    return read?.structure;
  }
}
