import type { JobHandler } from '#kernel/application/jobs';
import { FatalJobs } from '#kernel/infrastructure/jobs/fatal-jobs';
import { JobRunner } from '#kernel/infrastructure/jobs/job-runner';
import { ProcessLease } from '#kernel/infrastructure/jobs/process-lease';
import type { TestCluster, TestProcess } from '../test-kernel.js';

/** A process that runs jobs, until `stop`. */
export class TestWorker {
  private constructor(
    readonly process: TestProcess,
    readonly lease: ProcessLease,
    readonly runner: JobRunner,
  ) {}

  static async start(
    cluster: TestCluster,
    handlers: Readonly<Record<string, JobHandler>>,
    log: (message: string) => void = () => undefined,
  ): Promise<TestWorker> {
    const process = await cluster.process();
    const lease = new ProcessLease(process.sql, log);
    await lease.start(process.notifications);
    await process.notifications.open();
    const runner = new JobRunner(
      cluster.url,
      { handlers: new Map(Object.entries(handlers)), schedules: [], concurrency: 2 },
      lease,
      new FatalJobs(process.sql, lease.id),
      { error: log, warn: log },
    );
    await runner.start();
    return new TestWorker(process, lease, runner);
  }

  async stop(): Promise<void> {
    await this.runner.stop();
    await this.lease.stop();
  }
}
