import { Command, CommanderError } from 'commander';
import { BUILD } from '../build.js';
import { CommandEnded, describeFailure, exitCodeOf } from './failure.js';
import { inform, type Act, type Terminal } from './terminal.js';

type MakeCommand = (terminal: Terminal, act: Act) => Command;

/** Loaded on use: some import the whole application, some next to nothing. */
const COMMANDS = {
  serve: async () => (await import('./commands/serve.js')).serveCommand,
  migrate: async () => (await import('./commands/migrate.js')).migrateCommand,
  upgrade: async () => (await import('./commands/upgrade.js')).upgradeCommand,
  user: async () => (await import('./commands/user.js')).userCommand,
  token: async () => (await import('./commands/token.js')).tokenCommand,
  organization: async () => (await import('./commands/organization.js')).organizationCommand,
  publish: async () => (await import('./commands/publish.js')).publishCommand,
  import: async () => (await import('./commands/import.js')).importCommand,
  export: async () => (await import('./commands/export.js')).exportCommand,
  backup: async () => (await import('./commands/backup.js')).backupCommand,
  backups: async () => (await import('./commands/backups.js')).backupsCommand,
  restore: async () => (await import('./commands/restore.js')).restoreCommand,
  rekey: async () => (await import('./commands/rekey.js')).rekeyCommand,
  openapi: async () => (await import('./commands/openapi.js')).openApiCommand,
  mail: async () => (await import('./commands/mail.js')).mailCommand,
  storage: async () => (await import('./commands/storage.js')).storageCommand,
  audit: async () => (await import('./commands/audit.js')).auditCommand,
  jobs: async () => (await import('./commands/jobs.js')).jobsCommand,
  distribute: async () => (await import('./commands/distribute.js')).distributeCommand,
  doctor: async () => (await import('./commands/doctor.js')).doctorCommand,
} satisfies Record<string, () => Promise<MakeCommand>>;

const USAGE_EXIT_CODE = 2;

/** Runs one command line; returns its exit code. Never throws and never ends the process. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode = 0;
  const act: Act = (work) => work.then((code) => void (exitCode = code ?? 0));
  try {
    const program = await programOf(args, terminal, act);
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_EXIT_CODE;
    const failure = terminal.signal.aborted ? new CommandEnded() : error;
    const debug = terminal.env['QUIRE_LOG_LEVEL'] === 'debug';
    for (const line of describeFailure(failure, debug, terminal.locate)) inform(terminal, `quire: ${line}`);
    return exitCodeOf(failure);
  }
}

async function programOf(args: readonly string[], terminal: Terminal, act: Act): Promise<Command> {
  const program = new Command('quire')
    .description('Runs a Quire server, looks after its data, and brings documentation in and out.')
    .version(BUILD.version)
    .showHelpAfterError('(add --help to see how it is used)')
    .addHelpText('after', '\nSettings come from the environment and the file .env; the README lists them.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    });
  for (const load of loadersFor(args)) program.addCommand(inheriting((await load())(terminal, act), program));
  return program;
}

/** The called command; all of them where the help lists them. */
function loadersFor([name = '']: readonly string[]): (() => Promise<MakeCommand>)[] {
  return Object.hasOwn(COMMANDS, name) ? [COMMANDS[name as keyof typeof COMMANDS]] : Object.values(COMMANDS);
}

/** Commands created separately do not inherit the program's settings by themselves. */
function inheriting(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent);
  for (const below of command.commands) inheriting(below, command);
  return command;
}
