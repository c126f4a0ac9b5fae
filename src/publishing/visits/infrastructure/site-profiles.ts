import { Injectable } from '@nestjs/common';
import type { LRUCache } from 'lru-cache';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import { publishedCustomization, type StoredSettings } from '../../customization/domain/customization.js';
import type { CustomizationSettings } from '../../customization/domain/settings.js';
import { CUSTOMIZATIONS } from '../../customization/infrastructure/reading.js';
import { SiteReading } from '../../sites/domain/site/site-reading.js';
import type { SiteState } from '../../sites/domain/site/site.js';
import { SITES } from '../../sites/infrastructure/reading.js';

/** A site with its customization, for all callers. */
export interface SiteProfile {
  /** The versions of all records it was read from: equal as long as none of them has changed. */
  mark: string;
  site: SiteState;
  look: CustomizationSettings;
  /** The customizations of site spaces with overrides, by their ids. */
  overrides: ReadonlyMap<string, CustomizationSettings>;
  /** All conditions of the site and of its customization, without duplicates. */
  conditions: readonly string[];
}

interface Look extends Record<string, unknown> {
  siteSpace: string;
  writer: string;
  settings: StoredSettings;
}

const BYTES_A_CHARACTER = 2;

const markOf = (version: number, looks: string): string => `${version} ${looks}`;

/** Reads sites with their customization in two statements, and checks in one whether a cached profile is current. */
@Injectable()
export class SiteProfiles {
  readonly #profiles: LRUCache<string, SiteProfile>;

  constructor(
    private readonly reading: SiteReading,
    private readonly sql: SqlQuery,
    caches: CacheBudget,
  ) {
    this.#profiles = caches.lru('customizations of sites', { sizeCalculation: bytesOf });
  }

  /** The cached profile, which may be outdated. */
  known(organizationId: string, siteId: string): SiteProfile | undefined {
    return this.#profiles.get(`${organizationId}/${siteId}`);
  }

  /** The current mark; undefined if the site was deleted. */
  async mark(organizationId: string, siteId: string): Promise<string | undefined> {
    const row = await this.sql.row<{ version: number; looks: string | null }>(
      'site.profile-mark',
      `select t.version, (
         select string_agg(c.site_space_id || ' ' || c.writer, ',' order by c.site_space_id)
         from ${CUSTOMIZATIONS} c where c.organization_id = $1 and c.site_id = t.id) as looks
       from ${SITES} t where t.organization_id = $1 and t.id = $2`,
      [organizationId, siteId],
    );
    return row && markOf(row.version, row.looks ?? '');
  }

  /** Throws NotFound if there is no such site. */
  async read(organizationId: string, siteId: string): Promise<SiteProfile> {
    const [site, looks] = await Promise.all([
      this.reading.whole(organizationId, siteId),
      this.sql.rows<Look>(
        'customization.of-site',
        `select c.site_space_id as "siteSpace", c.writer, c.settings from ${CUSTOMIZATIONS} c
         where c.organization_id = $1 and c.site_id = $2 order by c.site_space_id`,
        [organizationId, siteId],
      ),
    ]);
    const profile = profileOf(site, looks);
    this.#profiles.set(`${organizationId}/${siteId}`, profile);
    return profile;
  }
}

/** Apart from the site, which is cached by itself. */
function bytesOf({ mark, look, overrides, conditions }: SiteProfile): number {
  return JSON.stringify([mark, look, [...overrides], conditions]).length * BYTES_A_CHARACTER;
}

function profileOf(site: SiteState, looks: readonly Look[]): SiteProfile {
  const own = looks.find(({ siteSpace }) => siteSpace === '')?.settings;
  const look = publishedCustomization(site.title, own);
  const overrides = new Map(
    looks.flatMap(({ siteSpace, settings }) =>
      siteSpace === '' ? [] : [[siteSpace, publishedCustomization(site.title, own, settings)] as const],
    ),
  );
  const { siteSpaces, items } = site.structure;
  const links = [look, ...overrides.values()].flatMap(({ header }) => header.links);
  const conditional: readonly { condition?: string | null }[] = [
    ...[...siteSpaces, ...items.filter((item) => item.kind !== 'group')],
    ...links,
  ];
  return {
    mark: markOf(site.version, looks.map(({ siteSpace, writer }) => `${siteSpace} ${writer}`).join()),
    ...{ site, look, overrides },
    conditions: [...new Set(conditional.flatMap(({ condition }) => condition ?? []))],
  };
}
