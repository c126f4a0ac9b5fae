import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { onOneServer } from '#testing/one-server';
import { TestServer } from '#testing/test-server';
import { CreateToken } from '#organization';
import { git, repository, serveHttp, stopHttp } from '../../../contexts/content/exchange/git-fixtures.js';
import { removeScratch } from '../../../contexts/content/scratch.js';
import { FILE, FILES, SyncedSite, type Owner } from './synced-site.js';

describe('the turns of the sync of a site', () => {
  let server: TestServer;
  let owner: Owner;

  beforeAll(async () => {
    server = await TestServer.start({ env: { QUIRE_GIT_FILE_REMOTES: 'on', QUIRE_OUTBOUND_ALLOW: '127.0.0.0/8' } });
    owner = await server.administrator();
  });

  afterAll(async () => {
    await stopHttp();
    await server.stop();
    await removeScratch();
  });

  async function synced(more: object = {}): Promise<SyncedSite> {
    const site = await SyncedSite.of(server, owner, FILES);
    expect(await site.set(more)).toMatchObject({ state: 'success', commit: site.head });
    return site;
  }

  /** While `act` runs, a statement is done before each update of a sync where the condition holds. */
  async function whenUpdated(condition: string, statement: string, act: () => Promise<unknown>): Promise<void> {
    await server.rows(
      `create function publishing.interfere() returns trigger language plpgsql as
       $$ begin ${statement}; return new; end $$;
       create trigger interfere before update on publishing.site_git_sync for each row
       when (${condition}) execute function publishing.interfere()`,
    );
    await act();
    await server.rows('drop trigger interfere on publishing.site_git_sync; drop function publishing.interfere');
  }

  const section = async (site: SyncedSite, at: number, changes: object): Promise<void> => {
    const id = (await site.sections())[at]?.id;
    expect((await owner.api.patch(`${site.path}/sections/${id}`, changes)).status).toBe(200);
  };

  const turnOf = (site: SyncedSite) =>
    server.runJob('publishing.sync-site', { organizationId: owner.organization, siteId: site.id });

  onOneServer(it, 'triggers of the test on tables whose rows are on nodes')(
    'go on after a push whose end was not noted, and take nothing of what was changed since for a clash',
    async () => {
      const site = await synced();
      await section(site, 0, { title: 'Once' });
      await whenUpdated('old.commit is distinct from new.commit', "raise 'cut off'", async () => {
        await expect(site.settle()).rejects.toThrow('cut off');
      });
      expect([site.commits, site.file().includes('title: Once')]).toEqual([2, true]);
      await section(site, 0, { title: 'Twice' });
      const state = await site.poll();
      expect([state.state, state.notice, site.commits]).toEqual(['success', undefined, 3]);
      expect(site.changedLines()).toEqual(['- title: Once   # as it is called', '+ title: Twice   # as it is called']);
      expect((await site.sections())[0]?.title).toBe('Twice');
    },
  );

  onOneServer(it, 'triggers of the test on tables whose rows are on nodes')(
    'go on where they were cut off between the site and the push',
    async () => {
      const site = await synced();
      await section(site, 0, { title: 'Ours' });
      site.push({ 'docs.yaml': FILE.replace('title: API', 'title: Calls') });
      await owner.api.post(site.sync, {});
      await whenUpdated('old.pushing is distinct from new.pushing', "raise 'cut off'", async () => {
        await expect(site.settle()).rejects.toThrow('cut off');
      });
      expect((await site.sections()).map(({ title }) => title)).toEqual(['Ours', 'Calls']);
      expect(site.file()).not.toContain('Ours');
      await section(site, 1, { path: 'calls' });
      expect(await site.poll()).toMatchObject({ state: 'success', commit: site.head });
      expect(site.changedLines()).toEqual([
        '- title: Guide   # as it is called',
        '+ title: Ours   # as it is called',
        '- path: api',
        '+ path: calls',
      ]);
    },
  );

  onOneServer(it, 'triggers of the test on tables whose rows are on nodes')(
    'begin again where others push meanwhile',
    async () => {
      const site = await synced();
      await section(site, 0, { title: 'Ours' });
      await whenUpdated('old.pushing is null and new.pushing is not null', 'perform pg_sleep(2)', async () => {
        const turn = turnOf(site);
        await pause(1000);
        site.push({ 'docs.yaml': FILE.replace('title: API', 'title: Calls') });
        await turn;
      });
      expect(await site.settle()).toMatchObject({ state: 'success', commit: site.head });
      expect((await site.sections()).map(({ title }) => title)).toEqual(['Ours', 'Calls']);
      expect(site.file()).toMatch(/title: Ours[^]*title: Calls/);
      expect(site.commits).toBe(3);
    },
  );

  it('write once where two are at once', async () => {
    const site = await synced();
    await section(site, 0, { title: 'Ours' });
    await Promise.all([turnOf(site), turnOf(site)]);
    expect(await site.poll()).toMatchObject({ state: 'success', commit: site.head });
    expect(site.commits).toBe(2);
  });

  it('lose nothing of what is changed by hand while new spaces are filled', async () => {
    const site = await synced();
    const added = `        - { type: space, key: new, title: New, path: new, content: { directory: new } }\n`;
    site.push({ 'docs.yaml': FILE + added, 'new/README.md': '# News\n' });
    await turnOf(site);
    expect(await site.state()).toMatchObject({ state: 'waiting', notice: 'New spaces are being filled: "New"' });
    expect((await site.siteSpaces()).map(({ title }) => title)).not.toContain('New');
    await section(site, 0, { icon: 'book' });
    expect(await site.settle()).toMatchObject({ state: 'success', commit: site.head });
    expect((await site.siteSpaces()).map(({ title }) => title)).toContain('New');
    expect((await site.sections())[0]).toMatchObject({ icon: 'book' });
    expect(site.file()).toContain('icon: book');
  });

  it('change a published site at once', async () => {
    const site = await synced();
    await owner.api.post(`${site.path}/publish`, {});
    await site.pushed({ 'docs.yaml': FILE.replace('path: api', 'path: calls') });
    const { body } = await owner.api.get(`/v1/spaces/${await site.space('Reference')}`);
    expect(body.urls).toMatchObject({ published: expect.stringMatching(/\/calls\/$/) });
  });

  it('come by one hook for the site and all its spaces, which is signed or carries its token', async () => {
    const site = await synced();
    const { url, secret } = (await site.state()).hook as { url: string; secret: string };
    const call = (headers: Record<string, string>) =>
      server.anonymous.post(new URL(url).pathname, { ref: 'refs/heads/main' }, { headers });
    const signature = `sha256=${createHmac('sha256', secret).update('{"ref":"refs/heads/main"}').digest('hex')}`;
    expect((await call({})).status).toBe(404);
    expect((await call({ 'x-hub-signature-256': `${signature}0` })).status).toBe(404);
    site.push({ 'docs.yaml': FILE.replace('title: API', 'title: Calls'), 'api/README.md': '# All calls\n' });
    expect((await call({ 'x-hub-signature-256': signature })).status).toBe(204);
    await site.settle();
    expect((await site.sections())[1]?.title).toBe('Calls');
    expect(await site.pagesOf(await site.space('Reference'))).toEqual(['All calls']);
    expect((await call({ 'x-gitlab-token': secret })).status).toBe(204);
  });

  it('reach repositories by credentials, which the spaces have too and no answer shows', async () => {
    const { bare, root } = await repository(FILES);
    git(bare, 'config', 'uploadpack.allowFilter', 'true');
    const { url } = await serveHttp(root, { authorization: `Basic ${Buffer.from('me:t0ps3cret').toString('base64')}` });
    const site = await SyncedSite.of(server, owner, { 'other.txt': 'Not used' });
    const address = { url: `${url}/docs.git` };
    expect(await site.set(address)).toMatchObject({
      state: 'failure',
      error: 'The repository refuses these credentials',
    });
    const credentials = { username: 'me', password: 't0ps3cret' };
    expect(await site.set({ ...address, credentials })).toMatchObject({ state: 'success' });
    await section(site, 0, { title: 'Ours' });
    expect((await site.settle()).state).toBe('success');
    expect(git(bare, 'show', 'main:docs.yaml')).toContain('title: Ours');
    expect(await site.set({ ...address, direction: 'import' })).toMatchObject({
      state: 'success',
      direction: 'import',
    });
    const rows = await server.rows('select row_to_json(y)::text as row from publishing.site_git_sync y');
    expect(JSON.stringify([rows, await site.state()])).not.toContain('t0ps3cret');
  });

  it('end with the sync, or with the site, and the spaces and the repository stay', async () => {
    const site = await synced();
    const spaces = (await site.siteSpaces()).map(({ space }) => `/v1/spaces/${space.id}`);
    const statuses = async (below: string) =>
      Promise.all(spaces.map(async (path) => (await owner.api.get(`${path}${below}`)).status));
    expect(await statuses('/git/sync')).toEqual([200, 200, 200]);
    expect((await owner.api.delete(site.sync)).status).toBe(204);
    expect((await owner.api.get(site.sync)).status).toBe(404);
    expect(await statuses('/git/sync')).toEqual([404, 404, 404]);
    expect((await owner.api.delete(site.sync)).status).toBe(204);
    await site.set();
    expect(await statuses('/git/sync')).toEqual([200, 200, 200]);
    expect((await owner.api.delete(site.path)).status).toBe(204);
    await server.drain();
    await server.runJobs();
    expect([await statuses('/git/sync'), await statuses('')]).toEqual([
      [404, 404, 404],
      [200, 200, 200],
    ]);
    expect(await server.rows('select 1 from publishing.site_git_sync where site_id = $1', [site.id])).toEqual([]);
  });

  it('are set up by those who may, of addresses that can be, and act with the rights of who did', async () => {
    const site = await SyncedSite.of(server, owner, FILES);
    for (const bad of [
      { url: 'ftp://x/y' },
      { ref: 'a..b' },
      { direction: 'sideways' },
      { repoProjectDirectory: '../x' },
    ])
      expect((await site.put(bad)).status).toBe(400);
    const body = { url: `file://${site.bare}`, ref: 'main', direction: 'both' };
    const editor = await server.member(owner.organization, 'edit');
    expect([(await editor.api.put(site.sync, body)).status, (await editor.api.get(site.sync)).status]).toEqual([
      403, 403,
    ]);
    const { secret } = await server.dispatcher.run(
      new CreateToken(owner.id, 'Limited', { scopes: ['site:read', 'site:write'] }),
    );
    expect((await server.as(secret).put(site.sync, body)).status).toBe(403);
    const elsewhere = site.sync.replace(site.id, 'unknown');
    for (const method of ['GET', 'POST', 'PUT'])
      expect((await owner.api.send(method, elsewhere, { body })).status).toBe(404);
    expect((await owner.api.post(site.sync, {})).status).toBe(404);
    const creator = await server.member(owner.organization, 'create');
    expect((await creator.api.put(site.sync, body)).status).toBe(200);
    await owner.api.delete(`/v1/orgs/${owner.organization}/members/${creator.id}`);
    expect(await site.settle()).toMatchObject({
      state: 'failure',
      error: 'Who set up the sync is no member of the organization any more',
    });
    expect(await site.siteSpaces()).toEqual([]);
  });
});
