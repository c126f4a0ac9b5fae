import { readFileSync } from 'node:fs';
import { request, type Agent } from 'node:http';

/** Observations of a process during a request. */
export interface Watched {
  /** The longest time in which the event loop was blocked, milliseconds. */
  stalledMs: number;
  /** The largest memory use, bytes. */
  memory: number;
}

/** Short compared with the stalls to detect: asking takes both processes time. */
const PAUSE_MS = 20;

/**
 * Sends health checks to a server again and again. A response may be late because the machine is busy with other
 * processes, so the running time of the process's main thread is measured instead, where the system reports it.
 */
export class Watch {
  #stalledMs = 0;
  #memory = 0;
  #going = true;
  #asked: Promise<void> = Promise.resolve();
  readonly #done: Promise<void>;

  constructor(
    private readonly url: string,
    private readonly pid: number,
    private readonly agent: Agent,
  ) {
    this.#done = this.#run();
  }

  /** The observations since the last call, including the current request. */
  async take(): Promise<Watched> {
    await this.#asked;
    const seen = { stalledMs: this.#stalledMs, memory: this.#memory };
    this.#stalledMs = 0;
    this.#memory = 0;
    return seen;
  }

  async stop(): Promise<void> {
    this.#going = false;
    await this.#done;
  }

  async #run(): Promise<void> {
    while (this.#going) {
      this.#asked = this.#look();
      await this.#asked;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  async #look(): Promise<void> {
    const [startedAt, ranBefore] = [performance.now(), this.#ranMs()];
    await this.#ask();
    const lateMs = performance.now() - startedAt;
    const ran = this.#ranMs();
    const stalled = ran === undefined || ranBefore === undefined ? lateMs : Math.min(lateMs, ran - ranBefore);
    this.#stalledMs = Math.max(this.#stalledMs, stalled);
    this.#memory = Math.max(this.#memory, this.#memoryNow());
  }

  #ask(): Promise<void> {
    return new Promise((resolve, reject) => {
      request(`${this.url}/health/live`, { agent: this.agent }, (response) => {
        response.resume();
        response.on('end', () => resolve());
      })
        .on('error', reject)
        .end();
    });
  }

  /** Processor time of the main thread so far; undefined where the system does not report it. */
  #ranMs(): number | undefined {
    const [nanoseconds] = read(`/proc/${this.pid}/task/${this.pid}/schedstat`)?.split(' ') ?? [];
    return nanoseconds === undefined ? undefined : Number(nanoseconds) / 1e6;
  }

  #memoryNow(): number {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${this.pid}/status`) ?? '')?.[1] ?? 0) * 1024;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
