import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { NUMBERED_BY_TRANSACTION } from '#testing/statements/refusals';
import { StoredContent } from './stored-content.js';

describe('collecting what no revision refers to', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let content: StoredContent;

  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    ada = await server.administrator();
    content = new StoredContent(server, ada);
  });

  const inPhase = async (phase: string): Promise<void> => {
    const query = 'select from content.garbage_collection where organization_id = $1 and phase = $2';
    while ((await server.rows(query, [ada.organization, phase])).length === 0) await content.step();
  };
  const documents = async (): Promise<number> =>
    (await content.stored()).filter((name) => name.startsWith('document')).length;

  it('leaves nothing of a purged space', async () => {
    const space = await TestSpace.create(ada);
    const page = await space.insert('Garden', 'Roses.');
    await space.update(page, { document: { markdown: 'Tulips.' } });
    await content.purge(space);
    expect((await content.stored()).length).toBeGreaterThan(3);
    await content.collect();
    expect(await content.stored()).toEqual([]);
    expect(await server.rows('select from content.garbage_mark')).toEqual([]);
  });

  it('leaves what a copy shows when the space it was copied from is purged', async () => {
    const space = await TestSpace.create(ada);
    const page = await space.insert('Garden', 'Roses.');
    for (let i = 0; i < 70; i++) await space.insert(`Bed ${i}`, `Bed number ${i}.`);
    await space.update(page, { document: { markdown: 'Tulips.' } });
    const copy = await content.duplicate(space);
    const before = await documents();
    await content.purge(space);
    await content.collect();
    expect(await content.stored()).toEqual(await content.referredTo());
    expect(await documents()).toBe(before - 1);
    expect(await copy.markdown(page)).toContain('Tulips.');
  });

  it('leaves past revisions and change requests', async () => {
    const space = await TestSpace.create(ada);
    const page = await space.insert('Garden', 'Roses.');
    await ada.api.post(`${space.path}/change-requests`, { subject: 'Bulbs' });
    await space.update(page, { document: { markdown: 'Tulips.' } });
    const before = await content.stored();
    await content.want();
    await content.collect();
    expect(await content.stored()).toEqual(before);
  });

  it('deletes nothing for an hour after a purge', async () => {
    const space = await TestSpace.create(ada);
    await space.insert('Garden', 'Roses.');
    await content.purge(space);
    const before = await content.stored();
    await server.runJob('content.collect-garbage');
    expect(await content.stored()).toEqual(before);
  });

  it('keeps what was stored ahead of its revision for a week', async () => {
    const space = await TestSpace.create(ada);
    await space.insert('Garden', 'Roses.');
    await server.rows(
      `insert into content.stored_ahead (organization_id, hashes)
       select $1, array_agg(hash) from content.document where organization_id = $1`,
      [ada.organization],
    );
    await content.purge(space);
    await content.collect();
    expect(await documents()).toBe(1);
    await server.rows(`update content.stored_ahead set written_at = now() - interval '8 days'`);
    await server.rows('update content.garbage_collection set ended_at = null');
    await server.runJob('content.collect-garbage');
    await content.collect();
    expect(await documents()).toBe(0);
  });

  it('refuses to delete while a transaction is under way that found the same content stored', async () => {
    const space = await TestSpace.create(ada);
    await space.insert('Garden', 'Roses.');
    await content.purge(space);
    await inPhase('sweep');
    const writer = new pg.Client({ connectionString: server.databaseUrl });
    await writer.connect();
    try {
      await writer.query('begin');
      const { rowCount } = await writer.query(
        `insert into content.document (organization_id, hash, body, markdown)
         select organization_id, hash, body, markdown from content.document where organization_id = $1
         on conflict do nothing`,
        [ada.organization],
      );
      expect(rowCount).toBe(0);
      expect(await content.step()).toBe('refused');
      expect(await documents()).toBe(1);
      const { rows } = await writer.query<{ hashes: Buffer[] }>(
        'select array_agg(hash) as hashes from content.document where organization_id = $1',
        [ada.organization],
      );
      await writer.query('insert into content.stored_ahead (organization_id, hashes) values ($1, $2)', [
        ada.organization,
        rows[0]?.hashes,
      ]);
      await writer.query('commit');
      await content.collect();
      expect(await documents()).toBe(1);
    } finally {
      await writer.end();
    }
  });

  it('begins anew where its marks are of another database', async () => {
    const space = await TestSpace.create(ada);
    await space.insert('Garden', 'Roses.');
    await content.want();
    await inPhase('sweep');
    await server.rows('delete from content.garbage_mark');
    await server.rows(`update content.garbage_collection set database = 'another', deletes_after = now()`);
    const before = await content.stored();
    await content.collect();
    expect(await content.stored()).toEqual(before);
  });

  it('begins anew as well where a purge was noted after a database was copied', async () => {
    const [space, gone] = [await TestSpace.create(ada), await TestSpace.create(ada)];
    await space.insert('Garden', 'Roses.');
    await gone.insert('Hedge', 'Yew.');
    await content.want();
    await inPhase('sweep');
    await server.rows('delete from content.garbage_mark');
    await server.rows(`update content.garbage_collection set database = 'another', deletes_after = now()`);
    await content.purge(gone);
    await content.collect();
    expect(await documents()).toBe(1);
    expect(await content.stored()).toEqual(await content.referredTo());
  });

  it('goes on where another process was cut off, and two at once do the same work once', async () => {
    const [kept, gone] = [await TestSpace.create(ada), await TestSpace.create(ada)];
    for (let i = 0; i < 40; i++) {
      await kept.insert(`Bed ${i}`, `Bed ${i}.`);
      await gone.insert(`Bed ${i}`, `Hedge ${i}.`);
    }
    await content.purge(gone);
    const other = await TestServer.start({ databaseUrl: server.databaseUrl });
    try {
      await content.step();
      await content.step();
      const elsewhere = new StoredContent(other, ada);
      await elsewhere.step();
      await Promise.all([content.collect(), elsewhere.collect()]);
      await content.collect();
      expect(await content.stored()).toEqual(await content.referredTo());
    } finally {
      await other.stop();
    }
  });

  it('knows every column with the number of a transaction', async () => {
    const columns = await server.rows<{ table: string; column: string }>(
      `select table_schema || '.' || table_name as table, column_name as column from information_schema.columns
       where column_default like '%pg_current_xact_id%' and table_schema = 'content' order by 1`,
    );
    const { column, tables } = NUMBERED_BY_TRANSACTION;
    expect(columns).toEqual(tables.map((table) => ({ table, column })));
  });

  it('knows every column that may refer to stored content', async () => {
    const columns = await server.rows<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'content' and data_type in ('bytea', 'ARRAY') and udt_name in ('bytea', '_bytea') order by 1`,
    );
    expect(columns.map(({ name }) => name)).toEqual([
      'document.hash',
      'file_blob.hash',
      'garbage_mark.hash',
      // The search index shows a revision of its space.
      'indexed_revision.pages_root',
      'indexed_revision.toward',
      // What is live is in the current revision.
      'live_content.document',
      'live_file.blob',
      'live_page.document',
      'node.hash',
      'print.blob',
      'revision.contents_root',
      'revision.files_root',
      'revision.pages_root',
      'source_item.document',
      'source_text.hash',
      // Documents of revisions, those of copied spaces included, which are readable as long as a revision has them.
      'space_document.hash',
      'stored_ahead.hashes',
      'translated_item.document',
      // Keys of another table.
      'translation_memory.key',
      // Bytes that nothing refers to any more.
      'unused_blob.hash',
    ]);
  });
});
