#!/usr/bin/env node
/** `quire <command>`: prepares what is missing without writing to the output, then runs the command. */
import module from 'node:module';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

await prepare({ log: process.argv[2] === 'serve', run: true });
// From Node 22 on: caches compiled code between starts.
module.enableCompileCache?.(join(root, 'dist', '.compile-cache'));
// npm runs scripts in the project's folder; paths on the command line are relative to the user's.
if (process.env.npm_lifecycle_event === 'quire' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
await import('../dist/run/quire.js');
