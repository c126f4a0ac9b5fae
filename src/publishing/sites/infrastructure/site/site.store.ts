import { Injectable } from '@nestjs/common';
import { EntitySchema, QueryFailedError } from 'typeorm';
import { Callers } from '#kernel/application/callers';
import { Dispatcher } from '#kernel/application/dispatcher';
import { canonicalJson } from '#kernel/domain/canonical-json';
import { Conflict } from '#kernel/domain/errors';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { Settings } from '#kernel/infrastructure/settings';
import { NotePublishedSpaces, type PublishedSpace } from '#content';
import { rootUrl, segmentsOf, storedAddressesOf } from '../../domain/site/addresses.js';
import { Site, type SiteState } from '../../domain/site/site.js';
import type { Sites } from '../../domain/site/sites.js';
import { visitorsOf } from './visitors-of.js';

export const siteSchema = new EntitySchema<SiteState>({
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
    access: { type: 'int' },
    createdBy: { type: 'text', name: 'created_by' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
  },
});

/** The columns of a site's state. */
export const SITE_COLUMNS = `t.organization_id as "organizationId", t.id, t.version, t.type, t.title, t.visibility, t.basename,
  t.hostname, t.proxy, t.published, t.published_at as "publishedAt", t.adaptive_content as "adaptiveContent",
  t.agents_context as "agentsContext", t.structure, t.spaces, t.access, t.created_by as "createdBy",
  t.created_at as "createdAt", t.updated_at as "updatedAt"`;

const UNIQUE_VIOLATION = '23505';

/** Sites, and what follows from them: where they are reached, and what their spaces show of being published. */
@Injectable()
export class SiteStore extends AggregateStore<SiteState, Site> implements Sites {
  protected readonly schema = siteSchema;
  protected readonly noun = 'Site';
  /** What was read, to see what changed. */
  readonly #read = new WeakMap<Site, SiteState>();

  constructor(
    unitOfWork: UnitOfWork,
    outbox: Outbox,
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
    private readonly callers: Callers,
    private readonly settings: Settings,
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
    await this.sql.later('site.hold-basenames', 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `sites of ${organizationId}`,
    ]);
    const rows = await this.sql.rows<{ basename: string }>(
      'site.basenames',
      'select basename from publishing.site where organization_id = $1',
      [organizationId],
    );
    return new Set(rows.map(({ basename }) => basename));
  }

  override async save(site: Site): Promise<void> {
    const before = this.#read.get(site);
    const state = site.snapshot();
    try {
      await super.save(site);
      if (!before || addressKey(before) !== addressKey(state)) await this.#writeAddresses(state);
    } catch (error) {
      throw taken(error) ?? error;
    }
    if (publicationKey(before) !== publicationKey(state)) await this.#noteSpaces(state, before);
    if (before?.published) await this.callers.changed(visitorsOf(site.id));
    this.#read.set(site, site.snapshot());
  }

  async remove(site: Site): Promise<void> {
    site.delete();
    const state = site.snapshot();
    await super.save(site);
    await this.sql.rows('site.remove', 'delete from publishing.site where organization_id = $1 and id = $2', [
      state.organizationId,
      state.id,
    ]);
    await this.#noteSpaces({ ...state, published: false }, state);
    await this.callers.changed(visitorsOf(site.id));
  }

  protected from(state: SiteState): Site {
    const site = Site.from(state);
    this.#read.set(site, site.snapshot());
    return site;
  }

  async #writeAddresses(state: SiteState): Promise<void> {
    const addresses = storedAddressesOf(state);
    await this.sql.rows(
      'site.drop-addresses',
      `delete from publishing.site_address where organization_id = $1 and site_id = $2`,
      [state.organizationId, state.id],
    );
    await this.sql.rows(
      'site.write-addresses',
      `insert into publishing.site_address (host, path, organization_id, site_id)
       select a.host, a.path, $1, $2 from unnest($3::text[], $4::text[]) a (host, path)`,
      [state.organizationId, state.id, addresses.map(({ host }) => host), addresses.map(({ path }) => path)],
    );
  }

  /** Tells of the spaces that the site shows, or showed before, where they are published now: on their oldest site. */
  async #noteSpaces(state: SiteState, before: SiteState | undefined): Promise<void> {
    const { organizationId } = state;
    const spaces = [...new Set([...state.spaces, ...(before?.spaces ?? [])])];
    if (spaces.length === 0 || !(state.published || before?.published)) return;
    const sites = await this.sql.rows<SiteState & {}>(
      'site.publishing-spaces',
      `select ${SITE_COLUMNS} from publishing.site t
       where t.organization_id = $1 and t.published and t.spaces && $2::text[] order by t.id`,
      [organizationId, spaces],
    );
    const published = new Map<string, PublishedSpace | null>(spaces.map((space) => [space, null]));
    for (const site of sites) {
      const root = rootUrl(site, this.settings);
      for (const siteSpace of site.structure.siteSpaces) {
        if (published.get(siteSpace.space) !== null) continue;
        const url = [...segmentsOf(site.structure, siteSpace), ''].join('/');
        published.set(siteSpace.space, { visibility: site.visibility, url: root + url });
      }
    }
    await this.dispatcher.run(new NotePublishedSpaces(organizationId, published));
  }
}

function addressKey({ basename, hostname, proxy }: SiteState): string {
  return canonicalJson([basename, hostname, proxy]);
}

function publicationKey(state: SiteState | undefined): string {
  if (!state?.published) return '';
  const { siteSpaces, items, defaultSection, defaultSiteSpace } = state.structure;
  return addressKey(state) + canonicalJson([state.visibility, siteSpaces, items, defaultSection, defaultSiteSpace]);
}

/** What a violated key says in words; undefined for other errors. */
function taken(error: unknown): Conflict | undefined {
  const { code, constraint } = error instanceof QueryFailedError ? (error.driverError as PgError) : (error as PgError);
  if (code !== UNIQUE_VIOLATION) return undefined;
  if (constraint === 'site_by_basename') return new Conflict('The basename is taken by another site');
  return constraint === 'site_address_pkey' ? new Conflict('Another site is at that hostname or proxy') : undefined;
}

interface PgError {
  code?: string;
  constraint?: string;
}
