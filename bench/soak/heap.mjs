/**
 * Preloaded by the server of the soak: on SIGUSR2 it writes what V8 keeps after a collection of garbage, as JSON in bytes,
 * into the folder for temporary files.
 */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

if (isMainThread)
  process.on('SIGUSR2', () => {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    writeFileSync(
      join(tmpdir(), `heap-${process.pid}.json`),
      JSON.stringify({ heap: heapUsed, external, arrayBuffers }),
    );
  });
