import { createWriteStream, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { printBook, type Book, type BookPart, type PrintedBook } from '#print';

const WORKER = fileURLToPath(new URL('./print-worker.js', import.meta.url));
const OLD_MB = 1_024;

/** What is to be printed, and the file it goes into. */
export interface PrintJob {
  book: Book;
  file: string;
}

/** What the thread says: it wants the next part, or is done. */
export type ThreadSays = { next: true } | { done: PrintedBook };

/** The layout of this content fails, whenever it is tried. */
export class PrintFailed extends Error {
  override name = 'PrintFailed';
}

/**
 * Prints into a file, in a thread of its own that is ended when its time is over: laying out takes the processor for long.
 * The thread asks for one part after the other. Ends with the reason of `signal` once that aborts. Run from the sources, where there is no built worker, it is done in place.
 */
export async function printInThread(
  job: PrintJob,
  parts: AsyncGenerator<BookPart, void>,
  budgetMs: number,
  signal?: AbortSignal,
): Promise<PrintedBook> {
  const nextPart = async (): Promise<BookPart | undefined> => (await parts.next()).value ?? undefined;
  try {
    if (!existsSync(WORKER)) return await printBook(job.book, nextPart, createWriteStream(job.file));
    return await serve(new Worker(WORKER, { workerData: job, resourceLimits: LIMITS }), nextPart, budgetMs, signal);
  } finally {
    await parts.return();
  }
}

/** Short-lived objects have to fit into the 16 MB that a thread gets at its limit, or else the whole process ends. */
const LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: OLD_MB };

async function serve(
  worker: Worker,
  nextPart: () => Promise<BookPart | undefined>,
  budgetMs: number,
  signal: AbortSignal | undefined,
): Promise<PrintedBook> {
  let timer: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  try {
    return await new Promise<PrintedBook>((resolve, reject) => {
      const late = `it takes longer than ${Math.round(budgetMs / 60_000)} minutes; name a page to begin with`;
      stop = () => reject(signal?.reason as Error);
      signal?.addEventListener('abort', stop);
      timer = setTimeout(() => reject(new PrintFailed(late)), budgetMs);
      worker.on('message', (said: ThreadSays) => {
        if ('done' in said) resolve(said.done);
        else nextPart().then((part) => worker.postMessage({ part }), reject);
      });
      worker.once('error', (cause) => reject(new PrintFailed(reasonOf(cause), { cause })));
      worker.once('exit', () => reject(new PrintFailed('the layout ended early')));
    });
  } finally {
    clearTimeout(timer);
    if (stop) signal?.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

function reasonOf(error: unknown): string {
  const { code } = error as { code?: string };
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'one of its pages is too large' : 'one of its pages has no layout';
}
