import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { git, repository } from '../../../contexts/content/exchange/git-fixtures.js';
import { uploadOf, zipOf } from '../../../contexts/content/exchange/transfer-fixture.js';

const FILES = {
  'README.md': '# Welcome\n\n## Install\n\nText.\n',
  'guide.md': '# Guide\n\nSee [how to install](README.md#install).\n',
};

describe('an import into a change request', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let path: string;

  beforeAll(async () => {
    server = await TestServer.start({ env: { QUIRE_GIT_FILE_REMOTES: 'on' } });
    ada = await server.administrator();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    const { id } = await TestSpace.create(ada, { title: 'Handbook', empty: true });
    path = `/v1/spaces/${id}`;
    await ada.api.post(`${path}/content/import`, undefined, uploadOf(zipOf(FILES)));
  });

  const propose = (files: Record<string, string>, query = {}, user: TestUser = ada) =>
    user.api.post(`${path}/content/import/change-request`, undefined, { ...uploadOf(zipOf(files)), query });
  const revision = async () => (await ada.api.get(path)).body.revision;

  it('holds what the import would change, and leaves the space as it is', async () => {
    const before = await revision();
    const answer = await propose({ ...FILES, 'more.md': '# More\n' }, { subject: 'Explain more' });
    expect(answer.status).toBe(201);
    const { changeRequest } = answer.body;
    expect(await revision()).toBe(before);
    expect((await ada.api.get(`${path}/change-requests/${changeRequest}`)).body).toMatchObject({
      status: 'open',
      subject: 'Explain more',
      revision: answer.body.revision,
    });
    const { changes } = (await ada.api.get(`${path}/change-requests/${changeRequest}/changes`)).body;
    expect((changes as Json[]).map(({ type, page }) => [type, (page as Json).title])).toEqual([
      ['page_created', 'More'],
    ]);
  });

  it('opens none where the space holds all of it', async () => {
    const answer = await propose(FILES);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ revision: await revision(), vanishedAnchors: [], unresolved: [] });
    expect(answer.body).not.toHaveProperty('changeRequest');
    expect((await ada.api.get(`${path}/change-requests`)).body.items).toEqual([]);
  });

  it('says which anchors vanish from pages', async () => {
    const answer = await propose({ ...FILES, 'README.md': '# Welcome\n\n## Set up\n\nText.\n' });
    expect(answer.body.vanishedAnchors).toEqual([{ page: expect.any(String), title: 'Welcome', anchor: 'install' }]);
    const links = await ada.api.get(`${path}/change-requests/${answer.body.changeRequest}/links`);
    expect(links.body.stats).toMatchObject({ broken: { changeRequest: 1 } });
  });

  it('has no part in what the space remembers of imports: the same import into the space changes the same', async () => {
    await propose({ ...FILES, 'more.md': '# More\n' });
    const files = { ...FILES, 'more.md': '# More\n' };
    await ada.api.post(`${path}/content/import`, undefined, uploadOf(zipOf(files)));
    const { pages } = (await ada.api.get(`${path}/content/pages`)).body;
    expect((pages as Json[]).map(({ title }) => title).sort()).toEqual(['Guide', 'More', 'Welcome']);
  });

  it('needs the role edit, and is for a locked space as well', async () => {
    const reader = await server.member(ada.organization, 'comment');
    expect((await propose(FILES, {}, reader)).status).toBe(403);
    await ada.api.patch(path, { editMode: 'locked' });
    const answer = await propose({ ...FILES, 'more.md': '# More\n' });
    expect([answer.status, typeof answer.body.changeRequest]).toEqual([201, 'string']);
  });

  it('refuses what is no archive', async () => {
    const answer = await ada.api.post(
      `${path}/content/import/change-request`,
      undefined,
      uploadOf(Buffer.from('no zip')),
    );
    expect(answer.status).toBe(400);
  });

  describe('of an archive that was sent in parts', () => {
    const announce = async (archive: Buffer) => {
      const sha256 = createHash('sha256').update(archive).digest('hex');
      return (await ada.api.post(`${path}/content/import/uploads`, { size: archive.length, sha256 })).body;
    };
    const sent = async (archive: Buffer): Promise<string> => {
      const { id } = await announce(archive);
      const at = `${path}/content/import/uploads/${id}/parts`;
      await ada.api.send('PUT', at, { query: { offset: '0' }, ...uploadOf(archive, 'part') });
      return id as string;
    };
    const proposeUpload = (upload: string) => ada.api.post(`${path}/content/import/change-request`, { upload });

    it('is the same, and asked again answers what it did', async () => {
      const id = await sent(zipOf({ ...FILES, 'more.md': '# More\n' }));
      const answer = await proposeUpload(id);
      expect([answer.status, typeof answer.body.changeRequest]).toEqual([201, 'string']);
      expect((await proposeUpload(id)).body).toEqual(answer.body);
      expect((await ada.api.get(`${path}/change-requests`)).body.items).toHaveLength(1);
    });

    it('is no answer for an import into the space, for which the archive is sent anew', async () => {
      const archive = zipOf({ ...FILES, 'more.md': '# More\n' });
      const id = await sent(archive);
      await proposeUpload(id);
      const refused = await ada.api.post(`${path}/content/import`, { upload: id });
      expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('into a change request')]);
      expect(await announce(archive)).toMatchObject({ id: expect.not.stringMatching(id), missing: [0] });
    });

    it('opens none for an archive that was imported, while that is what the space holds', async () => {
      const archive = zipOf({ ...FILES, 'more.md': '# More\n' });
      const id = await sent(archive);
      const imported = await ada.api.post(`${path}/content/import`, { upload: id });
      const answer = await proposeUpload(id);
      expect([answer.status, answer.body]).toEqual([201, { ...imported.body, vanishedAnchors: [] }]);
      await ada.api.post(`${path}/content/import`, undefined, uploadOf(zipOf(FILES)));
      expect((await proposeUpload(id)).status).toBe(409);
    });
  });

  it('is the folder of a repository', async () => {
    const { bare, work } = await repository({ 'docs/README.md': '# Welcome\n', 'other/README.md': '# Other\n' });
    const place = { url: `file://${bare}`, ref: git(work, 'rev-parse', 'HEAD'), repoProjectDirectory: 'docs' };
    const answer = await ada.api.post(`${path}/content/import/change-request`, place);
    expect(answer.status).toBe(201);
    const { changes } = (await ada.api.get(`${path}/change-requests/${answer.body.changeRequest}/changes`)).body;
    expect((changes as Json[]).map(({ type, page }) => [type, (page as Json).title]).sort()).toEqual([
      ['page_deleted', 'Guide'],
      ['page_edited', 'Welcome'],
    ]);
    const gone = await ada.api.post(`${path}/content/import/change-request`, { ...place, ref: 'gone' });
    expect([gone.status, gone.text]).toEqual([400, expect.stringContaining('gone')]);
  });

  it.each([
    ['nothing', {}],
    ['two sources', { upload: 'one', url: 'https://git.example.com/docs.git' }],
  ])('refuses a body with %s', async (_what, body) => {
    expect((await ada.api.post(`${path}/content/import/change-request`, body)).status).toBe(400);
  });
});
