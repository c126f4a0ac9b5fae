import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer, ApiClient } from '#testing/api-client';
import { Settings } from '#kernel/infrastructure/settings';
import { DeleteOrganization } from '#organization';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { uploadOf, zipOf } from '../../../contexts/content/exchange/transfer-fixture.js';

const PART = 4 * 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;

/** An archive of a page and a file that makes it longer than two parts. */
function largeArchive(title: string): Buffer {
  return zipOf({ 'README.md': `# ${title}\n`, 'noise.bin': randomBytes(2 * PART + 1000) });
}

const announced = (bytes: Buffer) => ({
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

describe('an archive that is sent in parts', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let space: TestSpace;
  let uploads: string;
  let folder: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    folder = join(server.app.get(Settings).dataDir, 'uploads');
  });

  beforeEach(async () => {
    space = await TestSpace.create(ada, { title: 'Parts', empty: true });
    uploads = `${space.path}/content/import/uploads`;
  });

  afterAll(() => server.stop());

  const begin = (archive: Buffer, api: ApiClient = ada.api) => api.post(uploads, announced(archive));
  const partOf = (archive: Buffer, offset: number) => archive.subarray(offset, offset + PART);
  const send = (id: string, offset: number, bytes: Buffer, api: ApiClient = ada.api): Promise<Answer> =>
    api.send('PUT', `${uploads}/${id}/parts`, { query: { offset: String(offset) }, ...uploadOf(bytes, 'part') });
  const sendAll = async (id: string, archive: Buffer) => {
    for (let at = 0; at < archive.length; at += PART) {
      expect((await send(id, at, partOf(archive, at))).status).toBe(204);
    }
  };
  const importIt = (id: string, api: ApiClient = ada.api) => api.post(`${space.path}/content/import`, { upload: id });
  /** The ids of uploads whose bytes are stored. */
  const stored = (): string[] => readdirSync(folder).filter((name) => name !== 'drafts~');

  it('arrives in any order, is imported as one, and leaves no bytes behind', async () => {
    const archive = largeArchive('Any order');
    const { status, body } = await begin(archive);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...announced(archive), partBytes: PART, missing: [0, PART, 2 * PART] });
    const { id } = body;
    expect((await send(id, 2 * PART, partOf(archive, 2 * PART))).status).toBe(204);
    expect((await ada.api.get(`${uploads}/${id}`)).body['missing']).toEqual([0, PART]);
    await send(id, 0, partOf(archive, 0));
    await send(id, PART, partOf(archive, PART));
    expect((await ada.api.get(`${uploads}/${id}`)).body['missing']).toEqual([]);
    const imported = await importIt(id);
    expect([imported.status, imported.body['importedResources']]).toEqual([201, 1]);
    expect((await ada.api.get(`${space.path}/content/pages`)).body['pages']).toMatchObject([{ title: 'Any order' }]);
    await server.runJobs();
    expect(stored()).not.toContain(id);
  });

  it('goes on where it broke off when the same archive is announced again', async () => {
    const archive = largeArchive('Broken off');
    const { id } = (await begin(archive)).body;
    await send(id, 0, partOf(archive, 0));
    const again = (await begin(archive)).body;
    expect(again).toMatchObject({ id, missing: [PART, 2 * PART] });
    expect((await begin(largeArchive('Another'))).body.id).not.toBe(id);
  });

  it('is imported once: asked again, the import answers what it did, until something else was made of the space', async () => {
    const archive = largeArchive('Once');
    const { id } = (await begin(archive)).body;
    await sendAll(id, archive);
    const first = await importIt(id);
    expect((await importIt(id)).body).toEqual(first.body);
    expect((await begin(archive)).body).toMatchObject({ id, missing: [] });
    expect((await send(id, 0, partOf(archive, 0))).status).toBe(409);
    await space.insert('Something else');
    const anew = (await begin(archive)).body;
    expect(anew.id).not.toBe(id);
    expect(anew['missing']).toHaveLength(3);
  });

  it('takes a part again, and has the last one count', async () => {
    const archive = largeArchive('Twice');
    const { id } = (await begin(archive)).body;
    await send(id, PART, Buffer.alloc(PART));
    await sendAll(id, archive);
    await send(id, PART, partOf(archive, PART));
    expect((await importIt(id)).status).toBe(201);
  });

  it('is imported only when all parts are there', async () => {
    const archive = largeArchive('Holes');
    const { id } = (await begin(archive)).body;
    await send(id, 0, partOf(archive, 0));
    const { status, text } = await importIt(id);
    expect([status, text]).toEqual([409, expect.stringContaining(`Parts are missing: those at ${PART}`)]);
  });

  it('is sent anew when the bytes are not the announced ones, or are lost', async () => {
    const archive = largeArchive('Others');
    const { id } = (await begin(archive)).body;
    await sendAll(id, archive);
    await send(id, PART, Buffer.alloc(PART));
    expect((await importIt(id)).status).toBe(409);
    expect((await ada.api.get(`${uploads}/${id}`)).body['missing']).toHaveLength(3);
    await sendAll(id, archive);
    rmSync(join(folder, id), { recursive: true });
    expect((await importIt(id)).status).toBe(409);
    await sendAll(id, archive);
    expect((await importIt(id)).status).toBe(201);
  });

  it.each([
    ['too few bytes', 0, PART - 1],
    ['too many bytes', 0, PART + 1],
    ['an offset between parts', 1, PART],
    ['an offset behind the end', 3 * PART, PART],
  ])('is not taken in a part with %s', async (_, offset, bytes) => {
    const archive = largeArchive('Wrong parts');
    const { id } = (await begin(archive)).body;
    expect((await send(id, offset, Buffer.alloc(bytes))).status).toBe(400);
    expect((await ada.api.get(`${uploads}/${id}`)).body['missing']).toHaveLength(3);
  });

  it('is refused before any byte is stored when it is too large, or too much is announced at once', async () => {
    const sha256 = (digit: string) => digit.repeat(64);
    const editor = await server.member(ada.organization, 'edit');
    const announce = (size: number, digit: string) => editor.api.post(uploads, { size, sha256: sha256(digit) });
    const most = 2 * 1024 ** 3;
    expect((await announce(most + 1, 'a')).status).toBe(413);
    expect((await announce(0, 'a')).status).toBe(400);
    const first = await announce(most, 'a');
    expect([first.status, (await announce(most, 'b')).status, (await announce(1, 'c')).status]).toEqual([
      201, 201, 409,
    ]);
    expect((await editor.api.delete(`${uploads}/${first.body.id}`)).status).toBe(204);
    expect((await announce(1, 'c')).status).toBe(201);
  });

  it('is a matter of its caller alone', async () => {
    const archive = largeArchive('Own');
    const { id } = (await begin(archive)).body;
    await sendAll(id, archive);
    const other = await server.member(ada.organization, 'admin');
    const answers = [
      await other.api.get(`${uploads}/${id}`),
      await send(id, 0, partOf(archive, 0), other.api),
      await importIt(id, other.api),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await begin(archive, other.api)).body.id).not.toBe(id);
    expect((await other.api.delete(`${uploads}/${id}`)).status).toBe(204);
    const elsewhere = await TestSpace.create(ada);
    expect((await ada.api.get(`${elsewhere.path}/content/import/uploads/${id}`)).status).toBe(404);
    expect((await importIt(id)).status).toBe(201);
  });

  it('is removed a day after its last part, with its bytes and with nothing else', async () => {
    const [old, fresh] = [largeArchive('Old'), largeArchive('Fresh')];
    const gone = (await begin(old)).body.id;
    await send(gone, 0, partOf(old, 0));
    server.clock.advance(DAY_MS - 1000);
    const kept = (await begin(fresh)).body.id;
    await send(kept, 0, partOf(fresh, 0));
    server.clock.advance(2000);
    await server.runJob('content.purge-uploads');
    await server.runJobs();
    expect((await ada.api.get(`${uploads}/${gone}`)).status).toBe(404);
    expect((await ada.api.get(`${uploads}/${kept}`)).body['missing']).toEqual([PART, 2 * PART]);
    expect(stored()).toContain(kept);
    expect(stored()).not.toContain(gone);
  });

  it('is given up with the bytes that arrived', async () => {
    const archive = largeArchive('Given up');
    const { id } = (await begin(archive)).body;
    await send(id, 0, partOf(archive, 0));
    expect((await ada.api.delete(`${uploads}/${id}`)).status).toBe(204);
    expect((await ada.api.delete(`${uploads}/${id}`)).status).toBe(204);
    expect((await send(id, PART, partOf(archive, PART))).status).toBe(404);
    await server.runJobs();
    expect(stored()).not.toContain(id);
  });

  it('goes with an organization that is deleted, bytes included', async () => {
    const bob = await server.administrator();
    const their = await TestSpace.create(bob, { title: 'Theirs', empty: true });
    const archive = largeArchive('Theirs');
    const { id } = (await bob.api.post(`${their.path}/content/import/uploads`, announced(archive))).body;
    mkdirSync(join(folder, id), { recursive: true });
    await server.dispatcher.run(new DeleteOrganization(bob.organization));
    await server.runJobs();
    expect(stored()).not.toContain(id);
  });

  it('names one source only', async () => {
    const body = { upload: 'one', url: 'https://example.com/a.zip', source: 'zip' };
    expect((await ada.api.post(`${space.path}/content/import`, body)).status).toBe(400);
    expect((await importIt('unknown')).status).toBe(404);
  });
});
