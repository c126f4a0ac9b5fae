import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '#kernel/application/caller';
import { CreateSpace } from '../../../../src/content/spaces/application/space/create-space.js';
import { NotFound } from '#kernel/domain/errors';
import { TestServer, type TestUser } from '#testing/test-server';
import { ChangeContent } from '../../../../src/content/revisions/application/content-changes.js';
import {
  DeleteSpace,
  PurgeSpaces,
  UpdateSpace,
} from '../../../../src/content/spaces/application/space/space.commands.js';

describe('space', () => {
  const DAY_MS = 86_400_000;

  let server: TestServer;
  let ada: TestUser & { organization: string };
  let caller: Caller;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    caller = await server.caller(ada.id);
  });

  afterAll(() => server.stop());

  const create = (title = 'Docs') => server.dispatcher.run(new CreateSpace(caller, ada.organization, { title }));
  const insert = (space: string, title: string) =>
    server.dispatcher.run(new ChangeContent(caller, space, [{ operation: 'insert_page', title }]));
  const eventsOf = async (space: string): Promise<string[]> =>
    (
      await server.rows<{ name: string }>(`select name from public.event where payload->>'space' = $1 order by id`, [
        space,
      ])
    ).map(({ name }) => name);

  describe('a space', () => {
    it('records events for its changes, in order', async () => {
      const space = await create();
      await insert(space, 'Page');
      await server.dispatcher.run(new DeleteSpace(caller, space));
      expect(await eventsOf(space)).toEqual([
        'content.space-created',
        'content.space-content-updated',
        'content.space-content-updated',
        'content.space-deleted',
      ]);
    });

    it('is indexed once however many edits are queued, and again when its language changes', async () => {
      await server.runJobs();
      const space = await create();
      for (const title of ['One', 'Two', 'Three']) await insert(space, title);
      expect(await server.runJobs()).toEqual(['content.index-created-space', 'content.index-changed-space']);
      await server.dispatcher.run(new UpdateSpace(caller, space, { language: 'fr' }));
      expect(await server.runJobs()).toEqual(['content.index-updated-space']);
      const indexed = await server.rows<{ language: string }>(
        'select language from content.indexed_revision where space_id = $1',
        [space],
      );
      expect(indexed).toEqual([{ language: 'fr' }]);
    });

    it('stores nothing of a refused edit: no revision, no event, no job, no document', async () => {
      const space = await create();
      await server.runJobs();
      const state = () =>
        server.rows(
          `select (select count(*)::int from content.revision) revisions, (select count(*)::int from content.document) documents,
           (select count(*)::int from content.live_page) pages, (select count(*)::int from public.event) events,
           (select count(*)::int from graphile_worker._private_jobs) jobs`,
        );
      const before = await state();
      const changes = [
        { operation: 'insert_page' as const, title: 'New', document: { markdown: 'Fresh text.' } },
        { operation: 'delete_page' as const, page: 'unknown' },
      ];
      await expect(server.dispatcher.run(new ChangeContent(caller, space, changes))).rejects.toThrow(NotFound);
      expect(await state()).toEqual(before);
    });

    it('has no more pages than the limit', async () => {
      const small = await TestServer.start({ env: { QUIRE_MAX_PAGES: '3' }, databaseUrl: server.databaseUrl });
      try {
        const space = await create();
        const add = (count: number) =>
          small.dispatcher.run(
            new ChangeContent(
              caller,
              space,
              Array.from({ length: count }, (_, i) => ({ operation: 'insert_page' as const, title: `P${i}` })),
            ),
          );
        await expect(add(3)).rejects.toThrow(/at most 3 pages/);
        await add(2);
        await expect(add(1)).rejects.toThrow(/at most 3 pages/);
      } finally {
        await small.stop();
      }
    });
  });

  describe('purging', () => {
    it('removes only what was deleted more than 7 days ago, in batches', async () => {
      const spaces = await Promise.all(Array.from({ length: 23 }, (_, i) => create(`Gone ${i}`)));
      const [recent, kept] = [await create('Recent'), await create('Kept')];
      for (const space of spaces) await server.dispatcher.run(new DeleteSpace(caller, space));
      server.clock.advance(7 * DAY_MS + 1000);
      await server.dispatcher.run(new DeleteSpace(caller, recent));
      const counts = [];
      for (let i = 0; i < 3; i++) counts.push(await server.dispatcher.run(new PurgeSpaces()));
      expect(counts[0]).toBe(20);
      expect(counts[2]).toBe(0);
      for (const space of spaces.slice(0, 2)) expect(await server.tablesNaming(space)).toEqual([]);
      expect(await server.tablesNaming(recent)).toContain('content.space');
      expect(await server.tablesNaming(kept)).toContain('content.live_page');
    });

    it('tolerates a late job for the purged space', async () => {
      const space = await create('Late');
      await server.dispatcher.run(new DeleteSpace(caller, space));
      server.clock.advance(8 * DAY_MS);
      await server.runJob('content.purge-spaces');
      await expect(server.runJobs()).resolves.toContain('content.index-changed-space');
      expect(await server.tablesNaming(space)).toEqual([]);
    });
  });
});
