import { Command } from 'commander';
import { acceptKey } from '#kernel/infrastructure/database/known-key';
import { migrate } from '#kernel/infrastructure/database/migrator';
import { secretKeyOf } from '#kernel/infrastructure/secret-key';
import { readSettings } from '#kernel/infrastructure/settings';
import { MIGRATIONS } from '../../app.module.js';
import { openDatabaseServer } from '../../database.js';
import { requireNoServer, withConnection } from '../backup/connection.js';
import { UsageInvalid } from '../failure.js';
import { print, inform, type Act, type Terminal } from '../terminal.js';

const LOST = `What the former key encrypted can no longer be read, and is deleted: Git syncs and imports with their
credentials, share links, the keys by which sites know their visitors, answers kept for repeated requests. What it
signed is no longer believed: addresses of files and PDFs that were given out, content tokens, secrets of Git hooks.
Passwords, tokens, sessions, content, sites and settings stay.`;

/** `quire rekey`: makes the configured secret key that of the database, although the database was used with another. */
export function rekeyCommand(terminal: Terminal, act: Act): Command {
  return new Command('rekey')
    .description('accept the secret key that is set now, when the former is lost; the server must not run')
    .option('--yes', 'give up what the former key encrypted and signed')
    .addHelpText('after', `\n${LOST}`)
    .action((options: { yes?: boolean }) => act(rekey(terminal, options.yes === true)));
}

async function rekey(terminal: Terminal, yes: boolean): Promise<void> {
  const settings = readSettings(terminal.env);
  if (!yes) throw new UsageInvalid(`${LOST}\nAdd --yes to do so.`);
  const database = await openDatabaseServer(settings, (line) => inform(terminal, line));
  try {
    await withConnection(database.url, async (client) => {
      await requireNoServer(client);
      await migrate(database.url, MIGRATIONS);
      const gone = await acceptKey(client, secretKeyOf(settings), MIGRATIONS);
      for (const [table, rows] of gone) if (rows > 0) print(terminal, `${table}: ${rows} deleted`);
      inform(terminal, 'The secret key that is set is now that of the database');
    });
  } finally {
    await database.stop();
  }
}
