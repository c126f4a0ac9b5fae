import type { Writable } from 'node:stream';
import type { Book, NextPart, PrintedBook } from './book.js';

export type { UnprintedScript } from './press/script-runs.js';
export { keyOfReference } from './book.js';
export type { Book, BookPage, BookPart, NextPart, Picture, PrintedBook, Target } from './book.js';

/** Writes a book as PDF, part by part; `output` is ended with it. What lays it out is loaded when first needed. */
export async function printBook(book: Book, nextPart: NextPart, output: Writable): Promise<PrintedBook> {
  const { print } = await import('./print-book.js');
  return print(book, nextPart, output);
}
