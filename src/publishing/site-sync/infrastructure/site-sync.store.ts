import { Injectable } from '@nestjs/common';
import { OpensOrganizations } from '#kernel/application/organization-deletion';
import { beginningOf } from '#kernel/domain/characters';
import { Conflict } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { hookSecret, isProven, type HookProof } from '#kernel/infrastructure/git-hook';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import type { GitBranch } from '#content';
import { SITES } from '../../sites/infrastructure/reading.js';
import type {
  SitePlace,
  SiteSync,
  SiteSyncDirection,
  SiteSyncPoint,
  SiteSyncs,
  SiteSyncTurn,
  WantedSiteSync,
} from '../domain/site-syncs.js';

/** A turn that was cut off without a trace is begun anew after so long. */
const PATIENCE_MS = 1_800_000;
const MAX_ERROR = 1000;

interface SyncRow {
  direction: SiteSyncDirection;
  url: string;
  folder: string | null;
  remote: string;
  setBy: string;
  spaces: string[];
}

interface TurnRow extends SyncRow {
  turn: string;
  path: string | null;
  text: string | null;
  commit: string | null;
  pushing: string | null;
}

const SYNC = 'y.direction, y.url, y.folder, y.remote, y.set_by as "setBy", y.spaces';
const TURN = `${SYNC}, y.turn_id as turn, y.path, y.config as text, y.commit, y.pushing`;
/** Whether a sync that is set anew is of the same branch and folder. */
const SAME = `(y.url = excluded.url and y.ref = excluded.ref and y.folder is not distinct from excluded.folder)`;

@Injectable()
@OpensOrganizations({ table: 'publishing.site_git_sync' })
export class SiteSyncStore implements SiteSyncs {
  constructor(
    private readonly sql: SqlQuery,
    private readonly secretBox: SecretBox,
  ) {}

  async set(
    { organizationId, siteId }: SitePlace,
    { direction, branch, folder, url }: WantedSiteSync & { url: string },
    setBy: string,
    now: Date,
  ): Promise<void> {
    const remote = this.secretBox.seal(JSON.stringify(branch), placeOf(siteId));
    await this.sql.rows(
      'site-sync.set',
      `insert into publishing.site_git_sync as y (organization_id, site_id, id, direction, url, ref, folder, remote,
         set_by, state, spaces, failures, next_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'waiting', '{}', 0, $10, $10)
       on conflict (organization_id, site_id) do update set
         direction = excluded.direction, url = excluded.url, ref = excluded.ref, folder = excluded.folder,
         remote = excluded.remote, set_by = excluded.set_by, state = 'waiting', failures = 0, next_at = excluded.next_at,
         updated_at = excluded.updated_at, turn_id = null, error = null, notice = null,
         path = case when ${SAME} then y.path end, config = case when ${SAME} then y.config end,
         commit = case when ${SAME} then y.commit end, pushing = case when ${SAME} then y.pushing end,
         synced_at = case when ${SAME} then y.synced_at end, report = case when ${SAME} then y.report end,
         spaces = case when y.url = excluded.url and y.ref = excluded.ref then y.spaces else '{}' end`,
      [organizationId, siteId, newId(now.getTime()), direction, url, branch.ref, folder ?? null, remote, setBy, now],
    );
  }

  async remove(place: SitePlace): Promise<SiteSync | undefined> {
    const row = await this.sql.row<SyncRow>(
      'site-sync.remove',
      `delete from publishing.site_git_sync y where organization_id = $1 and site_id = $2 returning ${SYNC}`,
      [place.organizationId, place.siteId],
    );
    return row && this.#sync(place, row);
  }

  async find(place: SitePlace): Promise<SiteSync | undefined> {
    const row = await this.sql.row<SyncRow>(
      'site-sync.find',
      `select ${SYNC} from publishing.site_git_sync y where organization_id = $1 and site_id = $2 for update`,
      [place.organizationId, place.siteId],
    );
    return row && this.#sync(place, row);
  }

  async exists({ organizationId, siteId }: SitePlace): Promise<boolean> {
    const row = await this.sql.row(
      'site-sync.exists',
      'select true as found from publishing.site_git_sync where organization_id = $1 and site_id = $2',
      [organizationId, siteId],
    );
    return row !== undefined;
  }

  async begin(place: SitePlace, now: Date): Promise<SiteSyncTurn | undefined> {
    const row = await this.sql.row<TurnRow>(
      'site-sync.begin',
      `update publishing.site_git_sync y set turn_id = $3, state = 'running', next_at = $4
       from ${SITES} s
       where y.organization_id = $1 and y.site_id = $2 and s.organization_id = y.organization_id and s.id = y.site_id
       returning ${TURN}`,
      [place.organizationId, place.siteId, newId(now.getTime()), new Date(now.getTime() + PATIENCE_MS)],
    );
    if (!row) return undefined;
    const { turn, path, text, commit, pushing } = row;
    const point = { path: path ?? undefined, text: text ?? undefined, commit: commit ?? undefined };
    return { ...this.#sync(place, row), ...point, turn, pushing: pushing ?? undefined };
  }

  async hold({ organizationId, siteId, turn }: SiteSyncTurn): Promise<readonly string[]> {
    const row = await this.sql.row<{ spaces: string[] }>(
      'site-sync.hold',
      `select spaces from publishing.site_git_sync where organization_id = $1 and site_id = $2 and turn_id = $3
       for update`,
      [organizationId, siteId, turn],
    );
    if (!row) throw replaced();
    return row.spaces;
  }

  async noteSpaces(turn: SiteSyncTurn, spaces: readonly string[]): Promise<void> {
    await this.#update(turn, 'site-sync.note-spaces', 'spaces = $4', [spaces]);
  }

  async pushing(turn: SiteSyncTurn, text: string): Promise<void> {
    await this.#update(turn, 'site-sync.pushing', 'pushing = $4', [text]);
  }

  async settle(
    turn: SiteSyncTurn,
    { path, text, commit, spaces, report, notice }: SiteSyncPoint,
    now: Date,
  ): Promise<void> {
    const point = [path, text, commit, spaces, now];
    const did = report === undefined ? [] : [JSON.stringify(report), notice];
    if (report === undefined) await this.#update(turn, 'site-sync.settle', SETTLED, point);
    else
      await this.#update(turn, 'site-sync.settle-changes', `${SETTLED}, report = $9, notice = $10`, [...point, ...did]);
  }

  async wait(turn: SiteSyncTurn, notice: string, next: Date): Promise<void> {
    await this.#update(turn, 'site-sync.wait', `state = 'waiting', error = null, notice = $4, next_at = $5`, [
      notice,
      next,
    ]);
  }

  async finish({ organizationId, siteId, turn }: SiteSyncTurn, now: Date, next: Date): Promise<void> {
    await this.sql.rows(
      'site-sync.finish',
      `update publishing.site_git_sync set state = 'success', failures = 0, error = null, next_at = $4,
         updated_at = case when error is null then updated_at else $5 end
       where organization_id = $1 and site_id = $2 and turn_id = $3`,
      [organizationId, siteId, turn, next, now],
    );
  }

  async fail(turn: SiteSyncTurn, error: string, now: Date, next: (failures: number) => Date): Promise<void> {
    const place = [turn.organizationId, turn.siteId, turn.turn];
    const row = await this.sql.row<{ failures: number }>(
      'site-sync.fail',
      `update publishing.site_git_sync set state = 'failure', failures = failures + 1,
         updated_at = case when error is not distinct from $4 then updated_at else $5 end, error = $4
       where organization_id = $1 and site_id = $2 and turn_id = $3 returning failures`,
      [...place, beginningOf(error, MAX_ERROR), now],
    );
    if (!row) return;
    await this.sql.rows(
      'site-sync.put-off',
      `update publishing.site_git_sync set next_at = $4
       where organization_id = $1 and site_id = $2 and turn_id = $3`,
      [...place, next(row.failures)],
    );
  }

  async due(now: Date, limit: number): Promise<SitePlace[]> {
    return this.sql.rows<SitePlace & {}>(
      'site-sync.due',
      `select organization_id as "organizationId", site_id as "siteId" from publishing.site_git_sync
       where next_at <= $1 order by next_at limit $2`,
      [now, limit],
    );
  }

  async withSpace(organizationId: string, spaceId: string, waiting: boolean): Promise<SitePlace[]> {
    return this.sql.rows<SitePlace & {}>(
      'site-sync.with-space',
      `select y.organization_id as "organizationId", y.site_id as "siteId" from publishing.site_git_sync y
       join ${SITES} s on s.organization_id = y.organization_id and s.id = y.site_id
       where y.organization_id = $1 and (y.spaces @> array[$2] or s.spaces @> array[$2])
         and (not $3::boolean or y.state in ('waiting', 'failure'))
       order by y.site_id`,
      [organizationId, spaceId, waiting],
    );
  }

  async hooked(hook: string, proof: HookProof, bytes: Buffer): Promise<SitePlace | undefined> {
    if (!isProven(hookSecret(this.secretBox, hook), proof, bytes)) return undefined;
    return this.sql.within({ table: 'publishing.site_git_sync', id: hook }, (organizationId) =>
      this.sql.row<SitePlace & {}>(
        'site-sync.hooked',
        `select organization_id as "organizationId", site_id as "siteId" from publishing.site_git_sync
         where organization_id = $1 and id = $2`,
        [organizationId, hook],
      ),
    );
  }

  async #update(turn: SiteSyncTurn, name: string, sets: string, values: unknown[]): Promise<void> {
    const rows = await this.sql.rows(
      name,
      `update publishing.site_git_sync set ${sets} where organization_id = $1 and site_id = $2 and turn_id = $3
       returning id`,
      [turn.organizationId, turn.siteId, turn.turn, ...values],
    );
    if (rows.length === 0) throw replaced();
  }

  #sync(place: SitePlace, { direction, url, folder, remote, setBy, spaces }: SyncRow): SiteSync {
    const branch = JSON.parse(this.secretBox.open(remote, placeOf(place.siteId))) as GitBranch;
    return { ...place, direction, url, branch, folder: folder ?? undefined, setBy, spaces };
  }
}

const SETTLED = `path = $4, config = $5, commit = $6, spaces = $7, pushing = null, synced_at = $8,
  updated_at = $8`;

const replaced = (): Conflict => new Conflict('Another turn of the sync has begun');

const placeOf = (siteId: string): string => `site_git_sync.remote:${siteId}`;
