import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { removeScratch } from '../scratch.js';
import { SyncedPair } from './synced-pair.js';
import { contentOf, idAt, importFiles, textsIn, upload } from './transfer-fixture.js';

const FILES = {
  'SUMMARY.md': [
    '# Table of contents',
    '',
    '* [Home](README.md)',
    '* [Install](install.md)',
    '* [Usage](usage.md "Use")',
    '* [Fields](fields.md)',
    '* [Plain](plain.md)',
    '',
  ].join('\n'),
  'README.md': '# Home\n\nWelcome.\n',
  'install.md': '# How to install\n\nLike this.\n',
  'usage.md': '# Usage\n\nLike that.\n',
  'fields.md': '---\ntitle: Its fields\n---\n\nText.\n',
  'plain.md': 'No heading.\n',
};

describe('the titles of imported pages', () => {
  let server: TestServer;
  let user: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.start({ env: { QUIRE_GIT_FILE_REMOTES: 'on' } });
    user = await server.administrator();
  });

  afterAll(async () => {
    await server.stop();
    await removeScratch();
  });

  const titles = async (space: TestSpace): Promise<[string, string | undefined][]> =>
    (await space.pages()).map(({ title, linkTitle }: Json) => [title as string, linkTitle as string | undefined]);

  it('are those of their files, and the text of the table of contents lists them', async () => {
    const space = await TestSpace.create(user);
    await importFiles(space, FILES);
    expect(await titles(space)).toEqual([
      ['Home', undefined],
      ['How to install', 'Install'],
      ['Usage', 'Use'],
      ['Its fields', 'Fields'],
      ['Plain', undefined],
    ]);
    expect(await space.markdown(await idAt(space, 'install'))).toBe('# How to install\n\nLike this.\n');
  });

  it('are exported as they were written, and imported from there as they are', async () => {
    const space = await TestSpace.create(user);
    await importFiles(space, FILES);
    const { bytes } = await space.api.get(`${space.path}/content/export`);
    const texts = await textsIn(bytes);
    expect([texts.get('SUMMARY.md'), texts.get('install.md')]).toEqual([FILES['SUMMARY.md'], FILES['install.md']]);
    const copy = await TestSpace.create(user);
    expect((await upload(user.api, copy.id, bytes)).status).toBe(201);
    expect(await contentOf(copy)).toEqual(await contentOf(space));
  });

  it('stay apart in a sync: each is changed where it is written', async () => {
    const pair = await SyncedPair.of(server, user, FILES);
    const { space } = pair;
    const install = await idAt(space, 'install');
    await space.update(install, { title: 'Installation' });
    await pair.settle();
    expect(pair.changed()).toEqual(['install.md']);
    expect(pair.file('install.md')).toMatch(/^# Installation\n/);
    await pair.push({ 'SUMMARY.md': FILES['SUMMARY.md'].replace('[Install]', '[Set up]') });
    expect(await space.page(install)).toMatchObject({ title: 'Installation', linkTitle: 'Set up' });
    await space.update(install, { linkTitle: 'Begin' });
    await pair.settle();
    expect(pair.file('SUMMARY.md')).toContain('* [Begin](install.md)\n');
    expect((await titles(space))[1]).toEqual(['Installation', 'Begin']);
    await space.update(install, { linkTitle: null });
    await pair.settle();
    expect(pair.file('SUMMARY.md')).toContain('* [Installation](install.md)\n');
    await space.update(await idAt(space, 'usage'), { linkTitle: 'Usage' });
    await pair.settle();
    expect(pair.file('SUMMARY.md')).toContain('* [Usage](usage.md "Usage")\n');
    const { revision } = await importFiles(space, await tree(space));
    expect(await space.revision()).toBe(revision);
    expect((await titles(space)).slice(1, 3)).toEqual([
      ['Installation', undefined],
      ['Usage', 'Usage'],
    ]);
  });

  /** The files of an export. */
  async function tree(space: TestSpace): Promise<Record<string, string>> {
    return Object.fromEntries(await textsIn((await space.api.get(`${space.path}/content/export`)).bytes));
  }
});
