import { onEndSignal } from '../start/end-signals.js';
import { loadEnvFile } from '../start/env-file.js';
import { messageOf, tellWhyNot } from '../start/refusal.js';
import { runCli } from './run.js';

const end = new AbortController();
// `serve` ends by itself on these signals; every other command undoes what is half done.
onEndSignal(() => end.abort());

const { env, stdout, stderr } = process;
const args = process.argv.slice(2);
// Who reads the output may have enough of it, as `head` has.
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
try {
  const locate = loadEnvFile(env);
  process.exitCode = await runCli(args, { env, stdout, stderr, signal: end.signal, locate });
} catch (error) {
  if (args[0] === 'serve') tellWhyNot(error, env, String);
  else stderr.write(`quire: ${messageOf(error)}\n`);
  process.exitCode = 1;
}
