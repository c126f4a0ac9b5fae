import { onEndSignal } from '../start/end-signals.js';
import { loadEnvFile } from '../start/env-file.js';
import { messageOf, reportRefusal } from '../start/refusal.js';
import { runCli } from './run.js';

const end = new AbortController();
// `serve` handles these signals itself; every other command undoes what is unfinished.
onEndSignal(() => end.abort());

const { env, stdout, stderr } = process;
const args = process.argv.slice(2);
// The reader of the output may close it early, as `head` does.
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
try {
  const locate = loadEnvFile(env);
  process.exitCode = await runCli(args, { env, stdout, stderr, signal: end.signal, locate });
} catch (error) {
  if (args[0] === 'serve') reportRefusal(error, env, String);
  else stderr.write(`quire: ${messageOf(error)}\n`);
  process.exitCode = 1;
}
