import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import type { TestServer, TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { translating } from '../../../domain/language-model/model-server.js';
import { TranslationDesk } from '../../../http/content/translations/translation-desk.js';
import { commitAll, git, put, repository } from './git-fixtures.js';
import { changedMeanwhile } from '../locked-space.js';
import { removeScratch } from '../scratch.js';
import { DOCS, idAt, importFiles, upload, uploadOf, zipOf } from './transfer-fixture.js';

const DELETED = 'update content.space set deleted_at = now() where id = $1';
/** As another worker does that begins the turn anew, and has taken a newer commit. */
const REPLACED = `update content.git_sync set turn_id = 'newer', commit = 'newer', state = 'running' where space_id = $1`;

describe('work that looks at a space in one transaction and writes in another', () => {
  let desk: TranslationDesk;
  let server: TestServer;
  let user: TestUser & { organization: string };

  beforeAll(async () => {
    desk = await TranslationDesk.start({ QUIRE_GIT_FILE_REMOTES: 'on', QUIRE_OUTBOUND_ALLOW: '127.0.0.0/8' });
    ({ server, ada: user } = desk);
  });

  afterAll(async () => {
    await desk.stop();
    await removeScratch();
  });

  /** All that was written of a space: its head, its revisions, and what is known of where its content came from. */
  async function writtenOf({ id }: TestSpace): Promise<object> {
    const [head] = await server.rows('select revision_id from content.space_head where space_id = $1', [id]);
    const revisions = await server.rows('select id from content.revision where space_id = $1 order by id', [id]);
    const sources = await server.rows('select * from content.source_item where space_id = $1 order by item_id', [id]);
    const origin = await server.rows('select * from content.space_source where space_id = $1', [id]);
    return { head, revisions, sources, origin };
  }

  /** Nothing is written into the space; answers what the work came to. */
  async function writesNothing<R>(space: TestSpace, change: string, work: () => Promise<R>): Promise<R> {
    const before = await writtenOf(space);
    const result = await changedMeanwhile(server, space.id, change, work);
    expect(await writtenOf(space)).toEqual(before);
    return result;
  }

  describe('writes nothing into a space that is deleted meanwhile', () => {
    it('as the import of an archive, which is answered with 404', async () => {
      const space = await TestSpace.create(user);
      const { status } = await writesNothing(space, DELETED, () => upload(space.api, space.id, zipOf(DOCS)));
      expect(status).toBe(404);
    });

    it('as an edit and a file that is uploaded, which are answered with 404', async () => {
      const space = await TestSpace.create(user);
      const edit = await writesNothing(space, DELETED, () => space.send([{ operation: 'insert_page', title: 'Late' }]));
      expect(edit.status).toBe(404);
      const other = await TestSpace.create(user);
      const sent = await writesNothing(other, DELETED, () =>
        other.api.post(`${other.path}/content/files`, undefined, uploadOf(Buffer.from('a'), 'a.txt')),
      );
      expect(sent.status).toBe(404);
    });

    it('as the import of a repository, which is noted as failed', async () => {
      const { bare } = await repository(DOCS);
      const space = await TestSpace.create(user);
      await space.api.post(`${space.path}/git/import`, { url: `file://${bare}`, ref: 'main' });
      await writesNothing(space, DELETED, () => server.runJobs());
      await server.rows('update content.space set deleted_at = null where id = $1', [space.id]);
      const { body } = await space.api.get(`${space.path}/git/info`);
      expect(body).toMatchObject({ state: 'failure', error: 'Space not found' });
    });

    it('as the turn of a sync, which takes the commit once the space is restored', async () => {
      const { space, push } = await synced();
      push({ 'guide.md': '# Guide\n\nLater.\n' });
      await writesNothing(space, DELETED, () => turn(space));
      expect(await rowOf(space)).toMatchObject({ state: 'failure', error: 'Space not found' });
      await server.rows('update content.space set deleted_at = null where id = $1', [space.id]);
      await turn(space);
      expect(await space.markdown(await idAt(space, 'guide'))).toContain('Later.');
    });

    it('as a translation, which says why', async () => {
      const { space, setup, translation, target } = await desk.translated();
      desk.model.reply = translating((segment) => segment.toLowerCase());
      await space.update(setup, { title: 'Preparation' });
      await server.drain();
      await writesNothing(target, DELETED, () => server.runJobs());
      const [row] = await server.rows('select error from content.translation where id = $1', [translation.id]);
      expect(row).toEqual({ error: 'The space with the result is deleted, or was transferred' });
    });
  });

  describe('as the turn of a sync that another turn has replaced meanwhile', () => {
    it('takes no commit of the repository over the newer turn', async () => {
      const { space, push } = await synced();
      push({ 'guide.md': '# Guide\n\nLate.\n' });
      await writesNothing(space, REPLACED, () => turn(space));
      expect(await rowOf(space)).toMatchObject({ turn_id: 'newer', commit: 'newer', state: 'running', error: null });
    });

    it('notes no push over the newer turn', async () => {
      const { space } = await synced();
      await space.update(await idAt(space, 'guide'), { document: { markdown: 'Ours.' } });
      await writesNothing(space, REPLACED, () => turn(space));
      expect(await rowOf(space)).toMatchObject({ turn_id: 'newer', commit: 'newer', state: 'running', error: null });
    });
  });

  it('lets an import plan again where the space was edited meanwhile, and keeps the edit', async () => {
    const space = await TestSpace.create(user);
    await importFiles(space, { 'README.md': '# Home\n' });
    const [head] = await server.rows<{ id: string }>(
      'select revision_id as id from content.space_head where space_id = $1',
      [space.id],
    );
    await space.insert('Mine');
    const mine = await space.revision();
    // Seen first is the revision before the edit; what is found, once the space is let go, is the edit.
    await server.rows('update content.space_head set revision_id = $2 where space_id = $1', [space.id, head?.id]);
    const edited = `update content.space_head set revision_id = '${mine}' where space_id = $1`;
    const { status } = await changedMeanwhile(server, space.id, edited, () =>
      upload(space.api, space.id, zipOf({ 'README.md': '# Home\n', 'more.md': '# More\n' })),
    );
    expect([status, (await space.paths()).sort()]).toEqual([201, ['mine', 'more', 'readme']]);
  });

  async function synced(): Promise<{ space: TestSpace; push: (files: Record<string, string>) => void }> {
    const { bare, work } = await repository({ 'README.md': '# Home\n', 'guide.md': '# Guide\n\nOne.\n' });
    const space = await TestSpace.create(user);
    const wanted = { url: `file://${bare}`, ref: 'main', direction: 'both' };
    expect((await space.api.put(`${space.path}/git/sync`, wanted)).status).toBe(200);
    await turn(space);
    expect(await rowOf(space)).toMatchObject({ state: 'success' });
    const push = (files: Record<string, string>): void => {
      git(work, 'pull', '--quiet', '--rebase', 'origin', 'main');
      put(work, files);
      commitAll(work, 'by hand');
      git(work, 'push', '--quiet', 'origin', 'main');
    };
    return { space, push };
  }

  function turn(space: TestSpace): Promise<void> {
    return server.runJob('content.sync-git', { organizationId: user.organization, spaceId: space.id });
  }

  async function rowOf({ id }: TestSpace): Promise<Json | undefined> {
    return (await server.rows<Json>('select * from content.git_sync where space_id = $1', [id]))[0];
  }
});
