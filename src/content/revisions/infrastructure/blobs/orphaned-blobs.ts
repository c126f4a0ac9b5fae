import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { MarkedProviders } from '#kernel/infrastructure/marked-providers';
import { FilesOfAuditTrails } from '#organization';
import type { FoundBlob } from '../../domain/content/blobs.js';
import { NAMES_BYTES, type NamingTable } from './names-bytes.js';

/** What was deleted before, or is to be deleted already, keeps its time. */
const NOTE = `insert into content.unused_blob (organization_id, hash, delete_after)
  select found.organization_id, decode(found.hash, 'hex'), now() + make_interval(days => $3::int)
  from unnest($1::text[], $2::text[]) found (organization_id, hash)
  order by 1, 2 on conflict do nothing`;

interface Named {
  organizationId: string;
  hash: string;
}

/** Bytes of all organizations, and the rows that name them. */
@Injectable()
export class OrphanedBlobs {
  #named: string | undefined;

  constructor(
    private readonly sql: SqlQuery,
    private readonly providers: MarkedProviders,
    private readonly dispatcher: Dispatcher,
  ) {}

  /** Those that no row names, as one statement for each context finds. */
  async unnamed(blobs: readonly FoundBlob[]): Promise<FoundBlob[]> {
    if (blobs.length === 0) return [];
    this.#named ??= namedSql(this.providers.with<NamingTable>(NAMES_BYTES).map(([table]) => table));
    const rows = await this.sql.rows<Named & {}>('orphaned-blob.named', this.#named, columnsOf(blobs));
    const files = blobs.map(({ organizationId, sha256: hash }) => ({ organizationId, hash }));
    const ofTrails = await this.dispatcher.ask(new FilesOfAuditTrails(files));
    const named = new Set([...rows, ...ofTrails].map(({ organizationId, hash }) => `${organizationId}/${hash}`));
    return blobs.filter(({ organizationId, sha256 }) => !named.has(`${organizationId}/${sha256}`));
  }

  /** Has them deleted in so many days, unless a row names them then. */
  async note(blobs: readonly FoundBlob[], days: number): Promise<void> {
    if (blobs.length > 0) await this.sql.rows('orphaned-blob.note', NOTE, [...columnsOf(blobs), days]);
  }
}

const columnsOf = (blobs: readonly FoundBlob[]): [organizations: string[], hashes: string[]] => [
  blobs.map(({ organizationId }) => organizationId),
  blobs.map(({ sha256 }) => sha256),
];

/** Throws an Error without a table: everything would be an orphan. */
function namedSql(tables: readonly NamingTable[]): string {
  if (tables.length === 0) throw new Error('No table names bytes');
  const rows = [...tables]
    .sort((a, b) => (a.table < b.table ? -1 : 1))
    .map(
      ({ table, column }) => `select named.organization_id, named.${column} as hash from ${table} named
        join (select o as organization_id, decode(h, 'hex') as hash from unnest($1::text[], $2::text[]) given (o, h)) given
          on named.organization_id = given.organization_id and named.${column} = given.hash`,
    );
  return `select organization_id as "organizationId", encode(hash, 'hex') as hash from (${rows.join(' union all ')}) named`;
}
