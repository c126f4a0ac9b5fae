import { Command } from 'commander';
import { serve } from '../../serve.js';
import { reportRefusal } from '../../start/refusal.js';
import type { Act, Terminal } from '../terminal.js';

/** `quire serve`: the server, as `npm start` runs it; ends on SIGINT or SIGTERM. */
export function serveCommand(terminal: Terminal, act: Act): Command {
  return new Command('serve').description('run the server until it is told to end').action(() => act(run(terminal)));
}

/** Its output is the log, so a failed start is reported as a log entry. */
async function run({ env, locate = String }: Terminal): Promise<number> {
  try {
    await serve(env);
    return 0;
  } catch (error) {
    reportRefusal(error, env, locate);
    return 1;
  }
}
