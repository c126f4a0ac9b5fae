import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { commitAll, git, put, repository, serveHttp, stopHttp } from './git-fixtures.js';
import { removeScratch } from '../scratch.js';
import { idAt } from './transfer-fixture.js';

const SUMMARY = '# Table of contents\n\n* [Home](README.md)\n* [Guide](guide.md)\n* [Notes](notes.md)\n';
const FILES = {
  'SUMMARY.md': SUMMARY,
  'README.md': '# Home\n\nWelcome.\n',
  'guide.md': '# Guide\n\nOne.\n\nTwo.\n\nThree.\n',
  'notes.md': '# Notes\n\nHand-made   spacing.\n',
};

describe('the sync of a space with a repository', () => {
  let server: TestServer;
  let user: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.start({ env: { QUIRE_GIT_FILE_REMOTES: 'on', QUIRE_OUTBOUND_ALLOW: '127.0.0.0/8' } });
    user = await server.administrator();
  });

  afterAll(async () => {
    await stopHttp();
    await server.stop();
    await removeScratch();
  });

  type Pair = { space: TestSpace; work: string; bare: string; root: string };

  /** Has everything done that waits. */
  async function settle(): Promise<void> {
    await server.drain();
    await server.runJobs();
  }

  const syncOf = async (space: TestSpace): Promise<Json> => (await space.api.get(`${space.path}/git/sync`)).body;

  async function set(space: TestSpace, url: string, more: object = {}): Promise<Json> {
    const answer = await space.api.put(`${space.path}/git/sync`, { url, ref: 'main', direction: 'both', ...more });
    expect([answer.status, answer.body.state]).toEqual([200, 'waiting']);
    await settle();
    return syncOf(space);
  }

  async function synced(files: Record<string, string> = FILES, more: object = {}): Promise<Pair> {
    const { work, bare, root } = await repository(files);
    const space = await TestSpace.create(user);
    expect(await set(space, `file://${bare}`, more)).toMatchObject({ state: 'success', commit: head({ bare }) });
    return { space, work, bare, root };
  }

  const head = ({ bare }: Pick<Pair, 'bare'>): string => git(bare, 'rev-parse', 'main');
  const commits = ({ bare }: Pick<Pair, 'bare'>): number => Number(git(bare, 'rev-list', '--count', 'main'));
  const file = ({ bare }: Pick<Pair, 'bare'>, path: string): string => git(bare, 'show', `main:${path}`);

  /** Pushes a commit to the repository, as another client would. */
  function push({ work }: Pick<Pair, 'work'>, files: Record<string, string>, message = 'by hand'): void {
    git(work, 'pull', '--quiet', '--rebase', 'origin', 'main');
    put(work, files);
    commitAll(work, message);
    git(work, 'push', '--quiet', 'origin', 'main');
  }

  async function poll({ space }: Pick<Pair, 'space'>): Promise<Json> {
    expect((await space.api.post(`${space.path}/git/sync`, {})).status).toBe(204);
    await settle();
    return syncOf(space);
  }

  async function revisions({ space }: Pick<Pair, 'space'>): Promise<number> {
    const [row] = await server.rows<{ generation: number }>(
      `select r.generation from content.space_head h join content.revision r
         on r.organization_id = h.organization_id and r.id = h.revision_id where h.space_id = $1`,
      [space.id],
    );
    return row?.generation ?? -1;
  }

  const write = async (space: TestSpace, path: string, markdown: string): Promise<string> =>
    space.update(await idAt(space, path), { document: { markdown } });

  it('goes both ways: a push is one revision, an edit is one commit, and neither comes back', async () => {
    const pair = await synced();
    const { space } = pair;
    expect(await space.paths()).toEqual(['readme', 'guide', 'notes']);
    expect(commits(pair)).toBe(1);
    const before = await revisions(pair);
    push(pair, { 'guide.md': '# Guide\n\nOne, said otherwise.\n\nTwo.\n\nThree.\n' });
    await poll(pair);
    expect(await revisions(pair)).toBe(before + 1);
    expect(await space.markdown(await idAt(space, 'guide'))).toContain('One, said otherwise.');
    expect(commits(pair)).toBe(2);
    await write(space, '', 'Welcome, all.');
    await settle();
    expect(commits(pair)).toBe(3);
    expect(file(pair, 'README.md')).toBe('# Home\n\nWelcome, all.');
    expect(git(pair.bare, 'diff', '--name-only', 'main~1', 'main')).toBe('README.md');
    const { displayName: name } = (await user.api.get('/v1/user')).body as Json & { displayName: string };
    expect(git(pair.bare, 'log', '-1', '--format=%an|%s', 'main')).toBe(`${name}|Change 'Home'`);
    await poll(pair);
    expect([commits(pair), await revisions(pair)]).toEqual([3, before + 2]);
    expect((await space.api.get(`${space.path}/git/info`)).body.sync).toMatchObject({ commit: head(pair) });
  });

  it('shows what its latest import did and could not take, until the next', async () => {
    const pair = await synced({ ...FILES, 'guide.md': '# Guide\n\nA <Card>.\n' });
    const found = { code: 'unknown-element', path: 'guide.md', line: 3, count: 1 };
    expect((await syncOf(pair.space)).report).toMatchObject({ importedResources: 3, unresolved: [found] });
    await write(pair.space, 'notes', 'Edited.');
    await settle();
    expect((await syncOf(pair.space)).report).toMatchObject({ unresolved: [found] });
    push(pair, { 'guide.md': '# Guide\n\nNo card.\n\n[Gone](gone.md)\n' });
    const { report, revision } = await poll(pair);
    expect(report).toMatchObject({ revision, unresolved: [{ code: 'missing-target', path: 'guide.md' }] });
    await set(pair.space, `file://${pair.bare}`, { repoProjectDirectory: 'elsewhere', direction: 'export' });
    expect((await syncOf(pair.space)).report).toBeUndefined();
  });

  it('leaves Markdown that pages include where it is, and knows it again', async () => {
    const part = '---\ntitle: Note\n---\n\nA note.\n';
    const home = '# Home\n\nWelcome.\n\n{% include "/parts/note.md" %}\n';
    const pair = await synced({ ...FILES, 'README.md': home, 'parts/note.md': part });
    await write(pair.space, 'notes', 'Edited.');
    await settle();
    expect(git(pair.bare, 'diff', '--name-only', 'main~1', 'main')).toBe('notes.md');
    push(pair, { 'parts/note.md': part.replace('A note', 'Another') });
    await poll(pair);
    const { reusableContents } = (await pair.space.api.get(`${pair.space.path}/content`)).body;
    expect((reusableContents as Json[]).map(({ title }) => title)).toEqual(['Note']);
    expect((await syncOf(pair.space)).report).toMatchObject({ unresolved: [] });
  });

  /** What was reported about exchanges, in short: the state, whether it names the current revision, and the commit. */
  async function reported({ space }: Pick<Pair, 'space'>): Promise<string[]> {
    const rows = await server.rows<{ state: string; revision: string; commit: string }>(
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

  it('merges what both sides changed apart from each other, in one revision and one commit', async () => {
    const pair = await synced();
    const { space } = pair;
    await write(space, 'guide', 'One.\n\nTwo.\n\nThree, from here.');
    push(pair, {
      'guide.md': '# Guide\n\nOne, from there.\n\nTwo.\n\nThree.\n',
      'new.md': '# New\n',
      'SUMMARY.md': `${SUMMARY}* [New](new.md)\n`,
    });
    await settle();
    const merged = await space.markdown(await idAt(space, 'guide'));
    expect(merged).toContain('One, from there.');
    expect(merged).toContain('Three, from here.');
    expect(await space.paths()).toEqual(['readme', 'guide', 'notes', 'new']);
    expect(file(pair, 'guide.md')).toContain('Three, from here.');
    expect(commits(pair)).toBe(3);
    expect(await syncOf(space)).toMatchObject({ state: 'success' });
    expect((await syncOf(space)).changeRequest).toBeUndefined();
  });

  it('proposes the side of the repository where both changed the same, and goes on', async () => {
    const pair = await synced();
    const { space } = pair;
    await write(space, 'guide', 'One, ours.\n\nTwo.\n\nThree.');
    push(pair, { 'guide.md': '# Guide\n\nOne, theirs.\n\nTwo.\n\nThree.\n' }, 'Say it otherwise');
    await settle();
    const { changeRequest, state } = await syncOf(space);
    expect(state).toBe('success');
    expect(file(pair, 'guide.md')).toContain('One, ours.');
    const request = `${space.path}/change-requests/${String(changeRequest)}`;
    const { body } = await space.api.get(request);
    expect(body.subject).toMatch(/^\S+\/docs [0-9a-f]{7}: Say it otherwise$/);
    expect((await space.api.post(`${request}/merge`, {})).body.result).toBe('merge');
    await settle();
    expect(file(pair, 'guide.md')).toContain('One, theirs.');
    expect(git(pair.bare, 'log', '-1', '--format=%s', 'main')).toBe(`${String(body.subject)} (#1)`);
    push(pair, { 'notes.md': '# Notes\n\nLater.\n' });
    await poll(pair);
    expect(await space.markdown(await idAt(space, 'notes'))).toContain('Later.');
  });

  it('begins with what the space holds where the branch is not there yet, and writes what an export writes', async () => {
    const { work, bare } = await repository({ CODEOWNERS: '* @acme\n' });
    const space = await TestSpace.create(user);
    const target = await space.insert('Target', 'Here.');
    await space.insert('Source', `[there](/pages/${target})`);
    await set(space, `file://${bare}`, { ref: 'docs', direction: 'export' });
    const shown = (path: string): string => git(bare, 'show', `docs:${path}`);
    expect(shown('source.md')).toBe('# Source\n\n[there](target.md)');
    expect(shown('CODEOWNERS')).toBe('* @acme');
    await space.update(target, { slug: 'aim' });
    await settle();
    expect(shown('source.md')).toBe('# Source\n\n[there](aim.md)');
    expect(git(bare, 'ls-tree', '--name-only', '-r', 'docs').split('\n')).toEqual([
      '.gitbook.yaml',
      'CODEOWNERS',
      'SUMMARY.md',
      'aim.md',
      'source.md',
    ]);
    expect(work).not.toBe('');
  });

  it('takes from the repository alone where only that is wanted, and keeps what the space changed', async () => {
    const pair = await synced(FILES, { direction: 'import' });
    const { space } = pair;
    await write(space, '', 'Ours.');
    await settle();
    push(pair, { 'notes.md': '# Notes\n\nTheirs.\n' });
    await poll(pair);
    push(pair, { 'notes.md': '# Notes\n\nTheirs again.\n' });
    await poll(pair);
    expect(await space.markdown(await idAt(space, ''))).toContain('Ours.');
    expect(await space.markdown(await idAt(space, 'notes'))).toContain('Theirs again.');
    expect(commits(pair)).toBe(3);
  });

  it('takes a history that was rewritten, keeps what the space changed, and says so', async () => {
    const pair = await synced();
    const { space, work } = pair;
    await write(space, '', 'Ours.');
    put(work, { 'notes.md': '# Notes\n\nAnew.\n' });
    git(work, 'add', '--all');
    git(work, 'commit', '--quiet', '--amend', '--message', 'rewritten');
    git(work, 'push', '--quiet', '--force', 'origin', 'main');
    await settle();
    const state = await syncOf(space);
    expect([state.state, await space.markdown(await idAt(space, 'notes'))]).toEqual(['success', '# Notes\n\nAnew.\n']);
    expect(file(pair, 'README.md')).toContain('Ours.');
    expect(state['notice']).toMatch(/^The history of the branch was rewritten/);
    expect(commits(pair)).toBe(2);
  });

  it('proposes that a page goes with the page below it, where the repository deleted both and the space edited both', async () => {
    const { space, work } = await synced({
      ...FILES,
      'SUMMARY.md': `${SUMMARY}* [Above](above.md)\n  * [Below](below.md)\n`,
      'above.md': '# Above\n\nOne.\n',
      'below.md': '# Below\n\nTwo.\n',
    });
    await write(space, 'above', 'One, ours.');
    await write(space, 'above/below', 'Two, ours.');
    git(work, 'rm', '--quiet', 'above.md', 'below.md');
    put(work, { 'SUMMARY.md': SUMMARY });
    commitAll(work, 'Less');
    git(work, 'push', '--quiet', 'origin', 'main');
    await settle();
    const { changeRequest, state } = await syncOf(space);
    expect([state, await space.paths()]).toEqual(['success', ['readme', 'guide', 'notes', 'above', 'above/below']]);
    const request = `${space.path}/change-requests/${String(changeRequest)}`;
    expect((await space.api.post(`${request}/merge`, {})).status).toBe(200);
    expect(await space.paths()).toEqual(['readme', 'guide', 'notes']);
  });

  it('empties no space because its repository was emptied: that is proposed', async () => {
    const pair = await synced();
    const { space, work } = pair;
    git(work, 'rm', '--quiet', '-r', '.');
    put(work, { LICENSE: 'none' });
    commitAll(work, 'gone');
    git(work, 'push', '--quiet', 'origin', 'main');
    const { changeRequest, state } = await poll(pair);
    expect([state, await space.paths()]).toEqual(['success', ['readme', 'guide', 'notes']]);
    expect(file(pair, 'guide.md')).toContain('Three.');
    const request = `${space.path}/change-requests/${String(changeRequest)}`;
    expect((await space.api.post(`${request}/merge`, {})).status).toBe(200);
    await settle();
    expect(await space.paths()).toEqual([]);
    expect(git(pair.bare, 'ls-tree', '--name-only', 'main').split('\n')).not.toContain('guide.md');
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
    await server.rows(`update content.git_sync set next_at = now() where space_id = $1`, [space.id]);
    await server.runJob('content.poll-git');
    await settle();
    expect(await syncOf(space)).toMatchObject({ state: 'success' });
    expect((await syncOf(space)).error).toBeUndefined();
    expect(file({ bare }, 'README.md')).toContain('Meanwhile.');
    expect(work).not.toBe('');
  });

  it('knows its own commit again where it was cut off between the push and its note', async () => {
    const pair = await synced();
    const { space } = pair;
    await server.rows(
      `create function content.cut_off() returns trigger language plpgsql as
       $$ begin raise 'cut off'; end $$;
       create trigger cut_off before update on content.git_sync for each row
       when (old.commit is distinct from new.commit) execute function content.cut_off()`,
    );
    await write(space, '', 'Once.');
    await expect(settle()).rejects.toThrow('cut off');
    await server.rows('drop trigger cut_off on content.git_sync; drop function content.cut_off');
    expect([commits(pair), (await syncOf(space))['state']]).toEqual([2, 'failure']);
    // What is edited before the turn is taken up again does not clash with what was pushed.
    await write(space, '', 'Twice.');
    const made = await revisions(pair);
    await settle();
    expect([commits(pair), await revisions(pair)]).toEqual([3, made]);
    expect([file(pair, 'README.md'), (await syncOf(space))['changeRequest']]).toEqual(['# Home\n\nTwice.', undefined]);
    expect(git(pair.bare, 'show', 'main~1:README.md')).toBe('# Home\n\nOnce.');
  });

  it('makes one revision and one commit where two workers have the same turn at once', async () => {
    const pair = await synced();
    const { space } = pair;
    await write(space, '', 'Ours.');
    push(pair, { 'notes.md': '# Notes\n\nTheirs.\n' });
    await server.rows('delete from graphile_worker._private_jobs');
    const before = await revisions(pair);
    const job = { organizationId: user.organization, spaceId: space.id };
    await Promise.all([server.runJob('content.sync-git', job), server.runJob('content.sync-git', job)]);
    await poll(pair);
    expect([commits(pair), await revisions(pair)]).toEqual([3, before + 1]);
    expect(file(pair, 'README.md')).toContain('Ours.');
    expect(await space.markdown(await idAt(space, 'notes'))).toContain('Theirs.');
  });

  it('does not wait for a remote that does not answer', async () => {
    const pair = await synced();
    await server.rows('delete from graphile_worker._private_jobs');
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
    const call = (headers: Record<string, string>) => server.anonymous.post(path, JSON.parse(body), { headers });
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
    const { bare, root } = await repository(FILES);
    const { url } = await serveHttp(root, { authorization: `Basic ${Buffer.from('me:t0ps3cret').toString('base64')}` });
    git(bare, 'config', 'uploadpack.allowFilter', 'true');
    const space = await TestSpace.create(user);
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
    const rows = await server.rows('select row_to_json(y)::text as row from content.git_sync y where space_id = $1', [
      space.id,
    ]);
    expect(JSON.stringify([rows, await syncOf(space)])).not.toContain('t0ps3cret');
  });

  it('is set, shown and ended by those who may, of addresses that can be', async () => {
    const { bare } = await repository(FILES);
    const space = await TestSpace.create(user);
    const path = `${space.path}/git/sync`;
    const body = { url: `file://${bare}`, ref: 'main', direction: 'import' };
    for (const bad of [
      { url: 'ftp://x/y' },
      { ref: 'a..b' },
      { direction: 'sideways' },
      { repoProjectDirectory: '../x' },
    ]) {
      expect((await user.api.put(path, { ...body, ...bad })).status).toBe(400);
    }
    expect([(await user.api.get(path)).status, (await user.api.delete(path)).status]).toEqual([404, 204]);
    const editor = await server.member(user.organization, 'edit');
    expect((await editor.api.put(path, body)).status).toBe(403);
    expect((await editor.api.get(path)).status).toBe(403);
    const shown = await set(space, body.url);
    expect((await user.api.get(space.path)).body.gitSync).toMatchObject({ url: body.url, updatedAt: shown.updatedAt });
    expect((await user.api.delete(path)).status).toBe(204);
    expect((await user.api.get(path)).status).toBe(404);
  });
});
