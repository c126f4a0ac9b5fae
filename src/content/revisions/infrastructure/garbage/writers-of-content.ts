import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Distribution } from '#kernel/infrastructure/distribution/distribution';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';

/** How long is waited for transactions. */
const PATIENCE_MS = 2_000;
const POLL_MS = 20;
/** Where all nodes are asked each time. */
const POLL_NODES_MS = 100;

/** How far the transactions of the database have come, by their numbers. */
export interface Seen {
  /** What transactions below this one have written is visible. */
  below: string;
  /** The first number that was not given yet. */
  next: string;
}

const SEEN = `select pg_snapshot_xmin(pg_current_snapshot())::text as below,
  pg_snapshot_xmax(pg_current_snapshot())::text as next`;

/**
 * Numbers are the coordinator's. One that has committed there may still be prepared on a node; Citus keeps a row of it
 * until it is not.
 */
const SEEN_ON_NODES = `select least(pg_snapshot_xmin(pg_current_snapshot())::text::bigint, (
    select min(outer_xid::text::bigint) from pg_dist_transaction
  ))::text as below, pg_snapshot_xmax(pg_current_snapshot())::text as next`;

/** Every transaction that stored content, or found it stored already, holds such a lock until it ends. */
const WRITERS = `select virtualtransaction as id from pg_locks
  where locktype = 'relation' and mode = 'RowExclusiveLock' and granted and pid <> pg_backend_pid()
    and database = (select oid from pg_database where datname = current_database())
    and relation = any(array['content.revision', 'content.stored_ahead', 'content.node']::regclass[] || $1::regclass[])`;

/** Whether some of $1 have not ended. */
const UNDER_WAY = `exists(select from pg_locks where virtualtransaction = any($1) and locktype = 'relation')`;

/** And whether another transaction waits for this one. */
const WAITING = `select ${UNDER_WAY} as others,
  exists(
    select from pg_locks own join pg_locks other on other.locktype = 'transactionid' and not other.granted
      and other.transactionid = own.transactionid
    where own.locktype = 'transactionid' and own.granted and own.pid = pg_backend_pid()
  ) as blocks`;

const WAITING_ON_NODES = `select ${UNDER_WAY} as others,
  exists(select from citus_lock_waits where blocking_gpid = citus_backend_gpid()) as blocks`;

/** What is prepared on each node and not committed there, a line each. */
const PREPARED = `select success, result from run_command_on_all_nodes(
  'select coalesce(string_agg(gid, chr(10)), '''') from pg_prepared_xacts where database = current_database()')`;

/** A step that came to nothing: what it deleted may be referred to. Its transaction has to be rolled back. */
export class SweepRefused extends Error {
  override readonly name = 'SweepRefused';
}

/** The transactions that may refer to stored content, and that this one does not see yet. */
@Injectable()
export class WritersOfContent {
  constructor(
    private readonly sql: SqlQuery,
    private readonly distribution: Distribution,
  ) {}

  async seen(): Promise<Seen> {
    const row = this.distribution.isDistributed
      ? await this.sql.row<Seen & {}>('garbage.seen-on-nodes', SEEN_ON_NODES)
      : await this.sql.row<Seen & {}>('garbage.seen', SEEN);
    return row ?? { below: '0', next: '0' };
  }

  /**
   * Waits until all have ended that had a lock on one of the tables, or on those of revisions. Throws SweepRefused where
   * one of them takes long, or waits for the open transaction.
   */
  async wait(tables: readonly string[]): Promise<void> {
    const writers = await this.sql.rows<{ id: string }>('garbage.writers', WRITERS, [tables]);
    const ids = writers.map(({ id }) => id);
    const until = performance.now() + PATIENCE_MS;
    while (ids.length > 0) {
      const { others, blocks } = await this.#waiting(ids);
      if (!others) break;
      await this.#pause(blocks, until);
    }
    if (this.distribution.isDistributed) await this.#waitForPrepared(until);
  }

  async #waiting(ids: readonly string[]): Promise<{ others: boolean; blocks: boolean }> {
    const [name, text] = this.distribution.isDistributed
      ? ['garbage.waiting-on-nodes', WAITING_ON_NODES]
      : ['garbage.waiting', WAITING];
    const row = await this.sql.row<{ others: boolean; blocks: boolean }>(name, text, [ids]);
    return row ?? { others: true, blocks: true };
  }

  /** For those that have committed, so hold no lock of the coordinator any more, and were not visible on their node. */
  async #waitForPrepared(until: number): Promise<void> {
    const before = await this.#prepared();
    const left = (now: ReadonlySet<string>): boolean => [...before].some((gid) => now.has(gid));
    for (let now = before; left(now); now = await this.#prepared()) await this.#pause(false, until);
  }

  async #prepared(): Promise<ReadonlySet<string>> {
    const nodes = await this.sql.rows<{ success: boolean; result: string }>('garbage.prepared', PREPARED);
    if (nodes.some(({ success }) => !success)) throw new SweepRefused('A node does not answer');
    return new Set(nodes.flatMap(({ result }) => result.split('\n').filter(Boolean)));
  }

  async #pause(blocks: boolean, until: number): Promise<void> {
    if (blocks || performance.now() > until) throw new SweepRefused('Others are writing');
    await sleep(this.distribution.isDistributed ? POLL_NODES_MS : POLL_MS);
  }
}
