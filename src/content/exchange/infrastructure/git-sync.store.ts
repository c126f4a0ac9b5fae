import { Injectable } from '@nestjs/common';
import { OpensOrganizations } from '#kernel/application/organization-deletion';
import { EntityTagCache } from '#kernel/application/entity-tag-cache';
import { beginningOf } from '#kernel/domain/characters';
import { Conflict } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import { Settings } from '#kernel/infrastructure/settings';
import type { GitAddress } from '../domain/import/sources.js';
import type {
  CommitWords,
  GitSyncs,
  SyncDirection,
  SyncNotice,
  SyncPoint,
  SyncTurn,
  WantedSync,
} from '../domain/export/git-sync.js';
import type { Head } from '../../revisions/domain/ports.js';
import { checkedRemote, withSecrets } from './checked-remote.js';
import { RevisionHeads } from '../../revisions/infrastructure/revision/revision-heads.js';
import { lockSpace } from '../../spaces/infrastructure/space/lock-space.js';
import { hookSecret, isProven, type HookProof } from '#kernel/infrastructure/git-hook';
import { SPACES } from '../../spaces/infrastructure/reading.js';
import { CHANGE_REQUESTS, REVISIONS, REVISION_PARENTS } from '../../revisions/infrastructure/reading.js';
import { NamesRevisions } from '../../revisions/infrastructure/history/names-revisions.js';
import { OwnsRowsOfSpaces } from '../../spaces/infrastructure/space/space-rows.js';

/** A turn that was cut off without a trace is begun anew after so long. */
const PATIENCE_MS = 1_800_000;
const MAX_ERROR = 1000;

type Place = { organizationId: string; spaceId: string };

interface TurnRow {
  turn: string;
  direction: SyncDirection;
  url: string;
  folder: string | null;
  remote: string;
  setBy: string;
  base: string | null;
  commit: string | null;
  pushingRevision: string | null;
  pushingCommit: string | null;
}

const TURN = `y.turn_id as turn, y.direction, y.url, y.folder, y.remote, y.set_by as "setBy", y.base_id as base, y.commit,
  y.pushing_id as "pushingRevision", y.pushing_commit as "pushingCommit"`;

@Injectable()
@OwnsRowsOfSpaces({ table: 'git_sync' })
@OpensOrganizations({ table: 'content.git_sync' })
@NamesRevisions({ table: 'git_sync', columns: ['base_id', 'pushing_id'] })
export class GitSyncStore implements GitSyncs {
  constructor(
    private readonly sql: SqlQuery,
    private readonly secretBox: SecretBox,
    private readonly settings: Settings,
    private readonly heads: RevisionHeads,
    private readonly entityTags: EntityTagCache,
  ) {}

  async set({ organizationId, spaceId }: Place, wanted: WantedSync, setBy: string, now: Date): Promise<void> {
    const { direction, address } = wanted;
    const { url, ref, folder } = checkedRemote(this.settings, address, wanted.folder);
    await lockSpace(this.sql, { organizationId, spaceId });
    const known = await this.sql.row<{ url: string; remote: string }>(
      'git-sync.known',
      'select url, remote from content.git_sync where organization_id = $1 and space_id = $2 for no key update',
      [organizationId, spaceId],
    );
    const kept = known?.url === url ? this.#address(known.remote, spaceId) : undefined;
    const remote = withSecrets(address, ref, kept);
    await this.sql.rows(
      'git-sync.set',
      `insert into content.git_sync as y (organization_id, space_id, id, direction, url, ref, folder, remote, set_by,
         state, failures, next_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'waiting', 0, $10, $10)
       on conflict (organization_id, space_id) do update set
         direction = excluded.direction, url = excluded.url, ref = excluded.ref, folder = excluded.folder,
         remote = excluded.remote, set_by = excluded.set_by, state = 'waiting', failures = 0, next_at = excluded.next_at,
         updated_at = excluded.updated_at, turn_id = null, error = null, notice = null, change_request_id = null,
         base_id = case when ${SAME} then y.base_id end, commit = case when ${SAME} then y.commit end,
         synced_at = case when ${SAME} then y.synced_at end,
         pushing_id = case when ${SAME} then y.pushing_id end,
         pushing_commit = case when ${SAME} then y.pushing_commit end, report = case when ${SAME} then y.report end`,
      [
        organizationId,
        spaceId,
        newId(now.getTime()),
        direction,
        url,
        ref,
        folder,
        this.secretBox.seal(JSON.stringify(remote), placeOf(spaceId)),
        setBy,
        now,
      ],
    );
    this.entityTags.changed(spaceId);
  }

  async remove({ organizationId, spaceId }: Place): Promise<void> {
    await lockSpace(this.sql, { organizationId, spaceId });
    await this.sql.rows(
      'git-sync.remove',
      'delete from content.git_sync where organization_id = $1 and space_id = $2',
      [organizationId, spaceId],
    );
    this.entityTags.changed(spaceId);
  }

  async exists({ organizationId, spaceId }: Place): Promise<boolean> {
    const row = await this.sql.row(
      'git-sync.exists',
      'select true as found from content.git_sync where organization_id = $1 and space_id = $2',
      [organizationId, spaceId],
    );
    return row !== undefined;
  }

  async begin(space: Place, now: Date): Promise<SyncTurn | undefined> {
    const row = await this.sql.row<TurnRow>(
      'git-sync.begin',
      `update content.git_sync y set turn_id = $3, state = 'running', next_at = $4
       from ${SPACES} s
       where y.organization_id = $1 and y.space_id = $2
         and s.organization_id = y.organization_id and s.id = y.space_id and s.deleted_at is null
       returning ${TURN}`,
      [space.organizationId, space.spaceId, newId(now.getTime()), new Date(now.getTime() + PATIENCE_MS)],
    );
    return row && this.#turn(space, row);
  }

  async again({ organizationId, spaceId, turn }: SyncTurn): Promise<SyncTurn> {
    const row = await this.sql.row<TurnRow>(
      'git-sync.again',
      `select ${TURN} from content.git_sync y where organization_id = $1 and space_id = $2 and turn_id = $3`,
      [organizationId, spaceId, turn],
    );
    if (!row) throw replaced();
    return this.#turn({ organizationId, spaceId }, row);
  }

  async pushing(turn: SyncTurn, { revision, commit }: { revision: string; commit: string }): Promise<void> {
    await this.#update(turn, 'git-sync.pushing', 'pushing_id = $4, pushing_commit = $5', [revision, commit]);
  }

  async settle(turn: SyncTurn, { base, commit }: SyncPoint, now: Date, notice?: SyncNotice): Promise<void> {
    const point = [base ?? null, commit, now];
    if (notice) {
      const said = [notice.notice ?? null, notice.changeRequest ?? null];
      const sets = `${SETTLED}, notice = $7, change_request_id = $8`;
      await this.#update(turn, 'git-sync.settle-import-2', sets, [...point, ...said]);
    } else await this.#update(turn, 'git-sync.settle-2', SETTLED, point);
    this.entityTags.changed(turn.spaceId);
  }

  async report(turn: SyncTurn, report: object): Promise<void> {
    await this.#update(turn, 'git-sync.report', 'report = $4', [JSON.stringify(report)]);
  }

  async finish(turn: SyncTurn, now: Date, next: Date): Promise<void> {
    await this.sql.rows(
      'git-sync.finish',
      `update content.git_sync set state = 'success', failures = 0, error = null, next_at = $4,
         updated_at = case when error is null then updated_at else $5 end
       where organization_id = $1 and space_id = $2 and turn_id = $3`,
      [turn.organizationId, turn.spaceId, turn.turn, next, now],
    );
    this.entityTags.changed(turn.spaceId);
  }

  async fail(turn: SyncTurn, error: string, now: Date, next: (failures: number) => Date): Promise<boolean> {
    const place = [turn.organizationId, turn.spaceId, turn.turn];
    const row = await this.sql.row<{ failures: number }>(
      'git-sync.fail',
      `update content.git_sync set state = 'failure', failures = failures + 1,
         updated_at = case when error is not distinct from $4 then updated_at else $5 end, error = $4
       where organization_id = $1 and space_id = $2 and turn_id = $3 returning failures`,
      [...place, beginningOf(error, MAX_ERROR), now],
    );
    if (!row) return false;
    await this.sql.rows(
      'git-sync.put-off',
      'update content.git_sync set next_at = $4 where organization_id = $1 and space_id = $2 and turn_id = $3',
      [...place, next(row.failures)],
    );
    this.entityTags.changed(turn.spaceId);
    return true;
  }

  async due(now: Date, limit: number): Promise<Place[]> {
    return this.sql.rows<Place>(
      'git-sync.due',
      `select organization_id as "organizationId", space_id as "spaceId" from content.git_sync
       where next_at <= $1 order by next_at limit $2`,
      [now, limit],
    );
  }

  async hooked(hook: string, proof: HookProof, bytes: Buffer): Promise<Place | undefined> {
    if (!isProven(hookSecret(this.secretBox, hook), proof, bytes)) return undefined;
    return this.sql.row<Place>(
      'git-sync.hooked',
      'select organization_id as "organizationId", space_id as "spaceId" from content.git_sync where id = $1',
      [hook],
    );
  }

  async head(organizationId: string, spaceId: string, revision: string): Promise<Head | undefined> {
    return (await this.heads.find(organizationId, spaceId, [revision]))?.[0];
  }

  /** A merge with what came from the repository is about what the space had changed before. */
  async words(organizationId: string, revision: string): Promise<CommitWords> {
    const row = await this.sql.row<CommitWords>(
      'git-sync.words',
      `select r.author, r.created_at as at,
         coalesce(nullif(c.subject, '') || ' (#' || c.number || ')', 'Change request #' || c.number,
           nullif(r.message, '')) as message
       from ${REVISIONS} m
       left join ${REVISION_PARENTS} p on m.type = 'merge' and m.git is not null
         and p.organization_id = m.organization_id and p.revision_id = m.id and p.ordinal = 0
       join ${REVISIONS} r on r.organization_id = m.organization_id and r.id = coalesce(p.parent_id, m.id)
       left join ${CHANGE_REQUESTS} c
         on c.organization_id = r.organization_id and c.space_id = r.space_id and c.revision_merged = r.id
       where m.organization_id = $1 and m.id = $2`,
      [organizationId, revision],
    );
    if (!row) throw new Error(`The revision ${revision} is missing from the store.`);
    return row;
  }

  async #update(turn: SyncTurn, name: string, sets: string, values: unknown[]): Promise<void> {
    const rows = await this.sql.rows(
      name,
      `update content.git_sync set ${sets} where organization_id = $1 and space_id = $2 and turn_id = $3 returning id`,
      [turn.organizationId, turn.spaceId, turn.turn, ...values],
    );
    if (rows.length === 0) throw replaced();
  }

  #turn(space: Place, row: TurnRow): SyncTurn {
    const { turn, direction, url, setBy, pushingRevision, pushingCommit } = row;
    return {
      ...space,
      turn,
      direction,
      url,
      setBy,
      address: this.#address(row.remote, space.spaceId),
      folder: row.folder ?? undefined,
      base: row.base ?? undefined,
      commit: row.commit ?? undefined,
      pushing:
        pushingRevision === null || pushingCommit === null
          ? undefined
          : { revision: pushingRevision, commit: pushingCommit },
    };
  }

  #address(remote: string, spaceId: string): GitAddress & { ref: string } {
    return openedAddress(this.secretBox, remote, spaceId);
  }
}

const SETTLED = `base_id = $4, commit = $5, pushing_id = null, pushing_commit = null, synced_at = $6,
  updated_at = $6`;

/** Whether a sync that is set anew is of the same branch and folder. */
const SAME = `(y.url = excluded.url and y.ref = excluded.ref and y.folder is not distinct from excluded.folder)`;

const replaced = (): Conflict => new Conflict('Another turn of the sync has begun');

/** A sealed address, with its credentials. */
export function openedAddress(secretBox: SecretBox, remote: string, spaceId: string): GitAddress & { ref: string } {
  return JSON.parse(secretBox.open(remote, placeOf(spaceId))) as GitAddress & { ref: string };
}

const placeOf = (spaceId: string): string => `git_sync.remote:${spaceId}`;
