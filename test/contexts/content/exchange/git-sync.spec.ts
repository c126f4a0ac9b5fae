import { describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestSpace } from '#testing/test-space';
import { commitAll, git, put, repository } from './git-fixtures.js';
import { GitSyncs, SYNCED_FILES, SYNCED_SUMMARY } from './git-syncs.js';
import { idAt } from './transfer-fixture.js';

describe('the sync of a space with a repository', () => {
  const syncs = new GitSyncs();
  const { settle, syncOf, set, synced, head, commits, file, push, poll, revisions, write } = syncs;

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
    const { displayName: name } = (await syncs.user.api.get('/v1/user')).body as Json & { displayName: string };
    expect(git(pair.bare, 'log', '-1', '--format=%an|%s', 'main')).toBe(`${name}|Change 'Home'`);
    await poll(pair);
    expect([commits(pair), await revisions(pair)]).toEqual([3, before + 2]);
    expect((await space.api.get(`${space.path}/git/info`)).body.sync).toMatchObject({ commit: head(pair) });
  });

  it('shows what its latest import did and could not take, until the next', async () => {
    const pair = await synced({ ...SYNCED_FILES, 'guide.md': '# Guide\n\nA <Card>.\n' });
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
    const pair = await synced({ ...SYNCED_FILES, 'README.md': home, 'parts/note.md': part });
    await write(pair.space, 'notes', 'Edited.');
    await settle();
    expect(git(pair.bare, 'diff', '--name-only', 'main~1', 'main')).toBe('notes.md');
    push(pair, { 'parts/note.md': part.replace('A note', 'Another') });
    await poll(pair);
    const { reusableContents } = (await pair.space.api.get(`${pair.space.path}/content`)).body;
    expect((reusableContents as Json[]).map(({ title }) => title)).toEqual(['Note']);
    expect((await syncOf(pair.space)).report).toMatchObject({ unresolved: [] });
  });

  it('merges what both sides changed apart from each other, in one revision and one commit', async () => {
    const pair = await synced();
    const { space } = pair;
    await write(space, 'guide', 'One.\n\nTwo.\n\nThree, from here.');
    push(pair, {
      'guide.md': '# Guide\n\nOne, from there.\n\nTwo.\n\nThree.\n',
      'new.md': '# New\n',
      'SUMMARY.md': `${SYNCED_SUMMARY}* [New](new.md)\n`,
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
    const space = await TestSpace.create(syncs.user);
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
    const pair = await synced(SYNCED_FILES, { direction: 'import' });
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
      ...SYNCED_FILES,
      'SUMMARY.md': `${SYNCED_SUMMARY}* [Above](above.md)\n  * [Below](below.md)\n`,
      'above.md': '# Above\n\nOne.\n',
      'below.md': '# Below\n\nTwo.\n',
    });
    await write(space, 'above', 'One, ours.');
    await write(space, 'above/below', 'Two, ours.');
    git(work, 'rm', '--quiet', 'above.md', 'below.md');
    put(work, { 'SUMMARY.md': SYNCED_SUMMARY });
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
});
