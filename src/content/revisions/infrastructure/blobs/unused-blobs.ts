import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { MarkedProviders } from '#kernel/infrastructure/marked-providers';
import { FilesOfAuditTrail } from '#organization';
import { UnusedBytes } from '../../domain/content/unused-bytes.js';
import { NAMES_BYTES, type NamingTable } from './names-bytes.js';

/** How long bytes stay that were stored and not recorded, or that can be made again. */
const SHORT = "interval '1 day'";
/** When it is tried again to delete bytes that the store did not delete. */
const AGAIN = "interval '1 hour'";

const HASHES = (parameter: string): string => `(select decode(h, 'hex') from unnest(${parameter}::text[]) h)`;

/** A later time is kept: what is in backups stays for longer than what is not. */
const LATER = `on conflict (organization_id, hash) do update
  set delete_after = greatest(u.delete_after, excluded.delete_after)`;

/**
 * A part of a statement that notes hashes of erased rows, `gone`, a relation with a column `hash`; $1 is the organization,
 * `days` the parameter with the days to keep their bytes, null for ever.
 */
export const noteUnused = (gone: string, days: string): string =>
  `insert into content.unused_blob as u (organization_id, hash, delete_after)
   select $1, hash, coalesce(now() + make_interval(days => ${days}::int), 'infinity') from ${gone} order by hash ${LATER}`;

const NOTE = `insert into content.unused_blob as u (organization_id, hash, delete_after)
  select $1, noted.hash, now() + ${SHORT} from (select distinct hash from unnest(array${HASHES('$2')}) hash) noted
  order by noted.hash ${LATER}`;

const DUE = `select organization_id as "organizationId" from content.unused_blob
  where delete_after <= now() group by organization_id order by min(delete_after) limit 100`;

const TAKE = `select encode(hash, 'hex') as hash from content.unused_blob
  where organization_id = $1 and hash = any(array(
    select hash from content.unused_blob where organization_id = $1 and delete_after <= now()
    order by delete_after limit $2
  )) and delete_after <= now() order by hash for update skip locked`;

const FORGET = `delete from content.unused_blob where organization_id = $1 and hash = any(array${HASHES('$2')})`;

const POSTPONE = `update content.unused_blob set delete_after = now() + ${AGAIN}
  where organization_id = $1 and hash = any(array${HASHES('$2')})`;

/**
 * The table of bytes that are to be deleted. Its rows are locked while their bytes are deleted; who stores the same bytes
 * writes the row first, and so waits until they are gone, or takes the row away from who would delete them.
 */
@Injectable()
export class UnusedBlobs extends UnusedBytes {
  #named: string | undefined;

  constructor(
    private readonly sql: SqlQuery,
    private readonly unitOfWork: UnitOfWork,
    private readonly providers: MarkedProviders,
    private readonly dispatcher: Dispatcher,
  ) {
    super();
  }

  /**
   * Notes bytes that are about to be stored, outside the open transaction: they are deleted in a day unless a row names
   * them by then, so that a process which is killed leaves nothing for ever. Waits while they are being deleted.
   */
  async announce(organizationId: string, sha256: string): Promise<void> {
    await this.unitOfWork.outside(() =>
      this.unitOfWork.repeating(() => this.sql.rows('unused-blob.announce', NOTE, [organizationId, [sha256]])),
    );
  }

  async note(organizationId: string, hashes: readonly string[]): Promise<void> {
    if (hashes.length > 0) await this.sql.rows('unused-blob.note', NOTE, [organizationId, hashes]);
  }

  /** Organizations with bytes whose time has passed, the oldest first. */
  async due(): Promise<string[]> {
    const rows = await this.sql.rows<{ organizationId: string }>('unused-blob.due', DUE);
    return rows.map(({ organizationId }) => organizationId);
  }

  /** Locks the rows of bytes whose time has passed, in the open transaction; skips those that others have locked. */
  async take(organizationId: string, most: number): Promise<string[]> {
    const rows = await this.sql.rows<{ hash: string }>('unused-blob.take', TAKE, [organizationId, most]);
    return rows.map(({ hash }) => hash);
  }

  /** Which of these something names. */
  async named(organizationId: string, hashes: readonly string[]): Promise<Set<string>> {
    this.#named ??= namedSql(this.providers.with<NamingTable>(NAMES_BYTES).map(([table]) => table));
    const rows = await this.sql.rows<{ hash: string }>('unused-blob.named', this.#named, [organizationId, hashes]);
    const files = await this.dispatcher.ask(new FilesOfAuditTrail(organizationId, hashes));
    return new Set([...rows.map(({ hash }) => hash), ...files]);
  }

  async forget(organizationId: string, hashes: readonly string[]): Promise<void> {
    if (hashes.length > 0) await this.sql.rows('unused-blob.forget', FORGET, [organizationId, hashes]);
  }

  /** Has these tried again in an hour. */
  async postpone(organizationId: string, hashes: readonly string[]): Promise<void> {
    if (hashes.length > 0) await this.sql.rows('unused-blob.postpone', POSTPONE, [organizationId, hashes]);
  }
}

/** Throws an Error without a table: everything would be deleted. */
function namedSql(tables: readonly NamingTable[]): string {
  if (tables.length === 0) throw new Error('No table names bytes');
  const rows = [...tables]
    .sort((a, b) => (a.table < b.table ? -1 : 1))
    .map(
      ({ table, column }) => `select ${column} as hash from ${table}
        where organization_id = $1 and ${column} = any(array${HASHES('$2')})`,
    );
  return `select distinct encode(named.hash, 'hex') as hash from (${rows.join(' union all ')}) named`;
}
