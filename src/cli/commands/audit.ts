import { gunzipSync } from 'node:zlib';
import { Command } from 'commander';
import pg from 'pg';
import { readSettings } from '#kernel/infrastructure/settings';
import { openDatabaseServer } from '../../database.js';
import { openBlobs } from '../../content/revisions/infrastructure/blobs/open-blobs.js';
import { FileExportStore } from '../../export-store.js';
import { CommandFailed } from '../failure.js';
import { inform, print, readableBytes, type Act, type Terminal } from '../terminal.js';

/** Of a file of entries, unpacked: 2,000 of the largest have less. */
const MOST_BYTES = 500_000_000;

interface AuditExport {
  organizationId: string;
  sha256: string;
  size: number;
  entries: number;
  fromAt: Date;
  throughAt: Date;
}

/** Files that one statement reads the names of. */
const PAGE = 1_000;

/** `quire audit`: the files with entries of audit trails that are not in the database any more. */
export function auditCommand(terminal: Terminal, act: Act): Command {
  const audit = new Command('audit').description('list and read the files with old entries of audit trails');
  audit
    .command('exports')
    .argument('[organization]', 'id of an organization; `quire` for the trail of the server')
    .description('list the files: organization, first and last entry, entries, size, and name in the store of files')
    .action((organization: string | undefined) => act(list(terminal, organization)));
  audit
    .command('read')
    .argument('<organization>', 'id of the organization')
    .option('--from <time>', 'entries from this time on')
    .option('--to <time>', 'entries up to this time')
    .description('print the entries of the files as JSON, one a line, after each file was compared with its hash')
    .action((organization: string, range: { from?: string; to?: string }) => act(read(terminal, organization, range)));
  return audit;
}

async function list(terminal: Terminal, organization: string | undefined): Promise<void> {
  let count = 0;
  await eachExport(terminal, organization, (file) => {
    count++;
    const { organizationId, sha256, size, entries, fromAt, throughAt } = file;
    const name = `${organizationId}/${sha256.slice(0, 2)}/${sha256}`;
    const parts = [organizationId, fromAt.toISOString(), throughAt.toISOString(), `${entries} entries`];
    print(terminal, [...parts, readableBytes(size), name].join('  '));
    return Promise.resolve();
  });
  if (count === 0) inform(terminal, 'No entry was moved to a file yet');
}

async function read(terminal: Terminal, organization: string, range: { from?: string; to?: string }): Promise<void> {
  const from = timeOf('--from', range.from) ?? -Infinity;
  const to = timeOf('--to', range.to) ?? Infinity;
  const store = new FileExportStore(await openBlobs(readSettings(terminal.env)));
  await eachExport(terminal, organization, async ({ organizationId, sha256, fromAt, throughAt }) => {
    if (throughAt.getTime() < from || fromAt.getTime() > to) return;
    const bytes = await store.read(organizationId, sha256).catch((error: Error) => {
      throw new CommandFailed(`The file ${sha256} cannot be read: ${error.message}`);
    });
    // The first line describes the file.
    for (const line of gunzipSync(bytes, { maxOutputLength: MOST_BYTES })
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .slice(1)) {
      const at = Date.parse((JSON.parse(line) as { occurredAt: string }).occurredAt);
      if (at >= from && at <= to) print(terminal, line);
    }
  });
}

function timeOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new CommandFailed(`${option} takes a time, as 2026-01-31 or 2026-01-31T09:30:00Z`);
  return time;
}

/** In the order of organizations and of files. */
async function eachExport(
  terminal: Terminal,
  organization: string | undefined,
  work: (file: AuditExport) => Promise<void>,
): Promise<void> {
  const database = await openDatabaseServer(readSettings(terminal.env), (line) => inform(terminal, line));
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (let after: [string, string] = ['', '']; ;) {
      const { rows } = await client.query<AuditExport & { id: string }>(
        `select organization_id as "organizationId", id, encode(hash, 'hex') as sha256, size, entries,
           from_at as "fromAt", through_at as "throughAt"
         from organization.audit_export
         where (organization_id, id) > ($1, $2) and ($3::text is null or organization_id = $3)
         order by organization_id, id limit ${PAGE}`,
        [...after, organization ?? null],
      );
      for (const row of rows) {
        terminal.signal.throwIfAborted();
        await work(row);
      }
      const last = rows.at(-1);
      if (last === undefined) return;
      after = [last.organizationId, last.id];
    }
  } finally {
    await client.end();
    await database.stop();
  }
}
