import { Injectable } from '@nestjs/common';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { byOrganization } from '#kernel/domain/by-organization';
import { Clock } from '#kernel/domain/clock';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { keptSince } from '#kernel/infrastructure/environment/retention';
import { Settings } from '#kernel/infrastructure/settings';

/** Readers and renderers may have begun to read a version by its id: one that is younger is kept in any case. */
const LEAST_DAYS = 7;
/** Specifications that one statement looks at. */
const SPECS = 500;
/** Versions that one statement erases, each with its text, up to ten megabytes. */
const BATCH = 50;

interface SpecPlace {
  organizationId: string;
  id: string;
  crowded: boolean;
}

/** The specifications after one, in order, and which of them have versions to erase: $3 are kept, and those since $4. */
const OF_SPECS = `select s.organization_id as "organizationId", s.id, exists (
    select from (
      select o.created_at from publishing.openapi_version o
      where o.organization_id = s.organization_id and o.spec_id = s.id order by o.id desc offset $3
    ) older where older.created_at < $4
  ) as crowded
  from publishing.openapi_spec s where (s.organization_id, s.id) > ($1, $2)
  order by s.organization_id, s.id limit ${SPECS}`;

const ERASE = `with old as (
    select o.spec_id, o.id from publishing.openapi_spec s cross join lateral (
      select v.spec_id, v.id, v.created_at from publishing.openapi_version v
      where v.organization_id = $1 and v.spec_id = s.id order by v.id desc offset $3
    ) o
    where s.organization_id = $1 and s.id = any($2::text[]) and o.created_at < $4
      and o.id is distinct from s.last_version_id
    order by o.spec_id, o.id limit ${BATCH}
  ), gone as (
    delete from publishing.openapi_version v using old
    where v.organization_id = $1 and v.spec_id = old.spec_id and v.id = old.id returning 1
  ) select count(*)::int as count from gone`;

/**
 * Erases the versions of OpenAPI specifications beyond the newest QUIRE_KEEP_SPEC_VERSIONS of each, with their texts. The
 * latest, which blocks and pages show, is never among them. Runs every night.
 */
@Injectable()
@RunsJob('publishing.purge-openapi-versions', '53 3 * * *', { bounds: true })
export class PurgeVersionsJob implements JobHandler {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async run(_payload: unknown, signal: AbortSignal): Promise<void> {
    const { specVersions: kept } = this.settings.keep;
    if (kept === undefined) return;
    const before = keptSince(LEAST_DAYS, this.clock.now());
    let after = { organizationId: '', id: '' };
    for (;;) {
      const specs = await this.sql.rows<SpecPlace & {}>('openapi-version.of-specs', OF_SPECS, [
        ...[after.organizationId, after.id, kept, before],
      ]);
      for (const [organizationId, places] of byOrganization(specs.filter(({ crowded }) => crowded))) {
        const values = [organizationId, places.map(({ id }) => id), kept, before];
        while ((await this.#erase(values)) > 0) signal.throwIfAborted();
      }
      signal.throwIfAborted();
      const last = specs.at(-1);
      if (last === undefined || specs.length < SPECS) return;
      after = last;
    }
  }

  async #erase(values: readonly unknown[]): Promise<number> {
    const row = await this.sql.row<{ count: number }>('openapi-version.erase', ERASE, values);
    return row?.count ?? 0;
  }
}
