import type pg from 'pg';
import { blobKey } from '../../content/revisions/domain/content/blobs.js';
import { CommandFailed } from '../failure.js';
import { BLOBS_FOLDER } from './manifest.js';

/** One file of the content, as the database records it. */
export interface KnownFile {
  organizationId: string;
  sha256: string;
  size: number;
}

const PAGE = 1000;

/** The tables that name files by their hash. */
const NAMING = ['content.file_blob', 'organization.audit_export'];

/** All files that the database names, in order; reads a thousand at a time. */
export async function* knownFiles(client: pg.Client): AsyncGenerator<KnownFile> {
  for (const table of NAMING) yield* filesOf(client, table);
}

async function* filesOf(client: pg.Client, table: string): AsyncGenerator<KnownFile> {
  const { rows: there } = await client.query('select from pg_class where oid = to_regclass($1)', [table]);
  if (there.length === 0) return;
  let [organizationId, sha256] = ['', ''];
  for (;;) {
    const { rows } = await client.query<KnownFile>(
      `select organization_id as "organizationId", encode(hash, 'hex') as sha256, size::float8 as size
       from ${table} where (organization_id, hash) > ($1, decode($2, 'hex'))
       order by organization_id, hash limit $3`,
      [organizationId, sha256, PAGE],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    ({ organizationId, sha256 } = last);
  }
}

/** Name of a file's entry in the archive. */
export function entryOf({ organizationId, sha256 }: KnownFile): string {
  return BLOBS_FOLDER + blobKey(organizationId, sha256);
}

/** The reverse; throws CommandFailed for a name that no backup uses. */
export function fileOf(entry: string): { organizationId: string; sha256: string } {
  const [organizationId = '', , sha256 = ''] = entry.slice(BLOBS_FOLDER.length).split('/');
  try {
    if (entry === BLOBS_FOLDER + blobKey(organizationId, sha256)) return { organizationId, sha256 };
  } catch {
    // Reported below.
  }
  throw new CommandFailed(`The archive is damaged: it holds ${JSON.stringify(entry)}`);
}
