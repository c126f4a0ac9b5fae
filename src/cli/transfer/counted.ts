import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Progress } from '../progress.js';

/** The same bytes, counted into the progress. An error or the end of either side ends the other. */
export function counted(source: Readable, progress: Progress): Readable {
  let passed = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      progress.update(passed);
      done(null, chunk);
    },
  });
  // The reader gets the error; without this it would also be an unhandled rejection.
  pipeline(source, counter).catch(() => undefined);
  return counter;
}
