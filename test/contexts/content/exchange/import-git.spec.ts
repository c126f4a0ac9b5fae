import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { commitAll, git, put, repository } from './git-fixtures.js';
import { removeScratch } from '../scratch.js';
import { contentOf, DOCS, idAt } from './transfer-fixture.js';

describe('import git', () => {
  let server: TestServer;
  let user: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.start({ env: { QUIRE_GIT_FILE_REMOTES: 'on', QUIRE_OUTBOUND_ALLOW: '127.0.0.0/8' } });
    user = await server.administrator();
  });

  afterAll(async () => {
    await server.stop();
    await removeScratch();
  });

  async function info(space: TestSpace): Promise<Json> {
    return (await space.api.get(`${space.path}/git/info`)).body;
  }

  /** Starts a run, has it done, and answers how it ended. */
  async function run(space: TestSpace, direction: 'import' | 'export', body: object): Promise<Json> {
    const answer = await space.api.post(`${space.path}/git/${direction}`, body);
    expect([answer.status, answer.text]).toEqual([204, '']);
    await server.runJobs();
    return info(space);
  }

  it('is reported with its commit, once it starts and once it ends, and so is an export', async () => {
    const { bare } = await repository({ ...DOCS });
    const url = `file://${bare}`;
    const space = await TestSpace.create(user);
    const reported = async () =>
      (
        await server.rows<{ told: string }>(
          `delete from public.event where payload->>'space' = $1 and name like 'content.git-sync-%'
           returning id, coalesce(payload->>'state', 'started') || ' ' || (payload->>'commit') as told`,
          [space.id],
        )
      ).map(({ told }) => told);
    const both = (commit: string): string[] => [`started ${commit}`, `success ${commit}`];
    await run(space, 'import', { url, ref: 'main' });
    expect(await reported()).toEqual(both(git(bare, 'rev-parse', 'main')));
    await space.insert('Written here', 'New text.\n');
    await run(space, 'export', { url, ref: 'main', commitMessage: 'From Quire' });
    expect(await reported()).toEqual(both(git(bare, 'rev-parse', 'main')));
    await run(space, 'import', { url, ref: 'nowhere' });
    expect(await reported()).toEqual([]);
    await space.api.post(`${space.path}/git/import`, { url, ref: 'main' });
    await space.api.patch(space.path, { editMode: 'locked' });
    await expect(server.runJobs()).rejects.toThrow('locked');
    const commit = git(bare, 'rev-parse', 'main');
    expect(await reported()).toEqual([`started ${commit}`, `failure ${commit}`]);
  });

  describe('the import of a repository', () => {
    it('takes the branch in a job, and tells how it ended', async () => {
      const { bare } = await repository(DOCS);
      const space = await TestSpace.create(user);
      expect(await info(space)).toEqual({ object: 'git-info', state: 'none', installationStatus: 'unauthenticated' });
      await space.api.post(`${space.path}/git/import`, { url: `file://${bare}`, ref: 'main' });
      expect(await info(space)).toMatchObject({ state: 'running', direction: 'import', ref: 'main' });
      await server.runJobs();
      const commit = git(bare, 'rev-parse', 'main');
      expect(await info(space)).toMatchObject({ state: 'success', commit, report: { importedResources: 8 } });
      const { body } = await space.api.get(`${space.path}/content`);
      expect(body.git).toMatchObject({ oid: commit, ref: 'refs/heads/main' });
      expect(await space.paths()).toHaveLength(5);
    });

    it('takes a folder of the repository as the whole tree', async () => {
      const { bare } = await repository({ 'README.md': '# Not this\n', 'docs/a.md': '# A\n' });
      const space = await TestSpace.create(user);
      await run(space, 'import', { url: `file://${bare}`, ref: 'main', repoProjectDirectory: './docs' });
      expect(await space.paths()).toEqual(['a']);
    });

    it('does nothing when it is run twice', async () => {
      const { bare } = await repository({ 'a.md': '# A\n' });
      const space = await TestSpace.create(user);
      await space.api.post(`${space.path}/git/import`, { url: `file://${bare}`, ref: 'main' });
      const [link] = await server.rows<{ id: string }>(
        'select run_id as id from content.git_link where space_id = $1',
        [space.id],
      );
      const job = { organizationId: user.organization, spaceId: space.id, id: link?.id };
      await server.runJob('content.import-git', job);
      const revision = await space.revision();
      await server.runJob('content.import-git', job);
      expect(await space.revision()).toBe(revision);
      expect((await info(space)).state).toBe('success');
    });

    it('fails at once for a branch that is not there', async () => {
      const { bare } = await repository({ 'a.md': '# A\n' });
      const space = await TestSpace.create(user);
      const { state, error } = await run(space, 'import', { url: `file://${bare}`, ref: 'nowhere' });
      expect([state, error]).toEqual(['failure', 'The repository has no branch, tag or commit "nowhere"']);
    });

    it('tries again when the remote does not answer, and fails after the last attempt', async () => {
      const space = await TestSpace.create(user);
      await space.api.post(`${space.path}/git/import`, { url: 'http://127.0.0.1:9/docs.git', ref: 'main' });
      const [link] = await server.rows<{ id: string }>(
        'select run_id as id from content.git_link where space_id = $1',
        [space.id],
      );
      const job = { organizationId: user.organization, spaceId: space.id, id: link?.id };
      for (let attempt = 1; attempt < 5; attempt++) {
        await expect(server.runJob('content.import-git', job)).rejects.toThrow();
        expect((await info(space)).state).toBe('running');
      }
      await server.runJob('content.import-git', job);
      expect((await info(space)).state).toBe('failure');
    });

    it('shows and stores no credentials', async () => {
      const space = await TestSpace.create(user);
      await space.api.post(`${space.path}/git/import`, {
        url: 'https://me:s3cr3tpass@git.example.com/docs.git',
        ref: 'main',
      });
      expect((await info(space)).url).toBe('https://git.example.com/docs.git');
      const rows = await server.rows(
        'select row_to_json(l)::text as link from content.git_link l where space_id = $1',
        [space.id],
      );
      const jobs = await server.rows('select payload::text from graphile_worker._private_jobs');
      expect(JSON.stringify([rows, jobs])).not.toContain('s3cr3tpass');
      await server.rows('delete from graphile_worker._private_jobs');
    });

    it('is shown by the space, by itself and in the list', async () => {
      const space = await TestSpace.create(user);
      await space.api.post(`${space.path}/git/import`, { url: 'https://git.example.com/owner/docs.git', ref: 'main' });
      const gitSync = {
        repoName: 'owner/docs',
        url: 'https://git.example.com/owner/docs.git',
        updatedAt: (await info(space)).updatedAt,
      };
      expect((await space.api.get(space.path)).body.gitSync).toEqual(gitSync);
      const { items } = (await space.api.get(`/v1/orgs/${user.organization}/spaces?limit=1000`)).body;
      const listed = items.find(({ id }: { id: string }) => id === space.id);
      expect(listed?.gitSync).toEqual(gitSync);
      await server.rows('delete from graphile_worker._private_jobs');
    });

    it('refuses an address that can never be read, callers who may not, and strangers', async () => {
      const space = await TestSpace.create(user);
      const path = `${space.path}/git/import`;
      const body = { url: 'https://git.example.com/docs.git', ref: 'main' };
      expect((await user.api.post(path, { url: 'ftp://example.com/x', ref: 'main' })).status).toBe(400);
      expect((await user.api.post(path, { url: 'https://git.example.com/docs.git' })).status).toBe(400);
      const editor = await server.member(user.organization, 'edit');
      expect((await editor.api.post(path, body)).status).toBe(403);
      const stranger = await server.administrator('Other');
      expect((await stranger.api.post(path, body)).status).toBe(404);
      expect((await stranger.api.get(`${space.path}/git/info`)).status).toBe(404);
    });
  });

  describe('the export to a repository', () => {
    const message = { ref: 'main', commitMessage: 'From Quire' };

    it('commits the content, keeps what never was content, and makes no commit of an equal tree', async () => {
      const { bare } = await repository({ ...DOCS, LICENSE: 'Free\n' });
      const url = `file://${bare}`;
      const space = await TestSpace.create(user);
      await run(space, 'import', { url, ref: 'main' });
      await space.insert('Written here', 'New text.\n');
      const { state, commit } = await run(space, 'export', { url, ...message });
      expect([state, commit]).toEqual(['success', git(bare, 'rev-parse', 'main')]);
      const paths = git(bare, 'ls-tree', '-r', '--name-only', 'main').split('\n');
      expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'Makefile', 'written-here.md', 'guides/first.md']));
      expect((await run(space, 'export', { url, ...message })).commit).toBe(commit);
      expect(git(bare, 'rev-list', '--count', 'main')).toBe('2');
    });

    it('lets the next import tell every page again, those made in the space included', async () => {
      const { bare, work } = await repository(DOCS);
      const url = `file://${bare}`;
      const space = await TestSpace.create(user);
      await run(space, 'import', { url, ref: 'main' });
      const own = await space.insert('Written here', 'New text.\n');
      await run(space, 'export', { url, ...message });
      const before = await contentOf(space);
      await run(space, 'import', { url, ref: 'main' });
      expect(await contentOf(space)).toEqual(before);
      git(work, 'pull', '--quiet', 'origin', 'main');
      put(work, { 'written-here.md': '# Written here\n\nChanged in the repository.\n' });
      commitAll(work, 'change');
      git(work, 'push', '--quiet', 'origin', 'main');
      await run(space, 'import', { url, ref: 'main' });
      expect(await idAt(space, 'written-here')).toBe(own);
      expect(await space.markdown(own)).toContain('Changed in the repository.');
    });

    it('removes the file of a page that was deleted in the space', async () => {
      const { bare } = await repository(DOCS);
      const url = `file://${bare}`;
      const space = await TestSpace.create(user);
      await run(space, 'import', { url, ref: 'main' });
      await space.change({ operation: 'delete_page', page: await idAt(space, 'guides/first/deeper') });
      await run(space, 'export', { url, ...message });
      expect(git(bare, 'ls-tree', '-r', '--name-only', 'main')).not.toContain('guides/deeper.md');
    });
  });
});
