import type { DataSource, EntitySchema } from 'typeorm';
import type { ReactionMark } from '#kernel/application/reactions';
import { SeparateConnections } from '#kernel/infrastructure/database/separate-connections';
import { closeDatabase, openDatabase, poolOf } from '#kernel/infrastructure/database/open-database';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import { RecordOrganizations } from '#kernel/infrastructure/organizations/record-organizations';
import { ChangeNotices } from '#kernel/infrastructure/distribution/change-notices';
import { Distribution } from '#kernel/infrastructure/distribution/distribution';
import { Notifications } from '#kernel/infrastructure/events/notifications';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { JobWriter } from '#kernel/infrastructure/jobs/job-writer';
import { QueuedJobs } from '#kernel/infrastructure/jobs/queued-jobs';
import { CarriedEventChain } from '#kernel/infrastructure/requests/carried-event-chain';
import { MIGRATIONS } from '../../src/app.module.js';
import './statements/checked-statements.js';
import { createTestDatabase } from './test-database.js';

/** The kernel's parts in one process, on a database that several may share. */
export class TestProcess {
  readonly unitOfWork: UnitOfWork;
  readonly sql: SqlQuery;
  readonly outbox: Outbox;
  readonly jobs: QueuedJobs;
  readonly notifications: Notifications;
  readonly changeNotices: ChangeNotices;
  /** The reactions in this process. */
  readonly reactions: ReactionMark[] = [];
  /** The warnings that the process would have logged. */
  readonly warnings: string[] = [];
  readonly #aside: SeparateConnections;

  private constructor(
    readonly url: string,
    readonly dataSource: DataSource,
    distribution: Distribution,
  ) {
    this.unitOfWork = new UnitOfWork(dataSource);
    this.#aside = new SeparateConnections(url);
    const organizations = new RecordOrganizations(new CacheBudget(8_000_000));
    this.sql = new SqlQuery(dataSource, this.unitOfWork, this.#aside, organizations);
    this.changeNotices = new ChangeNotices(this.sql, this.unitOfWork, distribution);
    const conditions = () =>
      new Map(this.reactions.flatMap(({ name, onlyWhere }) => (onlyWhere ? [[name, onlyWhere]] : [])));
    const writer = new JobWriter(this.sql, this.unitOfWork, new CarriedEventChain(), { conditions }, distribution);
    this.outbox = new Outbox(writer, { to: (event) => this.reactions.filter((mark) => mark.event === event) });
    this.jobs = new QueuedJobs(writer);
    this.notifications = new Notifications(url, (message) => void this.warnings.push(message));
  }

  static async open(url: string, entities: EntitySchema[] = []): Promise<TestProcess> {
    const dataSource = await openDatabase({ url, poolSize: 8, entities });
    return new TestProcess(url, dataSource, await Distribution.of(poolOf(dataSource), MIGRATIONS, 0));
  }

  async close(): Promise<void> {
    await this.notifications.close();
    await this.#aside.onApplicationShutdown();
    await closeDatabase(this.dataSource);
  }
}

/** A database on which a test runs as many processes as it needs; all end with it. */
export class TestCluster {
  readonly #processes: TestProcess[] = [];

  private constructor(
    readonly url: string,
    private readonly drop: () => Promise<void>,
  ) {}

  static async create(): Promise<TestCluster> {
    const { url, drop } = await createTestDatabase(MIGRATIONS);
    return new TestCluster(url, drop);
  }

  async process(entities: EntitySchema[] = []): Promise<TestProcess> {
    const process = await TestProcess.open(this.url, entities);
    this.#processes.push(process);
    return process;
  }

  async end(): Promise<void> {
    for (const process of this.#processes) await process.close();
    await this.drop();
  }
}

/** Far longer than any expected wait, even on a busy machine. */
const PATIENCE_MS = 60_000;

/** Waits until a condition holds; fails after a minute. */
export async function until(holds: () => boolean | Promise<boolean>, what = 'it'): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited for ${what} in vain`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
