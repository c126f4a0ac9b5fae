import { createWriteStream } from 'node:fs';
import { printBook, type BookPart } from '#print';
import { parent } from '#worker-process';
import type { PrintJob, ProcessHears, ProcessSays } from './print-process.js';

const starter = parent<ProcessHears, ProcessSays>();
let take: (part: BookPart | undefined) => void = () => undefined;

function nextPart(): Promise<BookPart | undefined> {
  return new Promise((resolve) => {
    take = resolve;
    starter?.say({ next: true });
  });
}

async function print({ book, file }: PrintJob): Promise<ProcessSays> {
  try {
    return { done: await printBook(book, nextPart, createWriteStream(file)) };
  } catch (error) {
    return { failed: error instanceof Error ? String(error.stack) : '' };
  }
}

/** The process that prints one book. */
starter?.onMessage((heard) => {
  if ('job' in heard) void print(heard.job).then(starter.say);
  else take(heard.part);
});
