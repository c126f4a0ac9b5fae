import { Command } from 'commander';
import { migrate } from '#kernel/infrastructure/database/migrator';
import { readSettings } from '#kernel/infrastructure/settings';
import { MIGRATIONS } from '../../app.module.js';
import { migrationSteps, openDatabaseServer } from '../../database.js';
import { print, inform, type Act, type Terminal } from '../terminal.js';

/** `quire migrate`: migrates the database to the newest version and prints the applied migrations, one a line. */
export function migrateCommand(terminal: Terminal, act: Act): Command {
  return new Command('migrate')
    .description('bring the database to the newest version; prints what was applied')
    .action(() => act(migrateDatabase(terminal)));
}

async function migrateDatabase(terminal: Terminal): Promise<void> {
  const settings = readSettings(terminal.env);
  const say = (line: string): void => inform(terminal, line);
  const database = await openDatabaseServer(settings, say);
  try {
    const applied = await migrate(database.url, MIGRATIONS, migrationSteps(settings, MIGRATIONS, say));
    for (const line of applied) print(terminal, line);
    if (applied.length === 0) inform(terminal, 'Nothing to apply: the database is up to date');
  } finally {
    await database.stop();
  }
}
