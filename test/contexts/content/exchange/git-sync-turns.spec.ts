import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { onOneServer } from '#testing/one-server';
import { TestSpace } from '#testing/test-space';
import { git, repository, serveHttp } from './git-fixtures.js';
import { GitSyncs, SYNCED_FILES, type Pair } from './git-syncs.js';
import { idAt } from './transfer-fixture.js';

describe('a turn of the sync of a space', () => {
  const syncs = new GitSyncs();
  const { settle, syncOf, set, synced, head, commits, file, push, poll, revisions, write } = syncs;

  /** What was reported about exchanges, in short: the state, whether it names the current revision, and the commit. */
  async function reported({ space }: Pick<Pair, 'space'>): Promise<string[]> {
    const rows = await syncs.server.rows<{ state: string; revision: string; commit: string }>(
      `delete from public.event where payload->>'space' = $1 and name like 'content.git-sync-%'
       returning id, coalesce(payload->>'state', 'started') as state, payload->>'revision' as revision, payload->>'commit' as commit`,
      [space.id],
    );
    for (const { revision } of rows)
      expect((await space.api.get(`${space.path}/revisions/${revision}`)).status).toBe(200);
    return rows.map(({ state, commit }) => `${state} ${commit}`);
  }

  it('reports each commit that it exchanges, once it starts and once it ends, and nothing of other turns', async () => {
    const pair = await synced();
    const { space, bare } = pair;
    const both = (commit: string): string[] => [`started ${commit}`, `success ${commit}`];
    expect(await reported(pair)).toEqual(both(head(pair)));
    await poll(pair);
    expect(await reported(pair)).toEqual([]);
    push(pair, { 'guide.md': '# Guide\n\nPushed.\n' });
    await poll(pair);
    expect(await reported(pair)).toEqual(both(head(pair)));
    await write(space, '', 'Edited.');
    await settle();
    expect(await reported(pair)).toEqual(both(head(pair)));
    await write(space, 'notes', 'Edited as well.');
    push(pair, { 'guide.md': '# Guide\n\nPushed again.\n' });
    const pushed = head(pair);
    await settle();
    expect(head(pair)).not.toBe(pushed);
    expect(await reported(pair)).toEqual([...both(pushed), ...both(head(pair))]);
    expect((await space.api.patch(space.path, { editMode: 'locked' })).status).toBe(200);
    push(pair, { 'guide.md': '# Guide\n\nToo late.\n' });
    await poll(pair);
    expect(await reported(pair)).toEqual([`started ${head(pair)}`, `failure ${head(pair)}`]);
    git(bare, 'branch', '--move', 'main', 'aside');
    await poll(pair);
    expect(await reported(pair)).toEqual([]);
  });

  it('puts off a remote that does not answer or has lost its branch, and takes it up again', async () => {
    const pair = await synced();
    const { space, work, bare } = pair;
    git(bare, 'branch', '--move', 'main', 'aside');
    await write(space, '', 'Meanwhile.');
    await settle();
    const failed = await syncOf(space);
    expect(failed).toMatchObject({ state: 'failure', error: 'The branch "main" is gone from the repository' });
    const pauses = [];
    for (let turn = 0; turn < 3; turn++) {
      await poll(pair);
      pauses.push(Date.parse(String((await syncOf(space))['nextAt'])) - Date.now());
    }
    expect(pauses[2]).toBeGreaterThan(pauses[0] ?? 0);
    expect(pauses[2]).toBeLessThan(3_600_000);
    git(bare, 'branch', '--move', 'aside', 'main');
    await syncs.server.rows(`update content.git_sync set next_at = now() where space_id = $1`, [space.id]);
    await syncs.server.runJob('content.poll-git');
    await settle();
    expect(await syncOf(space)).toMatchObject({ state: 'success' });
    expect((await syncOf(space)).error).toBeUndefined();
    expect(file({ bare }, 'README.md')).toContain('Meanwhile.');
    expect(work).not.toBe('');
  });

  onOneServer(it, 'triggers of the test on tables whose rows are on nodes')(
    'knows its own commit again where it was cut off between the push and its note',
    async () => {
      const pair = await synced();
      const { space } = pair;
      await syncs.server.rows(
        `create function content.cut_off() returns trigger language plpgsql as
       $$ begin raise 'cut off'; end $$;
       create trigger cut_off before update on content.git_sync for each row
       when (old.commit is distinct from new.commit) execute function content.cut_off()`,
      );
      await write(space, '', 'Once.');
      await expect(settle()).rejects.toThrow('cut off');
      await syncs.server.rows('drop trigger cut_off on content.git_sync; drop function content.cut_off');
      expect([commits(pair), (await syncOf(space))['state']]).toEqual([2, 'failure']);
      // What is edited before the turn is taken up again does not clash with what was pushed.
      await write(space, '', 'Twice.');
      const made = await revisions(pair);
      await settle();
      expect([commits(pair), await revisions(pair)]).toEqual([3, made]);
      expect([file(pair, 'README.md'), (await syncOf(space))['changeRequest']]).toEqual([
        '# Home\n\nTwice.',
        undefined,
      ]);
      expect(git(pair.bare, 'show', 'main~1:README.md')).toBe('# Home\n\nOnce.');
    },
  );

  it('makes one revision and one commit where two workers have the same turn at once', async () => {
    const pair = await synced();
    const { space } = pair;
    await write(space, '', 'Ours.');
    push(pair, { 'notes.md': '# Notes\n\nTheirs.\n' });
    await syncs.server.rows('delete from graphile_worker._private_jobs');
    const before = await revisions(pair);
    const job = { organizationId: syncs.user.organization, spaceId: space.id };
    await Promise.all([syncs.server.runJob('content.sync-git', job), syncs.server.runJob('content.sync-git', job)]);
    await poll(pair);
    expect([commits(pair), await revisions(pair)]).toEqual([3, before + 1]);
    expect(file(pair, 'README.md')).toContain('Ours.');
    expect(await space.markdown(await idAt(space, 'notes'))).toContain('Theirs.');
  });

  it('does not wait for a remote that does not answer', async () => {
    const pair = await synced();
    await syncs.server.rows('delete from graphile_worker._private_jobs');
    await set(pair.space, 'http://127.0.0.1:9/docs.git');
    await write(pair.space, '', 'Nonetheless.');
    await settle();
    expect(await syncOf(pair.space)).toMatchObject({ state: 'failure' });
    expect(await pair.space.markdown(await idAt(pair.space, ''))).toContain('Nonetheless.');
  });

  it('has its turn by a hook that is signed or carries its token, and by no other', async () => {
    const pair = await synced();
    const { url, secret } = (await syncOf(pair.space)).hook as { url: string; secret: string };
    const path = new URL(url).pathname;
    const body = JSON.stringify({ ref: 'refs/heads/main', ü: '\n' });
    const call = (headers: Record<string, string>) => syncs.server.anonymous.post(path, JSON.parse(body), { headers });
    const signature = `sha256=${createHmac('sha256', secret)
      .update(JSON.stringify(JSON.parse(body)))
      .digest('hex')}`;
    for (const headers of [{}, { 'x-hub-signature-256': `${signature}0` }, { 'x-gitlab-token': 'guess' }]) {
      expect((await call(headers as Record<string, string>)).status).toBe(404);
    }
    push(pair, { 'notes.md': '# Notes\n\nTold.\n' });
    expect((await call({ 'x-hub-signature-256': signature })).status).toBe(204);
    await settle();
    expect(await pair.space.markdown(await idAt(pair.space, 'notes'))).toContain('Told.');
    expect((await call({ 'x-gitlab-token': secret })).status).toBe(204);
  });

  it('works over https with credentials, which it neither shows nor leaves where others find them', async () => {
    const { bare, root } = await repository(SYNCED_FILES);
    const { url } = await serveHttp(root, { authorization: `Basic ${Buffer.from('me:t0ps3cret').toString('base64')}` });
    git(bare, 'config', 'uploadpack.allowFilter', 'true');
    const space = await TestSpace.create(syncs.user);
    expect(await set(space, `${url}/docs.git`)).toMatchObject({
      state: 'failure',
      error: 'The repository refuses these credentials',
    });
    const credentials = { username: 'me', password: 't0ps3cret' };
    expect((await set(space, `${url}/docs.git`, { credentials })).state).toBe('success');
    await write(space, '', 'Over the wire.');
    await settle();
    expect(file({ bare }, 'README.md')).toContain('Over the wire.');
    expect((await set(space, `${url}/docs.git`, { direction: 'export' })).state).toBe('success');
    const rows = await syncs.server.rows(
      'select row_to_json(y)::text as row from content.git_sync y where space_id = $1',
      [space.id],
    );
    expect(JSON.stringify([rows, await syncOf(space)])).not.toContain('t0ps3cret');
  });

  it('is set, shown and ended by those who may, of addresses that can be', async () => {
    const { bare } = await repository(SYNCED_FILES);
    const space = await TestSpace.create(syncs.user);
    const path = `${space.path}/git/sync`;
    const body = { url: `file://${bare}`, ref: 'main', direction: 'import' };
    for (const bad of [
      { url: 'ftp://x/y' },
      { ref: 'a..b' },
      { direction: 'sideways' },
      { repoProjectDirectory: '../x' },
    ]) {
      expect((await syncs.user.api.put(path, { ...body, ...bad })).status).toBe(400);
    }
    expect([(await syncs.user.api.get(path)).status, (await syncs.user.api.delete(path)).status]).toEqual([404, 204]);
    const editor = await syncs.server.member(syncs.user.organization, 'edit');
    expect((await editor.api.put(path, body)).status).toBe(403);
    expect((await editor.api.get(path)).status).toBe(403);
    const shown = await set(space, body.url);
    expect((await syncs.user.api.get(space.path)).body.gitSync).toMatchObject({
      url: body.url,
      updatedAt: shown.updatedAt,
    });
    expect((await syncs.user.api.delete(path)).status).toBe(204);
    expect((await syncs.user.api.get(path)).status).toBe(404);
  });
});
