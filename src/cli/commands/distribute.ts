import { Command } from 'commander';
import type pg from 'pg';
import { migrate } from '#kernel/infrastructure/database/migrator';
import { clusterFaults, nodesOf } from '#kernel/infrastructure/distribution/cluster';
import { distributeDatabase, SHARDS } from '#kernel/infrastructure/distribution/distribute-database';
import { extentOf } from '#kernel/infrastructure/distribution/table-kinds';
import { readSettings } from '#kernel/infrastructure/settings';
import { MIGRATIONS } from '../../app.module.js';
import { openDatabaseServer } from '../../database.js';
import { requireNoServer, withConnection } from '../backup/connection.js';
import { CommandFailed, UsageInvalid } from '../failure.js';
import { print, inform, type Act, type Terminal } from '../terminal.js';

const MOST_SHARDS = 4_096;

const WAY = `What belongs to an organization is divided between the nodes of a Citus cluster, all of one organization on
one node; what leads to organizations, such as members and hosts, is copied to every node. There is no way back but a
backup, which a plain PostgreSQL restores.`;

/** `quire distribute`: turns the database into one that several nodes hold. */
export function distributeCommand(terminal: Terminal, act: Act): Command {
  return new Command('distribute')
    .description('divide the database by organizations between the nodes of a Citus cluster; the server must not run')
    .option('--shards <number>', 'into how many parts, for as many nodes at most', String(SHARDS))
    .option('--yes', 'do it; without this, only check and print what would be done')
    .addHelpText('after', `\n${WAY}`)
    .action((options: { shards: string; yes?: boolean }) =>
      act(distribute(terminal, shardsOf(options.shards), options.yes === true)),
    );
}

function shardsOf(given: string): number {
  const shards = Number(given);
  if (Number.isInteger(shards) && shards >= 1 && shards <= MOST_SHARDS) return shards;
  throw new UsageInvalid(`--shards is a whole number from 1 to ${MOST_SHARDS}`);
}

async function distribute(terminal: Terminal, shards: number, yes: boolean): Promise<void> {
  const settings = readSettings(terminal.env);
  if (settings.databaseUrl === undefined)
    throw new UsageInvalid(
      'Set DATABASE_URL to the coordinator of a Citus cluster: the PostgreSQL of Quire is one node',
    );
  const database = await openDatabaseServer(settings, (line) => inform(terminal, line));
  try {
    await withConnection(database.url, async (client) => {
      const faults = await clusterFaults(client);
      if (faults.length > 0) throw new CommandFailed(faults.join('\n'));
      await requireNoServer(client);
      for (const { address, hasShards } of await nodesOf(client))
        inform(terminal, `node ${address}${hasShards ? '' : ', for what all nodes have'}`);
      if (!yes) throw new UsageInvalid(`${WAY}\nAdd --yes to do so.`);
      await divide(terminal, client, { url: database.url, shards });
    });
  } finally {
    await database.stop();
  }
}

async function divide(
  terminal: Terminal,
  client: pg.Client,
  { url, shards }: { url: string; shards: number },
): Promise<void> {
  if ((await extentOf(client, MIGRATIONS)) === 'nothing') await migrate(url, MIGRATIONS);
  let tables = 0;
  await distributeDatabase(client, {
    contexts: MIGRATIONS,
    shards,
    done: ({ name, isShared }, rows) => {
      tables++;
      print(terminal, `${name}: ${rows} ${rows === 1 ? 'row' : 'rows'}${isShared ? ', on every node' : ''}`);
    },
  });
  inform(
    terminal,
    tables === 0 ? 'Nothing to do: all tables are distributed' : `Distributed: ${tables} tables. Quire can be started`,
  );
}
