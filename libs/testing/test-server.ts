import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type pg from 'pg';
import type { Caller, Role } from '#kernel/application/caller';
import { Callers } from '#kernel/application/callers';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { Reactions } from '#kernel/infrastructure/events/reactions';
import { Lifecycle } from '#kernel/infrastructure/lifecycle';
import { readSettings } from '#kernel/infrastructure/settings';
import { CallerOfUser, CreateOrganization, CreateToken, CreateUser } from '#organization';
import { JOB_TABLE, TASK_TABLE } from '#library-internals';
import { MIGRATIONS } from '../../src/app.module.js';
import { createLog } from '../../src/logging.js';
import { Member } from '../../src/organization/members/domain/member.js';
import { Members } from '../../src/organization/members/domain/members.js';
import { createServer, serveDocument } from '../../src/server.js';
import { ApiClient } from './api-client.js';
import './statements/checked-statements.js';
import { ApiContract } from './api-document.js';
import { SearchedLog } from './log/searched-log.js';
import { TestClock } from './test-clock.js';
import { keepEvents } from './queue/kept-events.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';
import { testPool } from './test-pool.js';

/** A user with a token, and a client that sends it. */
export interface TestUser {
  id: string;
  token: string;
  api: ApiClient;
}

export interface TestServerOptions {
  /** Settings besides those of every test. */
  env?: Record<string, string>;
  /** Listen for notifications, run reactions and jobs; otherwise the test does it itself (`drain`, `runJobs`). */
  live?: boolean;
  /** Also serve the documentation of the API. */
  documentation?: boolean;
  /** A database to use, which is not dropped; otherwise a new one. */
  databaseUrl?: string;
}

let users = 0;
/** The signal of a process that goes on. */
const NEVER = new AbortController().signal;

/** The logs of the servers of a file, searched at the end of the file (test/setup/end-of-file.ts). */
const logs: SearchedLog[] = [];

function searchedLog(env: Readonly<Record<string, string>> = {}): SearchedLog {
  const log = new SearchedLog(env);
  logs.push(log);
  Object.assign(globalThis, { faultsOfLogs: () => logs.splice(0).flatMap((searched) => searched.faults()) });
  return log;
}

/** One for all servers: reading the document takes longer than most tests. */
let contract: ApiContract | undefined;

/** The shared server, and whether a spec is using it. */
let kept: { server: TestServer; taken: boolean } | undefined;

/** The real application on a real database, in the process of the test. */
export class TestServer {
  readonly clock = new TestClock();
  /** A client without a token. */
  readonly anonymous: ApiClient;
  /** Reads and writes tables besides the application. */
  readonly pool: pg.Pool;

  private constructor(
    readonly app: NestFastifyApplication,
    readonly databaseUrl: string,
    private readonly database: TestDatabase | undefined,
    private readonly folder: string,
    private readonly log: SearchedLog,
  ) {
    this.anonymous = this.as(undefined);
    this.pool = testPool(databaseUrl);
    // All providers share one clock, so that changing its method changes the time for all.
    Object.assign(app.get(Clock), { now: () => this.clock.now() });
  }

  static async start(options: TestServerOptions = {}): Promise<TestServer> {
    const database = options.databaseUrl === undefined ? await createTestDatabase(MIGRATIONS) : undefined;
    const databaseUrl = options.databaseUrl ?? database?.url ?? '';
    const folder = mkdtempSync(join(tmpdir(), 'quire-test-server-'));
    const settings = readSettings({
      QUIRE_DATA_DIR: folder,
      QUIRE_PUBLIC_URL: 'http://quire.test',
      QUIRE_RATE_LIMIT: 'off',
      QUIRE_LOG_LEVEL: 'debug',
      ...options.env,
    });
    const secretKey = Buffer.alloc(32, 7);
    const log = searchedLog(options.env);
    const app = await createServer({ settings, databaseUrl, secretKey }, createLog(settings.logLevel, log));
    log.follow(app.getHttpAdapter().getInstance() as never);
    if (options.documentation) serveDocument(app);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    const server = new TestServer(app, databaseUrl, database, folder, log);
    await keepEvents(app, server.pool);
    if (options.live) await app.get(Lifecycle).start();
    return server;
  }

  /**
   * A server for a spec without special needs: the one that an earlier spec of the same file returned, emptied, or a
   * new one. Starting takes more than a second each time. Specs that change the application itself start their own.
   */
  static async shared(): Promise<TestServer> {
    if (kept?.taken === true) return TestServer.start();
    if (kept) await kept.server.#empty();
    kept = { server: kept?.server ?? (await TestServer.start()), taken: true };
    // Called at the end of the file (test/setup/end-of-file.ts).
    Object.assign(globalThis, { endSharedServer });
    return kept.server;
  }

  get dispatcher(): Dispatcher {
    return this.app.get(Dispatcher);
  }

  /** Where it listens, for scripts and browsers; a shared one goes on listening. */
  async listen(): Promise<string> {
    if (!this.app.getHttpAdapter().getInstance().server.listening) await this.app.listen(0, '127.0.0.1');
    return this.app.getUrl();
  }

  /** A client that sends this token. */
  as(token: string | undefined): ApiClient {
    return new ApiClient(this.app, (contract ??= new ApiContract()), token);
  }

  /** A new user with this e-mail address, else a new one at example.com; unverified by default. */
  async user(name = 'Ada Example', email?: string, emailVerified = false): Promise<TestUser> {
    const address = email ?? `user${++users}@example.com`;
    const id = await this.dispatcher.run(new CreateUser(address, name, emailVerified));
    const { secret } = await this.dispatcher.run(new CreateToken(id, 'Test'));
    return { id, token: secret, api: this.as(secret) };
  }

  /** A user who is the administrator of a new organization. */
  async administrator(title = 'Example'): Promise<TestUser & { organization: string }> {
    const user = await this.user();
    return { ...user, organization: await this.dispatcher.run(new CreateOrganization(user.id, title)) };
  }

  /** A new user with a role in an organization; `null` for a guest. */
  async member(organization: string, role: Role | null): Promise<TestUser> {
    const user = await this.user();
    const members = this.app.get<Members>(Members as never, { strict: false });
    await this.app.get(UnitOfWork).transaction(async () => {
      await members.save(Member.join(organization, user.id, role, this.clock.now()));
      await this.app.get(Callers).changed(user.id);
    });
    return user;
  }

  /** A user as the caller of commands and queries. */
  async caller(userId: string): Promise<Caller> {
    const caller = await this.dispatcher.ask(new CallerOfUser(userId));
    if (!caller) throw new Error(`There is no user ${userId}`);
    return caller;
  }

  /** Runs the waiting reactions, with those that they cause; returns how many. Failed ones are not retried. */
  async drain(): Promise<number> {
    for (let ran = 0; ;) {
      const { length } = await this.#runWaiting(this.app.get(Reactions).reactions());
      if (length === 0) return ran;
      ran += length;
    }
  }

  /**
   * Runs the waiting jobs one after the other, as a worker would; returns their names. Those that wait for others run when
   * they are due, all others at once.
   */
  runJobs(): Promise<string[]> {
    return this.#runWaiting(this.#jobs());
  }

  async #runWaiting(handlers: ReadonlyMap<string, JobHandler>): Promise<string[]> {
    const { rows } = await this.pool.query<{ name: string; payload: unknown }>(
      `with done as (
         delete from ${JOB_TABLE} j using ${TASK_TABLE} t
         where t.id = j.task_id and t.identifier = any($1) and (t.identifier <> all($2) or j.run_at <= $3) returning j.id, j.payload, t.identifier as name
       ) select name, payload from done order by id`,
      [[...handlers.keys()], [...this.app.get(Reactions).waitingJobs().keys()], this.clock.now()],
    );
    for (const { name, payload } of rows) await handlers.get(name)?.run(payload, NEVER);
    return rows.map(({ name }) => name);
  }

  #jobs(): Map<string, JobHandler> {
    const reactions = this.app.get(Reactions);
    return new Map([...reactions.jobs(), ...reactions.waitingJobs()]);
  }

  /** Runs one job now, as its schedule would. */
  async runJob(name: string, payload: unknown = {}, signal = NEVER): Promise<void> {
    const handler: JobHandler | undefined = this.#jobs().get(name);
    if (!handler) throw new Error(`Nothing runs the job ${name}`);
    await handler.run(payload, signal);
  }

  /** The tables of all contexts with a row that has this id as its own or its space's. */
  async tablesNaming(id: string): Promise<string[]> {
    const columns = await this.rows<{ schema: string; table: string; column: string }>(
      `select c.table_schema as schema, c.table_name as table, c.column_name as column
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where t.table_type = 'BASE TABLE' and c.column_name in ('id', 'space_id') and c.data_type = 'text'
         and c.table_schema in ('kernel', 'organization', 'content')`,
    );
    const found = new Set<string>();
    for (const { schema, table, column } of columns) {
      const rows = await this.rows(`select 1 from "${schema}"."${table}" where "${column}" = $1 limit 1`, [id]);
      if (rows.length > 0) found.add(`${schema}.${table}`);
    }
    return [...found].sort();
  }

  async rows<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.pool.query<R>(text, values)).rows;
  }

  /** Stored data is searched for secrets like the log. */
  async #searchKept(): Promise<void> {
    const kept = await this.rows<{ text: string }>(
      `select payload::text as text from public.event union all
       select payload::text from ${JOB_TABLE} union all
       select to_jsonb(e)::text from organization.audit_event e`,
    );
    for (const { text } of kept) this.log.keep(text);
  }

  /**
   * Resets it to its state at the start: no rows except in the audit trail, which can't be emptied, no jobs, the real
   * time.
   */
  async #empty(): Promise<void> {
    await this.#searchKept();
    const tables = await this.rows<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname = any($1) and schemaname <> 'kernel' and tablename not like 'audit%' and tablename <> 'migration'
         or (schemaname, tablename) in
           (('public', 'event'), ('kernel', 'idempotent_request'), ('graphile_worker', '_private_jobs'))`,
      [MIGRATIONS.map(({ schema }) => schema)],
    );
    const filled = await this.rows<{ name: string }>(
      tables.map(({ name }) => `select '${name}' as name where exists (select 1 from ${name})`).join(' union all '),
    );
    if (filled.length > 0) await this.rows(`truncate ${filled.map(({ name }) => name).join(', ')} cascade`);
    this.clock.reset();
  }

  /**
   * Stops the application and drops its database, unless that was given. A shared one is returned for reuse instead.
   */
  async stop(): Promise<void> {
    if (kept?.server === this && kept.taken) {
      kept.taken = false;
      return;
    }
    await this.#searchKept();
    await this.pool.end();
    await this.app.close();
    await this.database?.drop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function endSharedServer(): Promise<void> {
  const server = kept?.server;
  kept = undefined;
  await server?.stop();
}
