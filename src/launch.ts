import module from 'node:module';
import { join } from 'node:path';
import v8 from 'node:v8';
import type * as Program from './main.js';
import { CompiledScript } from './start/compiled-script.js';

// Decision 91. Set before anything is compiled: what V8 compiled is stored for one set of flags.
v8.setFlagsFromString('--no-allocation-site-pretenuring');

/** Where Node keeps compiled code as well, from version 22 on. */
const folder = process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, '..', '.compile-cache');

/** Runs the server from the one script of the build (`bin/server-script.mjs`), and keeps what V8 compiled of it. */
const script = new CompiledScript(join(import.meta.dirname, 'server.cjs'), folder);
const { main } = script.run() as typeof Program;
await main(() => {
  if (process.env.NODE_DISABLE_COMPILE_CACHE !== undefined) return;
  // What Node itself compiled: it stores that when a process ends, which a killed one does not.
  (module as { flushCompileCache?: () => void }).flushCompileCache?.();
  // Where nothing can be stored, starts take longer.
  if (!script.isCached) script.store().catch(() => undefined);
});
