import { Command } from 'commander';
import { serve } from '../../serve.js';
import type { Act, Terminal } from '../terminal.js';

/** `quire serve`: the server, as `npm start` runs it; ends on SIGINT or SIGTERM. */
export function serveCommand(terminal: Terminal, act: Act): Command {
  return new Command('serve')
    .description('run the server until it is told to end')
    .action(() => act(serve(terminal.env)));
}
