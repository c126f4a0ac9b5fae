import { createWriteStream, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { printBook, type Book, type BookPart, type PrintedBook } from '#print';
import { WorkerProcess, type WorkerProcessEnded } from '#worker-process';

const WORKER = fileURLToPath(new URL('./print-worker.js', import.meta.url));
const MEMORY_MB = 1_024;

/** What is to be printed, and the file it goes into. */
export interface PrintJob {
  book: Book;
  file: string;
}

/** What the process says: it wants the next part, or is done. */
export type ProcessSays = { next: true } | { done: PrintedBook } | { failed: string };

/** What it is sent. */
export type ProcessHears = { job: PrintJob } | { part: BookPart | undefined };

/** The layout of this content fails, whenever it is tried. */
export class PrintFailed extends Error {
  override name = 'PrintFailed';
}

/**
 * Prints into a file, in a process of its own that is ended when its time is over: laying out takes the processor for
 * long. The process asks for one part after the other. Ends with the reason of `signal` once that aborts. Run from the
 * sources, where there is no built worker, it is done in place.
 */
export async function printInProcess(
  job: PrintJob,
  parts: AsyncGenerator<BookPart, void>,
  budgetMs: number,
  signal?: AbortSignal,
): Promise<PrintedBook> {
  const nextPart = async (): Promise<BookPart | undefined> => (await parts.next()).value ?? undefined;
  try {
    if (!existsSync(WORKER)) return await printBook(job.book, nextPart, createWriteStream(job.file));
    return await serve(job, nextPart, budgetMs, signal);
  } finally {
    await parts.return();
  }
}

async function serve(
  job: PrintJob,
  nextPart: () => Promise<BookPart | undefined>,
  budgetMs: number,
  signal: AbortSignal | undefined,
): Promise<PrintedBook> {
  let worker: WorkerProcess<ProcessHears, ProcessSays> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  try {
    return await new Promise<PrintedBook>((resolve, reject) => {
      signal?.throwIfAborted();
      const late = `it takes longer than ${Math.round(budgetMs / 60_000)} minutes; name a page to begin with`;
      stop = () => reject(signal?.reason as Error);
      signal?.addEventListener('abort', stop);
      timer = setTimeout(() => reject(new PrintFailed(late)), budgetMs);
      const process = new WorkerProcess<ProcessHears, ProcessSays>(WORKER, {
        memoryMb: MEMORY_MB,
        onEnd: (ended) => reject(failureOf(ended)),
        onMessage: (said) => {
          if ('done' in said) resolve(said.done);
          else if ('failed' in said) reject(new PrintFailed('one of its pages has no layout', { cause: said.failed }));
          else nextPart().then((part) => process.send({ part }), reject);
        },
      });
      worker = process;
      process.send({ job });
    });
  } finally {
    clearTimeout(timer);
    if (stop) signal?.removeEventListener('abort', stop);
    worker?.kill();
  }
}

/** A process that was ended from outside may have another outcome next time. */
function failureOf(ended: WorkerProcessEnded): Error {
  return ended.reason === 'memory' ? new PrintFailed('one of its pages is too large', { cause: ended }) : ended;
}
