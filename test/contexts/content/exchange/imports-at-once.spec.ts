import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parsePage } from '#rich-document';
import { onOneServer } from '#testing/one-server';
import { until } from '#testing/test-kernel';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { storedDocument } from '../../../../src/content/revisions/domain/page/stored-document.js';
import { Revisions } from '../../../../src/content/revisions/domain/ports.js';
import { contentOf, upload, zipOf } from './transfer-fixture.js';

/** Number of pages below the first. */
const PAGES = 40;

describe('the same at once', () => {
  let server: TestServer;
  let user: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    user = await server.administrator();
  });

  afterAll(() => server.stop());

  const deadlocks = async (): Promise<number> => {
    const { rows } = await server.pool.query<{ count: number }>(
      'select deadlocks::int as count from pg_stat_database where datname = current_database()',
    );
    return rows[0]?.count ?? 0;
  };

  it('is stored, though its documents come in one order and in the opposite one', async () => {
    const revisions = server.app.get(Revisions, { strict: false });
    for (let round = 0; round < 8; round++) {
      const documents = Array.from({ length: 300 }, (_, at) =>
        storedDocument(parsePage(`Line ${at} of round ${round}.`, { maxBytes: 1_000 }).document),
      );
      const orders = [documents, documents.toReversed(), documents, documents.toReversed()];
      await Promise.all(orders.map((order) => revisions.addDocuments(user.organization, order)));
    }
    expect(await deadlocks()).toBe(0);
  });

  it('is imported into several spaces', async () => {
    const files: Record<string, string> = { 'README.md': '# Home\n' };
    for (let at = 0; at < PAGES; at++) files[`page-${at}.md`] = `# Page ${at}\n\nSee [home](README.md).\n`;
    const archive = zipOf(files);
    const spaces = await Promise.all(Array.from({ length: 4 }, () => TestSpace.create(user)));
    const answers = await Promise.all(spaces.map((space) => upload(space.api, space.id, archive)));
    expect(answers.map(({ status }) => status)).toEqual(spaces.map(() => 201));
    const [first, ...others] = await Promise.all(spaces.map(contentOf));
    expect((first as { pages: unknown[] }).pages).toHaveLength(PAGES + 1);
    for (const other of others) expect(other).toEqual(first);
  });

  onOneServer(it, 'deadlocks are counted by the coordinator alone')(
    'is changed as asked after PostgreSQL gave up the transaction for the sake of another',
    async () => {
      const space = await TestSpace.create(user);
      const other = await server.pool.connect();
      try {
        const before = await deadlocks();
        await other.query('begin');
        await other.query('select from content.space_head where organization_id = $1 and space_id = $2 for update', [
          user.organization,
          space.id,
        ]);
        const edit = space.send([{ operation: 'insert_page', title: 'Kept' }]);
        // The edit has the row of the space and waits for its head; it waits longest, so it is the one that is given up.
        await sleep(300);
        await other.query('select from content.space where organization_id = $1 and id = $2 for update', [
          user.organization,
          space.id,
        ]);
        await other.query('commit');
        expect((await edit).status).toBe(200);
        await until(async () => (await deadlocks()) > before, 'the deadlock to be counted');
        expect(await space.paths()).toEqual(['kept']);
      } finally {
        other.release();
      }
    },
  );
});
