import { describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { lockWaits } from '#testing/lock-waits';
import type { TestServer } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { RowsOfSpaces } from '../../../../src/content/spaces/infrastructure/space/space-rows.js';
import { FilledSpace } from './filled-space.js';
import { Transfers } from './transfer-fixture.js';

describe('the rows of what is transferred', () => {
  /** What a transfer changes of rows, by their table. */
  const CHANGED: Readonly<Record<string, readonly string[]>> = {
    space: ['updated_at'],
    collection: ['updated_at', 'rank'],
    revision: ['written_by'],
    file_blob: ['created_at'],
  };
  /** Tables that are not declared as rows of spaces. */
  const OTHERS = ['space', 'collection', 'permission', 'revision', 'revision_parent'];
  /** What may be shared with content that stays. */
  const SHARED = ['node', 'document', 'source_text', 'file_blob'];

  const transfers = new Transfers();

  const allOf = async (filled: FilledSpace, tables: readonly string[], organization?: string) => {
    const found: Record<string, Json[]> = {};
    for (const table of tables) {
      const rows = await filled.rowsOf(table, organization);
      const left = CHANGED[table] ?? [];
      found[table] = rows.map(
        (row) => Object.fromEntries(Object.entries(row).filter(([name]) => !left.includes(name))) as Json,
      );
    }
    return found;
  };

  it('are as they were, in every table, with all that is counted, and are there once', async () => {
    const { server, ada, other } = transfers;
    const reviewer = await server.member(ada.organization, 'review');
    await transfers.join(reviewer, 'read');
    const filled = await FilledSpace.create(server, ada, reviewer);
    const all = server.app.get(RowsOfSpaces).all;
    const forgotten = all.filter(({ table, onTransfer }) => onTransfer && table !== 'space_counts');
    const moved = [...OTHERS, ...all.filter((rows) => !forgotten.includes(rows)).map(({ table }) => table)];
    const before = await allOf(filled, [...moved, ...SHARED]);
    expect(Object.entries(before).flatMap(([table, rows]) => (rows.length > 0 ? [] : table))).toEqual([]);
    expect(before['space_counts']).toMatchObject([
      { comments: 2, change_requests: 4, change_requests_open: 1, change_requests_draft: 1 },
    ]);

    const numbers = [await transactionNumber(server)];
    expect((await transfers.transfer(`/v1/collections/${filled.root}`)).status).toBe(200);
    numbers.push(await transactionNumber(server));
    const raised = (rows: Json[] = []) => rows.map((row) => ({ ...row, version: row.version + 1 }));
    expect(await allOf(filled, [...moved, ...SHARED], other.organization)).toEqual({
      ...before,
      space: raised(before['space']),
      collection: raised(before['collection']),
    });
    // A collection of garbage finds them as written by the transfer.
    const others = `select id from content.revision
      where organization_id = $1 and (written_by between $2 and $3) is not true`;
    expect(await server.rows(others, [other.organization, ...numbers])).toEqual([]);
    const left = await allOf(filled, [...moved, ...forgotten.map(({ table }) => table)]);
    expect(Object.entries(left).flatMap(([table, rows]) => (rows.length > 0 ? table : []))).toEqual([]);
  });

  it('are copied with columns that a later version has added', async () => {
    const { server, ada, other } = transfers;
    const columnOf = (id: string) =>
      server.rows('select organization_id as organization, "later Column" as later from content.space where id = $1', [
        id,
      ]);
    const spaces = [await TestSpace.create(ada), await TestSpace.create(ada)] as const;
    expect((await transfers.transfer(spaces[0].path)).status).toBe(200);
    await server.rows('alter table content.space add column "later Column" int');
    try {
      await server.rows('update content.space set "later Column" = 41 where id = $1', [spaces[1].id]);
      expect((await transfers.transfer(spaces[1].path)).status).toBe(200);
      expect(await columnOf(spaces[1].id)).toEqual([{ organization: other.organization, later: 41 }]);
    } finally {
      await server.rows('alter table content.space drop column "later Column"');
    }
    const third = await TestSpace.create(ada);
    expect((await transfers.transfer(third.path)).status).toBe(200);
  });

  it('wait for a change of one of them, which is copied, and the tables then get no other columns', async () => {
    const { server, ada, other } = transfers;
    const space = await TestSpace.create(ada);
    const revision = await space.revision();
    const [client, migrating] = [await server.pool.connect(), await server.pool.connect()];
    try {
      await client.query('begin');
      await client.query('update content.revision set message = $2 where id = $1', [revision, 'Meanwhile']);
      const transferred = transfers.transfer(space.path);
      transferred.catch(() => undefined);
      await waitingForLock(server);
      await migrating.query("set lock_timeout = '50ms'");
      for (const table of ['translation_memory', 'change_request', 'live_page'])
        await expect(migrating.query(`alter table content.${table} add column late int`)).rejects.toMatchObject({
          code: '55P03',
        });
      await client.query('commit');
      expect((await transferred).status).toBe(200);
    } finally {
      await client.query('rollback');
      await migrating.query('reset lock_timeout');
      client.release();
      migrating.release();
    }
    const found = await server.rows(
      'select organization_id as organization, message from content.revision where id = $1',
      [revision],
    );
    expect(found).toEqual([{ organization: other.organization, message: 'Meanwhile' }]);
  });
});

/** Returns once a transaction waits for a row. */
async function waitingForLock(server: TestServer): Promise<void> {
  for (const giveUp = Date.now() + 60_000; (await lockWaits(server)) === 0;) {
    if (Date.now() > giveUp) throw new Error('Nothing came to wait');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A number between those of the transactions before and after this. */
async function transactionNumber(server: TestServer): Promise<number> {
  const rows = await server.rows<{ number: number }>('select pg_current_xact_id()::text::bigint as number');
  return rows[0]?.number ?? 0;
}
