import { Worker } from 'node:worker_threads';
import {
  SpecificationRefused,
  unreadable,
  type LoadReference,
  type ProcessedSpecification,
  type ProcessingLimits,
  type SpecificationSource,
} from '../specification.js';
import { toBytes, toText, type ThreadHears, type ThreadSays, type ThreadTask } from './says.js';

/**
 * Memory of a thread for short-lived objects. A thread that reaches its limit gets 16 MB more to come to its end, which
 * has to take these: with more of them the whole process ended, as by the defaults of Node.js 24.
 */
const YOUNG_MB = 12;

/** Works on a specification in a thread of `file`, which is ended with the work, or when it takes too much for it. */
export async function workInThread(
  file: string | URL,
  { text, url }: SpecificationSource,
  load: LoadReference,
  limits: ProcessingLimits,
): Promise<ProcessedSpecification> {
  const bytes = toBytes(text);
  const task: ThreadTask = { text: bytes, url, limits };
  const worker = new Worker(file, {
    workerData: task,
    transferList: [bytes.buffer],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: limits.memoryMb },
  });
  const clock = new Clock(limits.budgetMs);
  try {
    return await new Promise<ProcessedSpecification>((resolve, reject) => {
      clock.run(() => reject(unreadable(`It takes longer than ${limits.budgetMs / 1_000} seconds to read`)));
      worker.on('message', (said: ThreadSays) => {
        if ('wants' in said) void clock.pause(answer(worker, load, said));
        else if ('done' in said) resolve({ ...said.done, specification: toText(said.specification) });
        else reject(new SpecificationRefused(said.refused.code, said.refused.faults, said.refused.faultCount));
      });
      worker.once('error', (cause) => reject(failureOf(cause, limits)));
      worker.once('exit', () => reject(new Error('The thread ended early')));
    });
  } finally {
    clock.stop();
    await worker.terminate();
  }
}

/** Loads a file for the thread. */
async function answer(
  worker: Worker,
  load: LoadReference,
  { wants, id }: Extract<ThreadSays, { wants: string }>,
): Promise<void> {
  try {
    const { url, text } = await load(wants);
    const bytes = toBytes(text);
    const heard: ThreadHears = { id, url, text: bytes };
    worker.postMessage(heard, [bytes.buffer]);
  } catch (error) {
    const heard: ThreadHears = { id, problem: error instanceof Error ? error.message : String(error) };
    worker.postMessage(heard);
  }
}

function failureOf(cause: unknown, { memoryMb }: ProcessingLimits): Error {
  const { code } = cause as { code?: string };
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return unreadable(`It takes more than ${memoryMb} MB of memory to read`);
  return Object.assign(unreadable('The document can’t be read'), { cause });
}

/** Measures the time of the thread, without the time it waits for what is loaded. */
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
