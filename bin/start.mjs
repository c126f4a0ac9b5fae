/** `npm start`: prepares what is missing, then becomes the server, which receives signals directly. */
import module from 'node:module';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

await prepare({ log: true, run: true });
// From Node 22 on: caches compiled code between starts.
module.enableCompileCache?.(join(root, 'dist', '.compile-cache'));
await import('../dist/run/main.js');
