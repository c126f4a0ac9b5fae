import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { IdempotentRequests, type Claim, type StoredAnswer } from '../../application/idempotent-requests.js';
import type { SqlQuery } from '../database/sql-query.js';
import type { SecretBox } from '../secret-box.js';

/** A claim that is unfinished after this time belongs to a process that ended. */
const CLAIM_SECONDS = 60;
const WAIT_MS = 30_000;
const KEPT = '24 hours';

interface ClaimRow {
  request_hash: string;
  expired: boolean;
  took_effect: boolean;
  status: number | null;
  headers: Record<string, string> | null;
  body: string | null;
}

/**
 * Keys and responses in PostgreSQL: a row is claimed before the request runs, and marked in the request's own
 * transaction. Responses are encrypted, because one may contain a secret that is shown only once.
 */
export class StoredRequests extends IdempotentRequests {
  readonly #running = new AsyncLocalStorage<{ caller: string; key: string }>();
  readonly #carried = new Set<string>();

  constructor(
    private readonly sql: SqlQuery,
    private readonly secretBox: SecretBox,
  ) {
    super();
  }

  async claim(caller: string, key: string, requestHash: string): Promise<Claim> {
    const deadline = performance.now() + WAIT_MS;
    for (let pause = 20; ; pause = Math.min(pause * 2, 500)) {
      const claim = await this.#tryClaim(caller, key, requestHash);
      if (claim.kind !== 'busy' || performance.now() > deadline) return claim;
      await sleep(pause);
    }
  }

  async #tryClaim(caller: string, key: string, requestHash: string): Promise<Claim> {
    await this.sql.rows(
      'idempotency.expire',
      `delete from kernel.idempotent_request where caller = $1 and key = $2 and created_at < now() - interval '${KEPT}'`,
      [caller, key],
    );
    const inserted = await this.sql.rows(
      'idempotency.claim',
      `insert into kernel.idempotent_request as r (caller, key, request_hash, claimed_until)
       values ($1, $2, $3, now() + make_interval(secs => ${CLAIM_SECONDS}))
       on conflict (caller, key) do update set claimed_until = excluded.claimed_until
         where r.claimed_until < now() and r.status is null and not r.took_effect and r.request_hash = excluded.request_hash
       returning 1`,
      [caller, key, requestHash],
    );
    if (inserted.length === 1) return { kind: 'run' };
    const row = await this.sql.row<ClaimRow>(
      'idempotency.read',
      `select request_hash, claimed_until < now() as expired, took_effect, status, headers, body
       from kernel.idempotent_request where caller = $1 and key = $2`,
      [caller, key],
    );
    if (!row) return { kind: 'busy' };
    if (row.request_hash !== requestHash) return { kind: 'mismatch' };
    if (row.status !== null) {
      const body = this.secretBox.open(row.body ?? '', placeOf(caller, key));
      return { kind: 'replay', answer: { status: row.status, headers: row.headers ?? {}, body } };
    }
    return row.took_effect && row.expired ? { kind: 'lost' } : { kind: 'busy' };
  }

  during<R>(caller: string, key: string, work: () => R): R {
    this.#carried.add(placeOf(caller, key));
    return this.#running.run({ caller, key }, work);
  }

  /** Called in each transaction that a command opens: its commit is the moment the request took effect. */
  async mark(): Promise<void> {
    const running = this.#running.getStore();
    if (!running) return;
    await this.sql.defer(
      'idempotency.mark',
      'update kernel.idempotent_request set took_effect = true where caller = $1 and key = $2 and not took_effect',
      [running.caller, running.key],
    );
  }

  async finish(caller: string, key: string, answer: StoredAnswer): Promise<void> {
    await this.sql.rows(
      'idempotency.finish',
      'update kernel.idempotent_request set status = $3, headers = $4, body = $5 where caller = $1 and key = $2',
      [
        caller,
        key,
        answer.status,
        JSON.stringify(answer.headers),
        this.secretBox.seal(answer.body, placeOf(caller, key)),
      ],
    );
    this.#ended(caller, key);
  }

  async release(caller: string, key: string): Promise<boolean> {
    const released = await this.sql.rows(
      'idempotency.release',
      `delete from kernel.idempotent_request
       where caller = $1 and key = $2 and status is null and not took_effect returning 1`,
      [caller, key],
    );
    this.#ended(caller, key);
    return released.length > 0;
  }

  /** Without such requests the context is disabled, which makes every promise cheaper (Node 20, 22). */
  #ended(caller: string, key: string): void {
    this.#carried.delete(placeOf(caller, key));
    if (this.#carried.size === 0) this.#running.disable();
  }

  /** Deletes what is older than 24 hours. */
  async purge(): Promise<void> {
    await this.sql.rows(
      'idempotency.purge',
      `delete from kernel.idempotent_request where created_at < now() - interval '${KEPT}'`,
    );
  }
}

function placeOf(caller: string, key: string): string {
  return `idempotent_request.body:${caller}:${key}`;
}
