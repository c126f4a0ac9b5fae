import { WorkerProcess, type WorkerProcessEnded } from '#worker-process';
import {
  SpecificationRefused,
  unreadable,
  type LoadReference,
  type ProcessedSpecification,
  type ProcessingLimits,
  type SpecificationSource,
} from '../specification.js';
import type { ProcessHears, ProcessSays, WantedFile } from './says.js';

/** Works on a specification in a process of `file`, which is ended with the work, or when it takes too much for it. */
export async function workInProcess(
  file: string,
  { text, url }: SpecificationSource,
  load: LoadReference,
  limits: ProcessingLimits,
): Promise<ProcessedSpecification> {
  const clock = new Clock(limits.budgetMs);
  let worker: WorkerProcess<ProcessHears, ProcessSays> | undefined;
  try {
    return await new Promise<ProcessedSpecification>((resolve, reject) => {
      clock.run(() => reject(unreadable(`It takes longer than ${limits.budgetMs / 1_000} seconds to read`)));
      const process = new WorkerProcess<ProcessHears, ProcessSays>(file, {
        memoryMb: limits.memoryMb,
        onEnd: (ended) => reject(failureOf(ended, limits)),
        onMessage: (said) => {
          if ('wants' in said) void clock.pause(fileFor(load, said).then((found) => process.send(found)));
          else if ('done' in said) resolve(said.done);
          else if ('failed' in said) reject(Object.assign(unreadable(FAILED), { cause: said.failed }));
          else reject(new SpecificationRefused(said.refused.code, said.refused.faults, said.refused.faultCount));
        },
      });
      worker = process;
      process.send({ task: { text, url, limits } });
    });
  } finally {
    clock.stop();
    worker?.kill();
  }
}

const FAILED = 'The document can’t be read';

async function fileFor(load: LoadReference, { wants, id }: { wants: string; id: number }): Promise<WantedFile> {
  try {
    const { url, text } = await load(wants);
    return { id, url, text };
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) };
  }
}

function failureOf(ended: WorkerProcessEnded, { memoryMb }: ProcessingLimits): Error {
  if (ended.reason === 'memory') return unreadable(`It takes more than ${memoryMb} MB of memory to read`);
  return ended;
}

/** Measures the time of the process, without the time it waits for what is loaded. */
class Clock {
  #timer: NodeJS.Timeout | undefined;
  #late: () => void = () => undefined;
  #since = 0;
  #pauses = 0;

  constructor(private left: number) {}

  run(late: () => void): void {
    this.#late = late;
    this.#start();
  }

  async pause(until: Promise<void>): Promise<void> {
    this.#pauses += 1;
    if (this.#pauses === 1) {
      clearTimeout(this.#timer);
      this.left -= performance.now() - this.#since;
    }
    await until;
    this.#pauses -= 1;
    if (this.#pauses === 0) this.#start();
  }

  stop(): void {
    this.#pauses = Infinity;
    clearTimeout(this.#timer);
  }

  #start(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(this.#late, Math.max(0, this.left));
  }
}
