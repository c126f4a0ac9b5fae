import { performance } from 'node:perf_hooks';
import type { Meter, ObservableGauge } from '@opentelemetry/api';
import { resourceFromAttributes, type Resource } from '@opentelemetry/resources';
import { MeterProvider, type MetricReader } from '@opentelemetry/sdk-metrics';
import { endedJobs, type EndedJob } from '../jobs/ended-jobs.js';
import type { CacheUse } from '../memory/cache-budget.js';
import type { DatabaseState } from './database-state.js';
import { LoopDelay } from './loop-delay.js';

/** What is measured when it is asked for. */
export interface Measured {
  version: string;
  role: string;
  connections(): { used: number; idle: number; waiting: number; most: number };
  caches(): readonly CacheUse[];
  /** Requests that are being answered. */
  requests(): number;
  database(): Promise<DatabaseState | undefined>;
}

/** Seconds. */
const JOB_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300];
const MICROSECONDS = 1e6;

/**
 * Instruments of OpenTelemetry. Their names end with their units, as is usual with Prometheus, and are the same where they
 * are sent to a collector.
 * Importing this loads the SDK.
 */
export class Meters {
  readonly #provider: MeterProvider;
  readonly #jobs;
  readonly #jobEnded = (message: unknown): void => {
    const { name, seconds, failed } = message as EndedJob;
    this.#jobs.record(seconds, { job_name: name, outcome: failed ? 'failed' : 'done' });
  };

  /** `resource`: that of the collector, where there is one. */
  constructor(readers: MetricReader[], measured: Measured, resource: Resource | undefined) {
    this.#provider = new MeterProvider({
      resource:
        resource ??
        resourceFromAttributes({
          'service.name': 'quire',
          'service.version': measured.version,
          'quire.role': measured.role,
        }),
      readers,
    });
    const meter = this.#provider.getMeter('quire');
    this.#jobs = meter.createHistogram('quire.job.duration.seconds', {
      description: 'How long runs of jobs took in this process, by job and outcome',
      advice: { explicitBucketBoundaries: JOB_BUCKETS },
    });
    // Before the database is asked, for which a connection is taken.
    measureConnections(meter, measured);
    measureDatabase(meter, measured);
    measureBackups(meter, measured);
    measureCaches(meter, measured);
    measureProcess(meter, measured);
    endedJobs.subscribe(this.#jobEnded);
  }

  async close(): Promise<void> {
    endedJobs.unsubscribe(this.#jobEnded);
    await this.#provider.shutdown();
  }
}

function measureDatabase(meter: Meter, { database }: Measured): void {
  const gauge = (name: string, description: string): ObservableGauge =>
    meter.createObservableGauge(name, { description });
  const reachable = gauge('quire.database.reachable', '1 where the database answers, else 0');
  const size = gauge('quire.database.size.bytes', 'Bytes of the database on disk');
  const parked = gauge('quire.jobs.parked', 'Jobs that are no longer run by themselves, counted up to 1000');
  const waiting = gauge('quire.jobs.waiting', 'Jobs that are due and not begun, by job');
  const running = gauge('quire.jobs.running', 'Jobs that processes are running, by job');
  const oldest = gauge(
    'quire.jobs.oldest_wait.seconds',
    'For how long the job that waits longest has been due, by job',
  );
  meter.addBatchObservableCallback(
    async (result) => {
      const state = await database();
      result.observe(reachable, state ? 1 : 0);
      if (!state) return;
      result.observe(size, state.bytes);
      result.observe(parked, state.parked);
      for (const jobs of state.jobs) {
        const labels = { job_name: jobs.name };
        result.observe(waiting, jobs.waiting, labels);
        result.observe(running, jobs.running, labels);
        result.observe(oldest, jobs.oldestSeconds, labels);
      }
    },
    [reachable, size, parked, waiting, running, oldest],
  );
}

function measureBackups(meter: Meter, { database }: Measured): void {
  const gauge = (name: string, description: string): ObservableGauge =>
    meter.createObservableGauge(name, { description });
  const age = gauge('quire.backup.age.seconds', 'For how long the newest good backup of the schedule has been there');
  const size = gauge('quire.backup.size.bytes', 'Bytes of the newest good backup of the schedule');
  const missed = gauge(
    'quire.backup.missed',
    '1 where the schedule has come twice since the newest good backup, else 0',
  );
  const failures = meter.createObservableCounter('quire.backup.failures', {
    description: 'Backups of the schedule that failed, each attempt counted',
  });
  meter.addBatchObservableCallback(
    async (result) => {
      const backups = (await database())?.backups;
      if (!backups) return;
      result.observe(failures, backups.failures);
      if (backups.missed !== undefined) result.observe(missed, backups.missed ? 1 : 0);
      if (!backups.newest) return;
      result.observe(age, backups.newest.ageSeconds);
      result.observe(size, backups.newest.bytes);
    },
    [age, size, missed, failures],
  );
}

function measureCaches(meter: Meter, { caches }: Measured): void {
  const held = meter.createObservableGauge('quire.cache.size.bytes', {
    description: 'Bytes that caches hold, by cache',
  });
  const part = meter.createObservableGauge('quire.cache.part.bytes', {
    description: 'Bytes that caches may hold while memory is short, by cache',
  });
  meter.addBatchObservableCallback(
    (result) => {
      for (const cache of caches()) {
        result.observe(held, cache.held, { cache: cache.name });
        result.observe(part, cache.part, { cache: cache.name });
      }
    },
    [held, part],
  );
}

function measureConnections(meter: Meter, { connections }: Measured): void {
  const count = meter.createObservableGauge('db.client.connection.count', {
    description: 'Connections of the pool of requests, by state',
  });
  const waiting = meter.createObservableGauge('db.client.connection.pending_requests', {
    description: 'Who waits for a connection of the pool',
  });
  const most = meter.createObservableGauge('db.client.connection.max', { description: 'Most connections of the pool' });
  meter.addBatchObservableCallback(
    (result) => {
      const now = connections();
      result.observe(count, now.used, { state: 'used' });
      result.observe(count, now.idle, { state: 'idle' });
      result.observe(waiting, now.waiting);
      result.observe(most, now.most);
    },
    [count, waiting, most],
  );
}

function measureProcess(meter: Meter, { requests }: Measured): void {
  const loopDelay = new LoopDelay();
  const open = meter.createObservableGauge('http.server.active_requests', {
    description: 'Requests that are being answered',
  });
  const memory = meter.createObservableGauge('process.resident_memory.bytes', {
    description: 'Memory of the process',
  });
  const cpu = meter.createObservableCounter('process.cpu.seconds', {
    description: 'CPU time of the process, by mode',
  });
  const started = meter.createObservableGauge('process.start_time.seconds', {
    description: 'When the process was started, seconds since 1970',
  });
  const delay = meter.createObservableGauge('nodejs.eventloop.delay.p99.seconds', {
    description: 'Of a hundred looks at the event loop one was later than this, since it was read before',
  });
  meter.addBatchObservableCallback(
    (result) => {
      const { user, system } = process.cpuUsage();
      result.observe(open, requests());
      result.observe(memory, process.memoryUsage.rss());
      result.observe(cpu, user / MICROSECONDS, { 'cpu.mode': 'user' });
      result.observe(cpu, system / MICROSECONDS, { 'cpu.mode': 'system' });
      result.observe(started, performance.timeOrigin / 1000);
      result.observe(delay, loopDelay.latestHundredth());
    },
    [open, memory, cpu, started, delay],
  );
}
