import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { readSettings } from '#kernel/infrastructure/settings';
import { newIdentity } from '../backup/encryption.js';
import { placeAt } from '../backup/open-archive.js';
import { openPlace } from '../backup/places/open-place.js';
import { CommandFailed, UsageInvalid } from '../failure.js';
import { inform, print, readableAge, readableBytes, type Act, type Terminal } from '../terminal.js';

/** `quire backups`: lists the backups of a place; `new-key` makes a pair of keys to encrypt them with. */
export function backupsCommand(terminal: Terminal, act: Act): Command {
  const backups = new Command('backups')
    .description('list the backups in a place, the newest first: name, size, age, and when each was verified')
    .option('--in <place>', 'a folder or s3://bucket/prefix; by default QUIRE_BACKUP_TO')
    .action(({ in: where }: { in?: string }) => act(list(terminal, where)));
  backups
    .command('new-key')
    .description('make a pair of keys of age: the private one into a file to keep elsewhere, the public one printed')
    .argument('<file>', 'the file for the private key; it must not exist')
    .action((file: string) => act(makeKey(terminal, resolve(file))));
  return backups;
}

async function list(terminal: Terminal, where: string | undefined): Promise<void> {
  const settings = readSettings(terminal.env);
  const { to } = settings.backup;
  if (where === undefined && to === undefined) throw new UsageInvalid('Name a place with --in, or set QUIRE_BACKUP_TO');
  const place =
    where === undefined && to ? await openPlace(to, settings.dataDir) : await placeAt(where ?? '', settings);
  try {
    const found = await place.list();
    for (const { name, bytes, time, verifiedAt } of found) {
      const age = `${readableAge(Date.now() - time.getTime())} old`;
      print(terminal, [name, readableBytes(bytes), age, `verified ${verifiedAt.toISOString()}`].join('  '));
    }
    if (found.length === 0) inform(terminal, `There is no backup in ${place.label}`);
  } finally {
    await place.close();
  }
}

async function makeKey(terminal: Terminal, file: string): Promise<void> {
  const { identity, recipient } = await newIdentity();
  const text = `# Opens the backups of Quire that are encrypted for ${recipient}\n${identity}\n`;
  await writeFile(file, text, { flag: 'wx', mode: 0o600, flush: true }).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(error.code === 'EEXIST' ? `${file} exists` : `${file} cannot be written (${error.code})`);
  });
  print(terminal, recipient);
  inform(terminal, `Set QUIRE_BACKUP_KEY to it. Take ${file} off this machine: without it no backup can be read`);
}
