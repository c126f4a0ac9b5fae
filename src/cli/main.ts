import { runCli } from './run.js';

const end = new AbortController();
// `serve` ends by itself on these signals; every other command undoes what is half done. A second signal kills.
const signals = ['SIGINT', 'SIGTERM'] as const;
for (const signal of signals) process.once(signal, () => end.abort());

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: end.signal,
});
