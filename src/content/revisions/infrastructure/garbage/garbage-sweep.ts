import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { noteUnused } from '../blobs/unused-blobs.js';
import { GarbageMarks } from './garbage-marks.js';
import type { TableByHash } from './stored-by-hash.js';
import { SweepRefused, WritersOfContent } from './writers-of-content.js';

/** Rows that one step looks at. */
const ROWS = 2_000;

/** Processes of an older version note nothing ahead of a revision: what they store stays for as long as what is noted. */
const YOUNG = `and t.created_at < now() - interval '7 days'`;

const sweepOf = ({ table, nodes = false, bytes = false }: TableByHash): string => `with part as (
    select hash from content.${table} where organization_id = $1 and hash > decode($2, 'hex') order by hash limit ${ROWS}
  ), garbage as (
    select t.hash from content.${table} t where t.organization_id = $1 and t.hash = any(array(
      select hash from part where not exists (
        select from content.garbage_mark m where m.organization_id = $1 and m.is_node = ${nodes} and m.hash = part.hash)
    )) ${bytes ? YOUNG : ''} order by t.hash for update skip locked
  ), gone as (
    delete from content.${table} t using garbage where t.organization_id = $1 and t.hash = garbage.hash returning t.hash
  )${bytes ? `, unused as (${noteUnused('gone', '$3')})` : ''}
  select encode((select hash from part order by hash desc limit 1), 'hex') as position, array(select hash from gone) as gone`;

/** The same for rows that are named by a space as well; the position is `<space>/<hash>`. */
const sweepOfSpaces = ({ table }: TableByHash): string => `with part as (
    select space_id, hash from content.${table}
    where organization_id = $1 and (space_id, hash) > (split_part($2, '/', 1), decode(split_part($2, '/', 2), 'hex'))
    order by space_id, hash limit ${ROWS}
  ), garbage as (
    select t.space_id, t.hash from content.${table} t
    where t.organization_id = $1 and (t.space_id, t.hash) in (
      select part.space_id, part.hash from part where not exists (
        select from content.garbage_mark m where m.organization_id = $1 and not m.is_node and m.hash = part.hash)
    ) order by t.space_id, t.hash for update skip locked
  ), gone as (
    delete from content.${table} t using garbage
    where t.organization_id = $1 and t.space_id = garbage.space_id and t.hash = garbage.hash returning t.hash
  )
  select (select space_id || '/' || encode(hash, 'hex') from part order by space_id desc, hash desc limit 1) as position,
    array(select distinct hash from gone) as gone`;

export interface Swept {
  /** How far it came; undefined at the end of the table. */
  position: string | undefined;
  deleted: number;
  seenBefore: string;
}

/** Deletes content without a mark, in steps of limited size, each in the transaction that is open. */
@Injectable()
export class GarbageSweep {
  constructor(
    private readonly sql: SqlQuery,
    private readonly marks: GarbageMarks,
    private readonly writers: WritersOfContent,
    private readonly settings: Settings,
  ) {}

  /** The tables to sweep, in order. */
  get tables(): readonly TableByHash[] {
    return this.marks.tables.filter(({ column }) => column === undefined);
  }

  /**
   * Deletes first and looks then for what may refer to it: a transaction that stores the same content from then on
   * waits for the end of this one, and stores it anew; one that found it stored before is waited for, and its revision
   * is seen. Throws SweepRefused where one of them refers to it, takes long, or waits for this.
   */
  async step(organizationId: string, table: TableByHash, position: string, seenBefore: string): Promise<Swept> {
    const row = await this.sql.row<{ position: string | null; gone: Buffer[] }>(
      `garbage.sweep-${table.table}`,
      table.ofSpaces ? sweepOfSpaces(table) : sweepOf(table),
      [organizationId, position, ...(table.bytes ? [this.settings.keep.unusedFileDays ?? null] : [])],
    );
    const gone = row?.gone ?? [];
    const next = row?.position ?? undefined;
    if (gone.length === 0) return { position: next, deleted: 0, seenBefore };
    await this.writers.wait(this.tables.map((swept) => `content.${swept.table}`));
    const seen = await this.marks.markSince(organizationId, seenBefore);
    while (await this.marks.walk(organizationId));
    if (await this.marks.has(organizationId, table.nodes ?? false, gone)) throw new SweepRefused('It is referred to');
    return { position: next, deleted: gone.length, seenBefore: seen };
  }
}
