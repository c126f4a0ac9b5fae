import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer } from '#testing/test-server';
import { removeScratch } from '../../../contexts/content/scratch.js';
import { FILE, FILES, SyncedSite, type Owner } from './synced-site.js';

describe('the sync of a site with a repository', () => {
  let server: TestServer;
  let owner: Owner;

  beforeAll(async () => {
    server = await TestServer.start({ env: { QUIRE_GIT_FILE_REMOTES: 'on' } });
    owner = await server.administrator();
  });

  afterAll(async () => {
    await server.stop();
    await removeScratch();
  });

  async function synced(files: Record<string, string> = FILES, more: object = {}): Promise<SyncedSite> {
    const site = await SyncedSite.of(server, owner, files);
    expect(await site.set(more)).toMatchObject({ state: 'success', commit: site.head });
    return site;
  }

  it('makes the site with its spaces, filled before they are shown, and each follows its folder', async () => {
    const site = await SyncedSite.of(server, owner, FILES);
    const { status, body } = await site.put();
    expect([status, body]).toMatchObject([
      200,
      { object: 'site-git-sync', state: 'waiting', direction: 'both', ref: 'main', spaces: [] },
    ]);
    await server.drain();
    const settled = await site.settle();
    expect(settled).toMatchObject({ state: 'success', path: 'docs.yaml', commit: site.head });
    expect(settled.spaces).toMatchObject([
      { title: 'English', state: 'success', commit: site.head },
      { title: 'Français', state: 'success' },
      { title: 'Reference', state: 'success' },
    ]);
    expect((await site.siteSpaces()).map(({ title, path }) => [title, path])).toEqual([
      ['English', 'en'],
      ['Français', 'fr'],
      ['Reference', 'ref'],
    ]);
    expect(await site.pagesOf(await site.space('Reference'))).toEqual(['Calls']);
    const { body: space } = await owner.api.get(`/v1/spaces/${await site.space('Français')}/git/sync`);
    expect(space).toMatchObject({ direction: 'both', repoProjectDirectory: 'guide/fr', ref: 'main' });
    expect((await owner.api.get(site.path)).body).toMatchObject({ title: 'Acme', published: false });
    expect(site.commits).toBe(1);
  });

  it('takes what a push renames, moves, adds and removes, with the ids of what it keeps', async () => {
    const site = await synced();
    const before = await site.siteSpaces();
    const [english, french] = before.map(({ space }) => space.id);
    const sections = await site.sections();
    const reference = `        - { type: space, key: ref, title: Reference, path: ref, content: { directory: /api } }\n`;
    const start = FILE.indexOf('        # Translated');
    const end = FILE.indexOf('    - type: section\n      key: api');
    const changed =
      FILE.slice(0, start).replace('title: English\n          path: en', 'title: The English\n          path: start') +
      FILE.slice(end).replace(reference, '').replace('title: API', 'title: Calls') +
      `        - { type: space, key: new, title: New, path: new, content: { directory: new } }\n${reference}`;
    const state = await site.pushed({ 'docs.yaml': changed, 'new/README.md': '# News\n' });
    expect(state).toMatchObject({ state: 'success', commit: site.head });
    expect((state.report as { applied: object[] }).applied).toMatchObject([
      { kind: 'changed', type: 'space', key: 'en', members: ['path', 'title'] },
      { kind: 'changed', type: 'section', key: 'api', members: ['title'] },
      { kind: 'added', type: 'space', key: 'new' },
      { kind: 'changed', type: 'space', key: 'ref', members: ['default'] },
      { kind: 'removed', type: 'space', key: 'fr' },
    ]);
    const after = await site.siteSpaces();
    expect(after.map(({ title, path }) => [title, path])).toEqual([
      ['The English', 'start'],
      ['New', 'new'],
      ['Reference', 'ref'],
    ]);
    expect([after[0], after[2]].map((one) => one?.id)).toEqual([before[0], before[2]].map((one) => one?.id));
    expect(after[0]?.space.id).toBe(english);
    expect((await site.sections()).map(({ id }) => id)).toEqual(sections.map(({ id }) => id));
    expect(await site.pagesOf(await site.space('New'))).toEqual(['News']);
    // What left the file is there, and follows its folder no more.
    expect(await site.pagesOf(french ?? '')).toEqual(['Bienvenue']);
    expect((await owner.api.get(`/v1/spaces/${french}/git/sync`)).status).toBe(404);
    const back = await site.pushed({ 'docs.yaml': FILE });
    expect(back.state).toBe('success');
    expect(await site.space('Français')).toBe(french);
  });

  it('writes a change made in Quire as a commit of only the lines that it concerns', async () => {
    const site = await synced();
    const [guide] = await site.sections();
    await owner.api.patch(`${site.path}/sections/${guide?.id}`, { title: 'The guide', description: 'How it is used' });
    expect(await site.settle()).toMatchObject({ state: 'success', commit: site.head });
    expect(site.changedLines()).toEqual([
      '- title: Guide   # as it is called',
      '+ title: The guide   # as it is called',
      '+ description: How it is used',
    ]);
    expect(site.log()[0]).toBe("Change the section 'The guide'");
    await owner.api.patch(`/v1/spaces/${await site.space('Reference')}`, { title: 'All calls' });
    await site.settle();
    expect(site.changedLines()).toEqual([
      '- - { type: space, key: ref, title: Reference, path: ref, content: { directory: /api } }',
      '+ - { type: space, key: ref, title: All calls, path: ref, content: { directory: /api } }',
    ]);
    expect(site.log()[0]).toBe("Change the space 'All calls'");
    const commits = site.commits;
    await site.poll();
    expect(site.commits).toBe(commits);
  });

  it('writes spaces that are added and removed in Quire, and the pages of a new one into a folder by its path', async () => {
    const site = await synced();
    const { body: space } = await owner.api.post(`/v1/orgs/${owner.organization}/spaces`, { title: 'Notes' });
    const [guide] = await site.sections();
    await owner.api.post(`${site.path}/site-spaces`, { spaceId: space.id, sectionId: guide?.id });
    expect(await site.settle()).toMatchObject({ state: 'success' });
    await site.poll();
    expect(site.file()).toContain(`            language: fr
        - type: space
          key: guide-notes
          title: Notes
          path: notes
          content:
            directory: ./guide/notes
`);
    expect(site.file('guide/notes/SUMMARY.md')).toContain('Table of contents');
    expect((await site.state()).spaces).toContainEqual(expect.objectContaining({ title: 'Notes', state: 'success' }));
    const [, french] = await site.siteSpaces();
    await owner.api.delete(`${site.path}/site-spaces/${french?.id}`);
    await site.settle();
    expect(site.file()).not.toMatch(/Français|Translated/);
    expect(site.log()[0]).toBe("Remove the space 'Français'");
    expect(site.file('guide/fr/README.md')).toContain('Bienvenue');
    expect((await owner.api.get(`/v1/spaces/${french?.space.id}/git/sync`)).status).toBe(404);
  });

  it('joins changes of both sides at once, and says where the file was taken', async () => {
    const site = await synced();
    const [guide, api] = await site.sections();
    await owner.api.patch(`${site.path}/sections/${guide?.id}`, { title: 'Our guide', icon: 'book' });
    await owner.api.patch(`${site.path}/sections/${api?.id}`, { path: 'calls' });
    site.push({
      'docs.yaml': FILE.replace('title: Guide ', 'title: Their guide ').replace('title: API', 'title: Calls'),
    });
    const state = await site.poll();
    expect(state).toMatchObject({
      state: 'success',
      notice: 'Both the file and the site had changed "Their guide" (title): the file\'s was taken.',
    });
    expect(await site.sections()).toMatchObject([
      { title: 'Their guide', icon: 'book', path: 'guide' },
      { title: 'Calls', path: 'calls' },
    ]);
    expect(site.changedLines()).toEqual(['+ icon: book', '- path: api', '+ path: calls']);
  });

  it('applies nothing of a file with a mistake, says its line, and takes it when it is put right', async () => {
    const site = await synced();
    const before = await site.siteSpaces();
    const [guide] = await site.sections();
    await owner.api.patch(`${site.path}/sections/${guide?.id}`, { icon: 'book' });
    const state = await site.pushed({ 'docs.yaml': FILE.replace('path: api', 'path: guide').replace('English', 'E') });
    expect(state).toMatchObject({
      state: 'failure',
      error: 'docs.yaml can not be used: line 24: The path "guide" is taken in line 5',
    });
    expect((await site.siteSpaces()).map(({ id, title }) => [id, title])).toEqual(
      before.map(({ id, title }) => [id, title]),
    );
    expect(await site.pushed({ 'docs.yaml': FILE.replace('English', 'E') })).toMatchObject({ state: 'success' });
    expect((await site.siteSpaces()).map(({ title }) => title)).toEqual(['E', 'Français', 'Reference']);
    expect(site.file()).toContain('icon: book');
  });

  it('says so where the changes of both sides fit into no one file, and loses neither', async () => {
    const site = await synced();
    const [, api] = await site.sections();
    await owner.api.patch(`${site.path}/sections/${api?.id}`, { path: 'new' });
    const added = `    - { type: section, key: new, title: New, path: new }\n`;
    const state = await site.pushed({ 'docs.yaml': FILE + added });
    expect(state).toMatchObject({ state: 'failure' });
    expect(state.error).toMatch(/What the site and docs.yaml have become can not be one file: The path "new" is taken/);
    await owner.api.patch(`${site.path}/sections/${api?.id}`, { path: 'calls' });
    expect(await site.settle()).toMatchObject({ state: 'success' });
    expect((await site.sections()).map(({ path }) => path)).toEqual(['guide', 'calls', 'new']);
  });

  it('shows no new space that can not be filled, and says which', async () => {
    const site = await synced(FILES, { direction: 'import' });
    const added = FILE.replace('directory: /api', 'directory: /nowhere')
      .replaceAll('ref', 'more')
      .replaceAll('Reference', 'More');
    const state = await site.pushed({ 'docs.yaml': added });
    expect(state.state).toBe('failure');
    expect(state.error).toMatch(/^The space "More" could not be filled from the folder "nowhere": /);
    expect((await site.siteSpaces()).map(({ title }) => title)).toEqual(['English', 'Français', 'Reference']);
    expect(await site.pushed({ 'nowhere/README.md': '# Somewhere\n' })).toMatchObject({ state: 'success' });
    expect((await site.siteSpaces()).map(({ title }) => title)).toEqual(['English', 'Français', 'More']);
  });

  it('keeps what an import finds changed in Quire, and writes nothing', async () => {
    const site = await synced(FILES, { direction: 'import' });
    const [guide] = await site.sections();
    await owner.api.patch(`${site.path}/sections/${guide?.id}`, { title: 'Our guide' });
    await site.settle();
    await site.pushed({ 'docs.yaml': FILE.replace('title: API', 'title: Calls') });
    expect((await site.sections()).map(({ title }) => title)).toEqual(['Our guide', 'Calls']);
    expect(site.commits).toBe(2);
  });

  it('writes the file of a site that has none yet, and its pages beside it', async () => {
    const site = await SyncedSite.of(server, owner, { 'other.txt': 'Kept.' });
    const { body: space } = await owner.api.post(`/v1/orgs/${owner.organization}/spaces`, { title: 'Handbook' });
    await owner.api.post(`${site.path}/site-spaces`, { spaceId: space.id });
    await site.set({ direction: 'export', repoProjectDirectory: 'web/' });
    const state = await site.poll();
    expect(state).toMatchObject({ state: 'success', path: 'web/docs.yaml', repoProjectDirectory: 'web' });
    expect(site.file('web/docs.yaml')).toBe(`site:
  title: Site
  structure:
    - type: space
      key: handbook
      title: Handbook
      path: handbook
      default: true
      content:
        directory: ./handbook
`);
    expect(site.file('web/handbook/SUMMARY.md')).toContain('Table of contents');
    expect(site.file('other.txt')).toBe('Kept.\n');
    const imports = await SyncedSite.of(server, owner, { 'other.txt': 'Kept.' });
    expect(await imports.set({ direction: 'import' })).toMatchObject({
      state: 'failure',
      error: 'The repository has no docs.yaml on the branch "main"',
    });
  });
});
