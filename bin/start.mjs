/** `npm start`: prepares what is missing, then is the server; signals reach it directly. */
import module from 'node:module';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

await prepare({ log: true });
// From Node 22 on: compiled code is kept from one start to the next.
module.enableCompileCache?.(join(root, 'dist', '.compile-cache'));
await import('../dist/run/main.js');
