import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Progress } from '../progress.js';

/** The same bytes, telling the progress how many have passed. An error or the end of either side ends the other. */
export function counted(source: Readable, progress: Progress): Readable {
  let passed = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      progress.reach(passed);
      done(null, chunk);
    },
  });
  // The error reaches whoever reads; here it would be heard twice.
  pipeline(source, counter).catch(() => undefined);
  return counter;
}
