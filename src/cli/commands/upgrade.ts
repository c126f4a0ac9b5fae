import { Command, Option } from 'commander';
import { readSettings } from '#kernel/infrastructure/settings';
import { clustersOf, findBinaries, foundIn, stepFor } from '#postgres-server';
import { upgradePostgres } from '../backup/upgrade-postgres.js';
import { CommandFailed } from '../failure.js';
import { untilInputEnds } from '../input-end.js';
import { inform, print, type Act, type Terminal } from '../terminal.js';

/** `quire upgrade`: brings a database of an older PostgreSQL to that of this Quire, as its start does by itself. */
export function upgradeCommand(terminal: Terminal, act: Act): Command {
  return new Command('upgrade')
    .description("bring Quire's own database from an older PostgreSQL to the one that comes with this Quire")
    .addOption(new Option('--started', 'as a start runs it: ends with its input').hideHelp())
    .action(({ started = false }: { started?: boolean }) =>
      act(started ? untilInputEnds(terminal, upgrade) : upgrade(terminal)),
    );
}

async function upgrade(terminal: Terminal): Promise<void> {
  const settings = readSettings(terminal.env);
  if (settings.databaseUrl !== undefined)
    throw new CommandFailed('DATABASE_URL leads to a PostgreSQL of your own: upgrade it with its own tools');
  const ours = findBinaries().major;
  const clusters = clustersOf(settings.dataDir);
  const step = clusters === undefined ? undefined : stepFor(foundIn(clusters, ours), ours);
  if (clusters === undefined || step?.do !== 'upgrade') {
    if (step?.do === 'refuse')
      throw new CommandFailed(`The database is of PostgreSQL ${step.newer}, newer than ${ours}: run a newer Quire`);
    return print(terminal, `There is nothing to upgrade to PostgreSQL ${ours}`);
  }
  const { kept, archive } = await upgradePostgres(settings, clusters, { from: step.from, to: ours }, terminal);
  inform(terminal, `The database is of PostgreSQL ${ours} now. As it was, it is in ${kept} and in ${archive}:`);
  inform(terminal, 'remove both once all is well (docs/operate/upgrades.md says how to go back)');
}
