import { setTimeout as sleep } from 'node:timers/promises';
import type { Struck } from '../../scenarios/checker/round.js';
import { QuireProcess, TOKEN } from '../../scenarios/support/quire-process.js';
import { ReplicatedPostgres } from '../../scenarios/support/replicated-postgres.js';
import { Balancer } from './balancer.js';
import { keepsNames, Pooler } from './pooler.js';
import { S3Store } from './s3-store.js';

const VICTIMS = ['one', 'two', 'worker', 'pooler', 'primary', 'replica'] as const;
const PATIENCE_MS = 60_000;
/** How long something is away before it comes back, at most. */
const AWAY_MS = 1_500;
/** What was acknowledged so long before the primary was killed may have reached no replica. */
const JUST_BEFORE_MS = 1_000;

/** Two `api` and a `worker` behind a balancer, with a pooler, a replica and a bucket; any but the bucket can be killed. */
export class Cluster implements Struck {
  readonly staleMs = 2_000;
  readonly victims = VICTIMS;
  /** When the primary was away. */
  readonly #away: { from: number; until: number }[] = [];
  readonly postgres = new ReplicatedPostgres();
  readonly #processes = new Map<string, QuireProcess>();
  readonly #balancer = new Balancer(() => ['one', 'two'].map((name) => this.#process(name).url));
  readonly #store = new S3Store();
  #pooler: Pooler | undefined;

  constructor(private readonly pgbouncer: string) {}

  get url(): string {
    return this.#balancer.url;
  }

  get databaseUrl(): string {
    return this.postgres.urlOf('primary');
  }

  async start(): Promise<void> {
    await this.postgres.create();
    const pooler = new Pooler(this.pgbouncer, this.databaseUrl, 'transaction', ['auth_type = trust']);
    this.#pooler = pooler;
    await pooler.start();
    const files = await this.#openBucket();
    for (const [name, role] of Object.entries({ one: 'api', two: 'api', worker: 'worker' })) {
      const quire = new QuireProcess({
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: this.databaseUrl,
        DATABASE_REPLICA_URLS: this.postgres.urlOf('replica'),
        QUIRE_SECRET_KEY: '5d'.repeat(32),
        QUIRE_PREPARED_STATEMENTS: keepsNames(this.pgbouncer) ? 'on' : 'off',
        QUIRE_ROLE: role,
        ...files,
      });
      this.#processes.set(name, quire);
      await quire.start();
    }
    await this.#balancer.open();
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }> {
    const answer = await fetch(`${this.url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
  }

  async kill(victim: string): Promise<void> {
    const away = Math.random() * AWAY_MS;
    if (victim === 'pooler') {
      await this.#pooler?.kill();
      await sleep(away);
      await this.#pooler?.start();
    } else if (victim === 'primary' || victim === 'replica') {
      const from = performance.now();
      const outage = { from, until: Infinity };
      if (victim === 'primary') this.#away.push(outage);
      await this.postgres.kill(victim);
      await sleep(away);
      await this.postgres.start(victim);
      for (const quire of this.#processes.values()) await quire.ready();
      outage.until = performance.now();
    } else {
      await this.#process(victim).kill();
      await sleep(away);
      await this.#process(victim).start();
    }
    for (const quire of this.#processes.values()) await quire.ready();
  }

  /**
   * Whether a visit that began then may lack what was acknowledged at this moment: right before the primary was killed,
   * as long as it is away and for the bound after that.
   */
  mayLack(at: number, begin: number): boolean {
    return this.#away.some(
      ({ from, until }) => at > from - JUST_BEFORE_MS && begin > from && begin < until + this.staleMs,
    );
  }

  /** The end of what each process wrote. */
  get lastOutput(): string {
    return [...this.#processes].map(([name, quire]) => `${name}: ${quire.lastOutput}`).join('\n');
  }

  expectRunning(): void {
    for (const quire of this.#processes.values()) quire.expectRunning();
  }

  async dispose(): Promise<void> {
    for (const quire of this.#processes.values()) await quire.kill();
    await this.#balancer.close();
    await this.#pooler?.dispose();
    await this.postgres.dispose();
    await this.#store.dispose();
  }

  /** The settings of a new bucket for files. */
  async #openBucket(): Promise<Record<string, string>> {
    await this.#store.start();
    const { bucket, region, endpoint, accessKeyId, secretAccessKey } = await this.#store.makeBucket();
    return {
      QUIRE_S3_BUCKET: bucket,
      QUIRE_S3_REGION: region,
      QUIRE_S3_ENDPOINT: endpoint,
      QUIRE_S3_ACCESS_KEY_ID: accessKeyId,
      QUIRE_S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
  }

  /** Waits until something holds, however often it can't be asked meanwhile. */
  async until(holds: () => Promise<boolean>, what: string): Promise<void> {
    for (const giveUp = Date.now() + PATIENCE_MS; Date.now() < giveUp; await sleep(50))
      if (await holds().catch(() => false)) return;
    throw new Error(`Not in time: ${what}`);
  }

  #process(name: string): QuireProcess {
    const found = this.#processes.get(name);
    if (!found) throw new Error(`There is no process ${name}`);
    return found;
  }
}
