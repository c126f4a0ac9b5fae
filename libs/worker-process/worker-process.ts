import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { launch, type Launch } from './launch.js';

/** Characters of what a process wrote about its end. */
const MOST_ERRORS = 4_000;

/** A process ended before its work did: it took too much memory, or ended otherwise. `message` has what it wrote. */
export class WorkerProcessEnded extends Error {
  override readonly name = 'WorkerProcessEnded';
  constructor(
    readonly reason: 'memory' | 'end',
    errors: string,
  ) {
    super(`The process ended early${errors === '' ? '' : `: ${errors}`}`);
  }
}

export interface WorkerProcessOptions<Says> extends Launch {
  /** Called with each message of the process. */
  onMessage: (said: Says) => void;
  /** Called once, where the process ends before `kill`. */
  onEnd: (ended: WorkerProcessEnded) => void;
}

/**
 * A Node.js process for one piece of work, such as reading what a stranger sent. A thread is no such limit: one that
 * takes more memory at a time than its limit leaves, as a large JSON text does, ends the whole process. It has no
 * setting of ours in its environment, and ends with our process, however that ends.
 */
export class WorkerProcess<Hears, Says> {
  readonly #child: ChildProcess;
  #errors = '';
  #killed = false;

  /** Runs `file`, which hears and answers by `parent()`. Messages are copied as `structuredClone` does. */
  constructor(file: string, { onMessage, onEnd, ...options }: WorkerProcessOptions<Says>) {
    const child = launch(file, options);
    this.#child = child;
    const end = (reason: 'memory' | 'end'): void => {
      if (this.#killed) return;
      this.#killed = true;
      onEnd(new WorkerProcessEnded(reason, this.#errors.trim()));
    };
    child.on('message', (said) => this.#killed || onMessage(said as Says));
    child.stderr?.on('data', (chunk: Buffer) => {
      if (this.#errors.length < MOST_ERRORS) this.#errors = (this.#errors + chunk.toString()).slice(0, MOST_ERRORS);
    });
    for (const stream of [child.stdin, child.stderr] as Socket[]) stream.unref();
    child.stdin?.on('error', () => undefined);
    // Ends the subshell that waits for it.
    child.once('exit', () => child.stdin?.destroy());
    // V8 aborts the process when it gets no more memory.
    child.once('close', (_code, signal) => end(signal === 'SIGABRT' ? 'memory' : 'end'));
    // It could not be started, or no longer be reached, of which its end tells more.
    child.on('error', (error) => {
      this.#errors ||= error.message;
      if (child.pid === undefined) end('end');
    });
  }

  /** Without effect on a process that has ended, of which `onEnd` is called. */
  send(words: Hears): void {
    if (!this.#killed) this.#child.send(words as object, () => undefined);
  }

  /** Whether our process stays for it; at first it does. */
  hold(held: boolean): void {
    const change = held ? 'ref' : 'unref';
    this.#child[change]();
    this.#child.channel?.[change]();
  }

  /** Ends it at once, without `onEnd`. */
  kill(): void {
    if (this.#killed) return;
    this.#killed = true;
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
}
