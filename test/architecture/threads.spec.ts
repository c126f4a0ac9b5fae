import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from './source-files.js';

const startsThread = (text: string): boolean => /worker_threads|\bPiscina\b/.test(text);

/** The limit of a thread is none: V8 ends the whole process where one piece of memory does not fit. */
describe('threads', () => {
  it('are started nowhere: what may take too much memory runs in a worker process', () => {
    const files = sourceFiles();
    expect(files.length).toBeGreaterThan(1_000);
    expect(files.filter((path) => startsThread(readFileSync(path, 'utf8')))).toEqual([]);
  });

  it('are noticed where one is started', () => {
    expect(startsThread("import { Worker } from 'node:worker_threads';")).toBe(true);
    expect(startsThread("import { Piscina } from 'piscina';")).toBe(true);
  });
});
