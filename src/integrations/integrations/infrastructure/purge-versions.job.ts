import { Injectable } from '@nestjs/common';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { Clock } from '#kernel/domain/clock';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { keptSince } from '#kernel/infrastructure/environment/retention';
import { Settings } from '#kernel/infrastructure/settings';

/** A script that runs was read before: a version that is younger is kept in any case. */
const LEAST_DAYS = 7;
/** Integrations that one statement finds. */
const INTEGRATIONS = 500;
/** Versions that one statement erases, each with its script. */
const BATCH = 50;

interface Place {
  organizationId: string;
  id: string;
}

/** The integrations after one, in order, that have versions to erase: $3 are kept, and those since $4. */
const CROWDED = `select i.organization_id as "organizationId", i.id from integrations.integration i
  where (i.organization_id, i.id) > ($1, $2) and exists (
    select from integrations.integration_version v where v.organization_id = i.organization_id
      and v.integration_id = i.id and v.release <= i.release - $3 and v.published_at < $4)
  order by i.organization_id, i.id limit ${INTEGRATIONS}`;

const LOCK = 'select release from integrations.integration where organization_id = $1 and id = $2 for update';

const ERASE = `with old as (
    select release from integrations.integration_version
    where organization_id = $1 and integration_id = $2 and release <= $3 and published_at < $4
    order by release limit ${BATCH}
  ), gone as (
    delete from integrations.integration_version v using old
    where v.organization_id = $1 and v.integration_id = $2 and v.release = old.release returning 1
  ) select count(*)::int as count from gone`;

const ERASE_PICTURES = `delete from integrations.integration_picture p
  where p.organization_id = $1 and p.integration_id = $2 and not exists (
    select from integrations.integration_version v where v.organization_id = $1 and v.integration_id = $2
      and (v.manifest ->> 'icon' = p.sha256 or v.manifest -> 'previewImages' ? p.sha256))`;

/**
 * Erases the versions of integrations beyond the newest QUIRE_KEEP_INTEGRATION_VERSIONS of each, with their scripts, their
 * secrets and the pictures that no other version has. The newest, which runs, is never among them. Runs every night.
 */
@Injectable()
@RunsJob('integrations.purge-versions', '58 3 * * *', { bounds: true })
export class PurgeIntegrationVersionsJob implements JobHandler {
  constructor(
    private readonly sql: SqlQuery,
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async run(_payload: unknown, signal: AbortSignal): Promise<void> {
    const { integrationVersions: kept } = this.settings.keep;
    if (kept === undefined) return;
    const before = keptSince(LEAST_DAYS, this.clock.now());
    let last: Place | undefined = { organizationId: '', id: '' };
    while (last) {
      const found: Place[] = await this.sql.rows<Place & {}>('integration.crowded', CROWDED, [
        ...[last.organizationId, last.id, kept, before],
      ]);
      for (const place of found) {
        do signal.throwIfAborted();
        while (await this.unitOfWork.transaction(() => this.#erase(place, kept, before)));
      }
      last = found.length < INTEGRATIONS ? undefined : found.at(-1);
    }
  }

  /** Whether there may be more. A publish waits meanwhile: it may use pictures again that are about to be erased. */
  async #erase({ organizationId, id }: Place, kept: number, before: Date): Promise<boolean> {
    const place = [organizationId, id];
    const integration = await this.sql.row<{ release: number }>('integration.lock-for-purge', LOCK, place);
    if (!integration) return false;
    const values = [...place, integration.release - kept, before];
    const erased = await this.sql.row<{ count: number }>('integration.erase-versions', ERASE, values);
    if (erased?.count === BATCH) return true;
    await this.sql.row('integration.erase-pictures', ERASE_PICTURES, place);
    return false;
  }
}
