import type { JobHandler } from '#kernel/application/jobs';
import { Stopping } from '#kernel/application/stopping';
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
    readonly stopping: Stopping,
  ) {}

  static async start(
    cluster: TestCluster,
    handlers: Readonly<Record<string, JobHandler>>,
    log: (message: string) => void = () => undefined,
    url = cluster.url,
  ): Promise<TestWorker> {
    const process = await cluster.process();
    const lease = new ProcessLease(process.sql, log);
    await lease.start(process.notifications);
    await process.notifications.open();
    const stopping = new Stopping();
    const runner = new JobRunner(
      url,
      { handlers: new Map(Object.entries(handlers)), schedules: [], concurrency: 2 },
      lease,
      new FatalJobs(process.sql, lease.id),
      stopping.signal,
      { error: log, warn: log },
    );
    await runner.start();
    return new TestWorker(process, lease, runner, stopping);
  }

  /** As a process that is asked to end. */
  async stop(): Promise<void> {
    this.stopping.begin();
    await this.runner.stop();
    await this.runner.giveBack();
    await this.lease.stop();
  }
}
