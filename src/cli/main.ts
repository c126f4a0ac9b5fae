import { onEndSignal } from '../start/end-signals.js';
import { runCli } from './run.js';

const end = new AbortController();
// `serve` ends by itself on these signals; every other command undoes what is half done.
onEndSignal(() => end.abort());

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: end.signal,
});
