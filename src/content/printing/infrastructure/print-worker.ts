import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { printBook, type BookPart } from '#print';
import type { PrintJob, ThreadSays } from './print-thread.js';

const port = parentPort;

/** The thread that prints one book. */
if (port && workerData !== null) {
  const { book, file } = workerData as PrintJob;
  const say = (words: ThreadSays): void => port.postMessage(words);
  const nextPart = async (): Promise<BookPart | undefined> => {
    const answer = once(port, 'message') as Promise<[{ part: BookPart | undefined }]>;
    say({ next: true });
    const [{ part }] = await answer;
    return part;
  };
  const done = await printBook(book, nextPart, createWriteStream(file));
  say({ done });
}
