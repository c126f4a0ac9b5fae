import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { removeScratch } from '../scratch.js';
import { contentOf, DOCS, importFiles, textsIn, upload } from './transfer-fixture.js';

describe('export', () => {
  let server: TestServer;
  let user: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    user = await server.administrator();
  });

  afterAll(async () => {
    await server.stop();
    await removeScratch();
  });

  async function exported(space: TestSpace): Promise<Buffer> {
    const answer = await space.api.get(`${space.path}/content/export`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/zip');
    return answer.bytes;
  }

  describe('an export', () => {
    it('holds the table of contents, the configuration, the pages, the files and what pages include', async () => {
      const docs = await TestSpace.create(user);
      await importFiles(docs, DOCS);
      const files = await textsIn(await exported(docs));
      expect([...files.keys()].sort()).toEqual(
        Object.keys(DOCS)
          .filter((path) => path !== 'Makefile')
          .sort(),
      );
      expect(files.get('SUMMARY.md')).toBe(DOCS['SUMMARY.md']);
      expect(files.get('README.md')).toContain('[first guide](guides/first.md#steps)');
      expect(files.get('.gitbook.yaml')).toContain('old/start');
    });

    it('gives the same content when it is imported into another space', async () => {
      const docs = await TestSpace.create(user);
      await importFiles(docs, DOCS);
      const own = await docs.insert('Written here', '## In the space\n\nAnd *never* imported.\n');
      await docs.insert('Below it', 'See [above](../written-here.md).\n', { into: own });
      const copy = await TestSpace.create(user);
      const answer = await upload(user.api, copy.id, await exported(docs));
      expect(answer.status).toBe(201);
      expect(await contentOf(copy)).toEqual(await contentOf(docs));
    });

    it('gives the same archive each time, and a tree that makes no revision when it is imported again', async () => {
      const docs = await TestSpace.create(user);
      const { revision } = await importFiles(docs, DOCS);
      const archive = await exported(docs);
      expect(archive.equals(await exported(docs))).toBe(true);
      expect((await upload(user.api, docs.id, archive)).body.revision).toBe(revision);
    });

    it('is not sent again to who has it already', async () => {
      const docs = await TestSpace.create(user);
      await importFiles(docs, DOCS);
      const path = `${docs.path}/content/export`;
      const first = await docs.api.get(path);
      const tag = String(first.headers['etag']);
      const again = await docs.api.get(path, { headers: { 'if-none-match': tag } });
      expect([again.status, again.bytes.length, again.headers['etag']]).toEqual([304, 0, tag]);
      await docs.insert('New', 'text');
      const changed = await docs.api.get(path, { headers: { 'if-none-match': tag } });
      expect([changed.status, changed.headers['etag'] === tag]).toEqual([200, false]);
    });

    it('is for all who may read the space, and for no others', async () => {
      const docs = await TestSpace.create(user);
      const reader = await server.member(user.organization, 'read');
      const stranger = await server.administrator('Other');
      expect((await reader.api.get(`${docs.path}/content/export`)).status).toBe(200);
      expect((await stranger.api.get(`${docs.path}/content/export`)).status).toBe(404);
    });
  });
});
