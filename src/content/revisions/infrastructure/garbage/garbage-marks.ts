import { Injectable } from '@nestjs/common';
import { MarkedProviders } from '#kernel/infrastructure/marked-providers';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { STORED_BY_HASH, type TableByHash } from './stored-by-hash.js';
import { WritersOfContent } from './writers-of-content.js';

/** Nodes of which one statement marks what they refer to. */
const NODES = 200;
/** Revisions that one statement marks. */
const REVISIONS = 1_000;
/** Marks that one statement deletes. */
const CLEARED = 5_000;

const markNodes = (roots: string): string => `insert into content.garbage_mark (organization_id, is_node, hash, walked)
  select $1, true, hash, false from (select distinct hash from ${roots} where hash is not null) marked order by hash
  on conflict do nothing`;

const markOthers = (
  hashes: string,
): string => `insert into content.garbage_mark (organization_id, is_node, hash, walked)
  select $1, false, hash, true from (select distinct hash from ${hashes} where hash is not null) marked order by hash
  on conflict do nothing`;

const ROOTS = 'cross join lateral (values (r.pages_root), (r.files_root), (r.contents_root)) root(hash)';

/** $2 is the id of the revision after which to go on. */
const MARK_REVISIONS = `with revision as (
    select id, pages_root, files_root, contents_root from content.revision
    where organization_id = $1 and id > $2 order by id limit ${REVISIONS}
  ), marked as (
    ${markNodes(`revision r ${ROOTS}`)}
  ) select max(id) as position, count(*) < ${REVISIONS} as last from revision`;

/**
 * What transactions from $2 on have written. Numbers from $3 on are of the database that this one was restored from, and
 * their rows marked already.
 */
const MARK_SINCE = `with root as (
    select root.hash from content.revision r ${ROOTS}
    where r.organization_id = $1 and r.written_by >= $2 and r.written_by < $3
  ), ahead as (
    select unnest(a.hashes) as hash from content.stored_ahead a
    where a.organization_id = $1 and a.written_by >= $2 and a.written_by < $3
  ), nodes as (
    ${markNodes('root')}
  ) ${markOthers('ahead')}`;

/**
 * Takes every text of 64 hexadecimal digits in a node for a reference: none can be missed, whatever fields records get.
 * Only inner nodes refer to nodes, whose marks must not be made by what users write into records.
 */
const WALK = `with taken as (
    select hash from content.garbage_mark where organization_id = $1 and not walked limit ${NODES}
  ), reference as (
    select distinct n.body like '{"k":%' as is_node, decode(found.match[1], 'hex') as hash
    from taken cross join lateral (
      select body from content.node n where n.organization_id = $1 and n.hash = taken.hash offset 0
    ) n cross join lateral regexp_matches(n.body, '"([0-9a-f]{64})"', 'g') found(match)
  ), marked as (
    insert into content.garbage_mark (organization_id, is_node, hash, walked)
    select $1, is_node, hash, not is_node from reference order by is_node, hash on conflict do nothing
  ), walked as (
    update content.garbage_mark m set walked = true from taken
    where m.organization_id = $1 and m.is_node and m.hash = taken.hash
  ) select count(*)::int as count from taken`;

/** Marks stored content that something refers to, organization by organization, in steps of limited size. */
@Injectable()
export class GarbageMarks {
  #tables: readonly TableByHash[] | undefined;

  constructor(
    private readonly sql: SqlQuery,
    private readonly providers: MarkedProviders,
    private readonly writers: WritersOfContent,
  ) {}

  get tables(): readonly TableByHash[] {
    this.#tables ??= this.providers
      .with<TableByHash[]>(STORED_BY_HASH)
      .flatMap(([tables]) => tables)
      .sort((a, b) => (a.table < b.table ? -1 : 1));
    return this.#tables;
  }

  /** Marks what is referred to beside revisions. */
  async markBeside(organizationId: string): Promise<void> {
    const beside: TableByHash[] = [...this.tables, { table: 'stored_ahead', column: 'unnest(hashes)' }];
    for (const { table, column, nodes } of beside) {
      if (column === undefined) continue;
      const rows = `(select ${column} as hash from content.${table} where organization_id = $1) referring`;
      await this.sql.rows(`garbage.mark-${table}`, (nodes ? markNodes : markOthers)(rows), [organizationId]);
    }
  }

  /**
   * Marks the roots of some revisions after `position`; returns how far it came, undefined where it came to the last one.
   * Those that are written from then on are no matter of this.
   */
  async markRevisions(organizationId: string, position: string): Promise<string | undefined> {
    const row = await this.sql.row<{ position: string | null; last: boolean }>(
      'garbage.mark-revisions',
      MARK_REVISIONS,
      [organizationId, position],
    );
    return row?.last ? undefined : (row?.position ?? undefined);
  }

  /** Marks the roots of all revisions since; returns the number of the first transaction that may not have been seen. */
  async markSince(organizationId: string, seenBefore: string): Promise<string> {
    const { below, next } = await this.writers.seen();
    await this.sql.rows('garbage.mark-since', MARK_SINCE, [organizationId, seenBefore, next]);
    return below;
  }

  /** Marks what some marked nodes refer to; returns whether there may be more of them. */
  async walk(organizationId: string): Promise<boolean> {
    const row = await this.sql.row<{ count: number }>('garbage.walk', WALK, [organizationId]);
    return (row?.count ?? 0) > 0;
  }

  /** Whether something of this is marked. */
  async has(organizationId: string, isNode: boolean, hashes: readonly Buffer[]): Promise<boolean> {
    const row = await this.sql.row(
      'garbage.is-marked',
      `select from content.garbage_mark where organization_id = $1 and is_node = $2 and hash = any($3::bytea[]) limit 1`,
      [organizationId, isNode, hashes],
    );
    return row !== undefined;
  }

  /** Deletes some marks; returns whether there may be more. */
  async clear(organizationId: string): Promise<boolean> {
    const row = await this.sql.row<{ count: number }>(
      'garbage.clear-marks',
      `with cleared as (
         delete from content.garbage_mark where organization_id = $1 and ctid = any(array(
           select ctid from content.garbage_mark where organization_id = $1 limit ${CLEARED})) returning 1
       ) select count(*)::int as count from cleared`,
      [organizationId],
    );
    return (row?.count ?? 0) > 0;
  }
}
