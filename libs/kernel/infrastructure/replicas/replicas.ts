import { setTimeout as sleep } from 'node:timers/promises';
import type { ReplicaRead } from '../database/unit-of-work.js';
import { TRUSTED_FOR_MS } from '../events/notifications.js';
import { Looks } from './looks.js';
import { Replica } from './replica.js';
import { LOOK_MS, WalPositions } from './wal-positions.js';

interface PrimaryLook {
  system: string;
  position: number;
}

// What was committed and acknowledged is flushed.
const LOOK = `select (select system_identifier::text from pg_control_system()) as system,
  (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::float8 as position`;

const BEHIND = 'it is more than two seconds behind, or was promoted';

interface KnownReplica {
  replica: Replica;
  /** Whether it follows the primary. */
  isFollowing: boolean;
  /** The moment as of which it has everything. */
  currentAsOf: number;
}

export interface ReplicaOptions {
  /** Of the streaming replicas, without a pooler. */
  urls: readonly string[];
  /** Of the primary, without a pooler. */
  primaryUrl: string;
  /** Most connections to each. */
  poolSize: number;
}

/**
 * The streaming replicas, and as of which moment each has everything: the latest at which the primary's write-ahead log
 * was no further than what the replica has replayed since. One that is further behind than `TRUSTED_FOR_MS`, does not
 * answer, was promoted or belongs to another database is not used until it is right again. While the primary does not
 * answer, those go on, promoted or not, that were right when it last did: they may lack what was acknowledged in the last
 * moments before that.
 */
export class Replicas {
  readonly #positions = new WalPositions(2 * TRUSTED_FOR_MS);
  readonly #primary: Looks<PrimaryLook>;
  readonly #replicas: KnownReplica[];
  #system: string | undefined;
  #primaryAnswers = false;
  #answeredAt = -Infinity;
  #next = 0;
  #running: Promise<unknown> | undefined;
  readonly #stopping = new AbortController();

  constructor({ urls, primaryUrl, poolSize }: ReplicaOptions, log: (line: string) => void) {
    this.#primary = new Looks(primaryUrl, LOOK);
    this.#replicas = urls.map((url) => ({
      replica: new Replica(url, poolSize, () => this.#system, log),
      isFollowing: false,
      currentAsOf: -Infinity,
    }));
  }

  get exist(): boolean {
    return this.#replicas.length > 0;
  }

  async start(): Promise<void> {
    if (!this.exist) return;
    await this.#lookAtPrimary();
    await Promise.all(this.#replicas.map((known) => this.#lookAt(known)));
    this.#running = Promise.all([
      this.#repeatedly(() => this.#lookAtPrimary()),
      ...this.#replicas.map((known) => this.#repeatedly(() => this.#lookAt(known))),
    ]);
  }

  /** One of those that can be used, by turns. */
  choose(): ReplicaRead | undefined {
    const usable = this.#replicas.filter((known) => this.#isUsable(known));
    const chosen = usable[this.#next++ % usable.length];
    if (!chosen) return undefined;
    const { replica, currentAsOf } = chosen;
    return { pool: replica.pool, currentAsOf: this.#primaryAnswers ? currentAsOf : Infinity };
  }

  /** Something failed there: it is not used until it has been looked at again. */
  failed({ pool }: ReplicaRead): void {
    const known = this.#replicas.find(({ replica }) => replica.pool === pool);
    if (known) known.currentAsOf = -Infinity;
  }

  /** It did not answer: until it has been looked at again, replicas are used as while it does not. */
  primaryFailed(): void {
    this.#primaryAnswers = false;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await Promise.all([this.#primary.close(), ...this.#replicas.map(({ replica }) => replica.close())]);
  }

  #isUsable({ isFollowing, currentAsOf }: KnownReplica): boolean {
    const now = this.#primaryAnswers ? performance.now() : this.#answeredAt;
    return (isFollowing || !this.#primaryAnswers) && now - currentAsOf < TRUSTED_FOR_MS;
  }

  async #repeatedly(look: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await look();
    }
  }

  async #lookAtPrimary(): Promise<void> {
    const moment = performance.now();
    const found = await this.#primary.now();
    this.#primaryAnswers = typeof found !== 'string';
    if (typeof found === 'string') return;
    this.#system = found.system;
    this.#answeredAt = moment;
    this.#positions.add({ moment, position: found.position });
  }

  async #lookAt(known: KnownReplica): Promise<void> {
    const progress = await known.replica.look();
    known.isFollowing = progress?.isPromoted === false;
    known.currentAsOf = progress ? this.#positions.momentOf(progress.replayed) : -Infinity;
    if (progress && this.#primaryAnswers) known.replica.note(this.#isUsable(known) ? undefined : BEHIND);
  }
}
