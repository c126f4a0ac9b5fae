/** Preloaded by a server: on SIGUSR2 it writes what V8 keeps after a collection, bytes, into its data folder. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

process.on('SIGUSR2', () => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  writeFileSync(join(process.env.QUIRE_DATA_DIR, `heap-${process.pid}`), String(process.memoryUsage().heapUsed));
});
