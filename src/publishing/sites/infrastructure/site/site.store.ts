import { Injectable } from '@nestjs/common';
import { OpensOrganizations } from '#kernel/application/organization-deletion';
import { QueryFailedError } from 'typeorm';
import { Callers } from '#kernel/application/callers';
import { UnchangedRecords } from '#kernel/application/unchanged-records';
import { canonicalJson } from '#kernel/domain/canonical-json';
import { Conflict } from '#kernel/domain/errors';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { recordSchema, selectColumns } from '#kernel/infrastructure/database/record-schema';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { storedAddressesOf } from '../../domain/site/addresses.js';
import { Site, type SiteState } from '../../domain/site/site.js';
import type { Sites } from '../../domain/site/sites.js';
import { visitorsOf } from '../../domain/site/visitors-of.js';
import { ADDRESSES_RECORD } from '../reading.js';

export const siteSchema = recordSchema<SiteState>({
  name: 'Site',
  schema: 'publishing',
  tableName: 'site',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    version: { type: 'int' },
    type: { type: 'text' },
    title: { type: 'text' },
    visibility: { type: 'text' },
    basename: { type: 'text' },
    hostname: { type: 'text', nullable: true },
    proxy: { type: 'text', nullable: true },
    published: { type: 'boolean' },
    publishedAt: { type: 'timestamptz', name: 'published_at', nullable: true },
    adaptiveContent: { type: 'boolean', name: 'adaptive_content' },
    agentsContext: { type: 'text', name: 'agents_context' },
    structure: { type: 'jsonb' },
    spaces: { type: 'text', array: true },
    scripts: { type: 'jsonb' },
    access: { type: 'int' },
    createdBy: { type: 'text', name: 'created_by' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
  },
});

export const SITE_COLUMNS = selectColumns(siteSchema, 't');

const UNIQUE_VIOLATION = '23505';

/**
 * Stores sites with their addresses. What is cached about the visitors of a live site is invalidated when it changes.
 */
@Injectable()
@OpensOrganizations({ table: 'publishing.site' })
export class SiteStore extends AggregateStore<SiteState, Site> implements Sites {
  protected readonly schema = siteSchema;
  protected readonly noun = 'Site';
  /** The values of dependent rows, as they were when the site was loaded or last saved. */
  readonly #loaded = new WeakMap<Site, { addresses: string; published: boolean }>();

  constructor(
    unitOfWork: UnitOfWork,
    outbox: Outbox,
    private readonly sql: SqlQuery,
    private readonly callers: Callers,
    private readonly records: UnchangedRecords,
  ) {
    super(unitOfWork, outbox);
  }

  async held(organizationId: string, siteId: string): Promise<Site | undefined> {
    const [state] = await this.sql.rows<SiteState & {}>(
      'site.held',
      `select ${SITE_COLUMNS} from publishing.site t where t.organization_id = $1 and t.id = $2 for update`,
      [organizationId, siteId],
    );
    return state && this.from(state);
  }

  async heldWithSpace(organizationId: string, spaceId: string): Promise<Site[]> {
    const states = await this.sql.rows<SiteState & {}>(
      'site.held-with-space',
      `select ${SITE_COLUMNS} from publishing.site t
       where t.organization_id = $1 and t.spaces @> array[$2] order by t.id for update`,
      [organizationId, spaceId],
    );
    return states.map((state) => this.from(state));
  }

  async holdBasenames(organizationId: string): Promise<ReadonlySet<string>> {
    await this.sql.defer('site.hold-basenames', 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `sites of ${organizationId}`,
    ]);
    const rows = await this.sql.rows<{ basename: string }>(
      'site.basenames',
      'select basename from publishing.site where organization_id = $1',
      [organizationId],
    );
    return new Set(rows.map(({ basename }) => basename));
  }

  async liveWithSpaces(organizationId: string, spaces: readonly string[]): Promise<readonly SiteState[]> {
    return this.sql.rows<SiteState & {}>(
      'site.live-with-spaces',
      `select ${SITE_COLUMNS} from publishing.site t
       where t.organization_id = $1 and t.published and t.spaces && $2::text[] order by t.id`,
      [organizationId, spaces],
    );
  }

  async heldLive(organizationId: string): Promise<readonly SiteState[]> {
    return this.sql.rows<SiteState & {}>(
      'site.held-live',
      `select ${SITE_COLUMNS} from publishing.site t
       where t.organization_id = $1 and t.published order by t.id for update`,
      [organizationId],
    );
  }

  async organizationsByDefaultAddress(after: string, limit: number): Promise<string[]> {
    const rows = await this.sql.rows<{ id: string }>(
      'site.organizations-by-default-address',
      `select distinct t.organization_id as id from publishing.site t
       where t.organization_id > $1 and t.published and t.hostname is null and t.proxy is null order by 1 limit $2`,
      [after, limit],
    );
    return rows.map(({ id }) => id);
  }

  override async save(site: Site): Promise<void> {
    const before = this.#loaded.get(site);
    const state = site.snapshot();
    try {
      await super.save(site);
      if (before?.addresses !== addressKey(state)) await this.#writeAddresses(state);
    } catch (error) {
      throw taken(error) ?? error;
    }
    if (before?.published) await this.callers.changed(visitorsOf(site.id));
    this.records.changed(site.id);
    this.#note(site, state);
  }

  async remove(site: Site): Promise<void> {
    await super.save(site);
    await this.#dropAddresses(site);
    await this.sql.rows('site.remove', 'delete from publishing.site where organization_id = $1 and id = $2', [
      site.organizationId,
      site.id,
    ]);
    await this.callers.changed(visitorsOf(site.id));
    this.records.changed(site.id);
  }

  protected from(state: SiteState): Site {
    const site = Site.from(state);
    this.#note(site, state);
    return site;
  }

  #note(site: Site, state: SiteState): void {
    this.#loaded.set(site, { addresses: addressKey(state), published: state.published });
  }

  /** No foreign key does it where the database is distributed: addresses are on all nodes, their site is on one. */
  async #dropAddresses({ organizationId, id }: Pick<SiteState, 'organizationId' | 'id'>): Promise<void> {
    this.records.changed(ADDRESSES_RECORD);
    await this.sql.rows(
      'site.drop-addresses',
      `delete from publishing.site_address where organization_id = $1 and site_id = $2`,
      [organizationId, id],
    );
  }

  async #writeAddresses(state: SiteState): Promise<void> {
    const addresses = storedAddressesOf(state);
    await this.#dropAddresses(state);
    await this.sql.rows(
      'site.write-addresses',
      `insert into publishing.site_address (host, path, organization_id, site_id)
       select a.host, a.path, $1, $2 from unnest($3::text[], $4::text[]) a (host, path)`,
      [state.organizationId, state.id, addresses.map(({ host }) => host), addresses.map(({ path }) => path)],
    );
  }
}

function addressKey({ basename, hostname, proxy }: SiteState): string {
  return canonicalJson([basename, hostname, proxy]);
}

/** The conflict for a violated unique key; undefined for other errors. */
function taken(error: unknown): Conflict | undefined {
  const { code, constraint } = error instanceof QueryFailedError ? (error.driverError as PgError) : (error as PgError);
  if (code !== UNIQUE_VIOLATION) return undefined;
  // On a distributed database, the number of a shard follows.
  const name = constraint?.replace(/_\d+$/, '');
  if (name === 'site_by_basename') return new Conflict('The basename is taken by another site');
  return name === 'site_address_pkey' ? new Conflict('Another site is at that hostname or proxy') : undefined;
}

interface PgError {
  code?: string;
  constraint?: string;
}
