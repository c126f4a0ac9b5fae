import { Command, CommanderError } from 'commander';
import { BUILD } from '../build.js';
import { backupCommand } from './commands/backup.js';
import { doctorCommand } from './commands/doctor.js';
import { exportCommand } from './commands/export.js';
import { importCommand } from './commands/import.js';
import { migrateCommand } from './commands/migrate.js';
import { openApiCommand } from './commands/openapi.js';
import { restoreCommand } from './commands/restore.js';
import { serveCommand } from './commands/serve.js';
import { tokenCommand } from './commands/token.js';
import { userCommand } from './commands/user.js';
import { CommandEnded, describeFailure, exitCodeOf } from './failure.js';
import { tell, type Act, type Terminal } from './terminal.js';

const USAGE_EXIT_CODE = 2;

/** Runs one command line; answers its exit code. Never throws and never ends the process. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode = 0;
  const act: Act = (work) => work.then((code) => void (exitCode = code ?? 0));
  try {
    await programOf(terminal, act).parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_EXIT_CODE;
    const failure = terminal.signal.aborted ? new CommandEnded() : error;
    tell(terminal, `quire: ${describeFailure(failure, terminal.env['QUIRE_LOG_LEVEL'] === 'debug')}`);
    return exitCodeOf(failure);
  }
}

function programOf(terminal: Terminal, act: Act): Command {
  const program = new Command('quire')
    .description('Runs a Quire server, looks after its data, and brings documentation in and out.')
    .version(BUILD.version)
    .showHelpAfterError('(add --help to see how it is used)')
    .addHelpText('after', '\nSettings come from the environment; the README lists them.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    });
  const commands = [
    serveCommand,
    migrateCommand,
    userCommand,
    tokenCommand,
    importCommand,
    exportCommand,
    backupCommand,
    restoreCommand,
    openApiCommand,
    doctorCommand,
  ];
  for (const command of commands) program.addCommand(inheriting(command(terminal, act), program));
  return program;
}

/** Commands built apart do not take the program's ways of themselves. */
function inheriting(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent);
  for (const below of command.commands) inheriting(below, command);
  return command;
}
