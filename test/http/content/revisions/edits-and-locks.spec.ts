import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '#testing/api-client';
import { lockWaits, whileHeld } from '#testing/lock-waits';
import { until } from '#testing/test-kernel';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

describe('edits and locks', () => {
  /** More than the server has database connections. */
  const EDITS = 30;

  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });

  afterAll(() => server.stop());

  const headOf = async (space: TestSpace): Promise<string | undefined> =>
    (
      await server.rows<{ id: string }>('select revision_id as id from content.space_head where space_id = $1', [
        space.id,
      ])
    )[0]?.id;
  const waiting = (): Promise<number> => lockWaits(server);

  const LOCK_HEAD = 'select from content.space_head where organization_id = $1 and space_id = $2 for update';
  /** Runs `work` while another transaction has run a statement with the organization and a space. */
  const held = ({ id }: TestSpace, statement: string, work: () => Promise<void>): Promise<void> =>
    whileHeld(server, statement, [ada.organization, id], work);

  const WAYS_TO_END: [string, number, (space: TestSpace) => Promise<Answer>][] = [
    ['locked', 200, (space) => ada.api.patch(space.path, { editMode: 'locked' })],
    ['deleted', 204, (space) => ada.api.delete(space.path)],
  ];

  describe('once the response confirms that a space is', () => {
    it.each(WAYS_TO_END)('%s, no concurrent edit is stored', async (_, status, end) => {
      const space = await TestSpace.create(ada);
      const page = await space.insert('Page');
      let edit: Promise<Answer> | undefined;
      let ended: Promise<{ answer: Answer; head: string | undefined }> | undefined;
      let answered = false;
      // Another transaction locks the head, so that the edit waits; meanwhile the space is locked or deleted.
      await held(space, LOCK_HEAD, async () => {
        edit = space.send([{ operation: 'update_page', page, title: 'Late' }]);
        await until(async () => (await waiting()) === 1, 'the edit to wait');
        ended = end(space).then(async (answer) => {
          answered = true;
          return { answer, head: await headOf(space) };
        });
        await until(async () => answered || (await waiting()) === 2, 'the end to be answered, or to wait');
      });
      const seen = await ended;
      await edit;
      expect(seen?.answer.status).toBe(status);
      expect(await headOf(space)).toBe(seen?.head);
    });
  });

  describe('edits that wait for a lock', () => {
    it('leave database connections to other requests, and all succeed', async () => {
      const [space, other] = [await TestSpace.create(ada), await TestSpace.create(ada)];
      const page = await space.insert('Page');
      const edits: Promise<Answer>[] = [];
      await held(space, LOCK_HEAD, async () => {
        for (let i = 0; i < EDITS; i++) {
          edits.push(space.send([{ operation: 'insert_page', title: `New ${i}`, into: page }]));
        }
        await until(async () => (await waiting()) === 1, 'an edit to wait');
        await other.insert('Beside', 'Text.');
        expect(await other.paths()).toEqual(['beside']);
        expect(await waiting()).toBe(1);
      });
      expect((await Promise.all(edits)).map(({ status }) => status)).toEqual(edits.map(() => 200));
      expect(await space.paths()).toHaveLength(1 + EDITS);
    });
  });

  describe('an edit of a space that is concurrently being', () => {
    it.each([
      ['locked', 409, `update content.space set edit_mode = 'locked' where organization_id = $1 and id = $2`],
      ['deleted', 404, `update content.space set deleted_at = now() where organization_id = $1 and id = $2`],
      ['restricted', 404, `update content.space set default_level = null where organization_id = $1 and id = $2`],
    ])('%s waits and is then refused', async (_, status, statement) => {
      const space = await TestSpace.create(ada);
      const page = await space.insert('Page');
      const eve = await server.member(ada.organization, 'edit');
      const before = await headOf(space);
      let edit: Promise<Answer> | undefined;
      await held(space, statement, async () => {
        edit = space.as(eve.api).send([{ operation: 'update_page', page, title: 'Late' }]);
        await until(async () => (await waiting()) === 1, 'the edit to wait');
      });
      expect((await edit)?.status).toBe(status);
      expect(await headOf(space)).toBe(before);
    });
  });
});
