import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { until } from '#testing/test-kernel';
import { Installation, run, type Answer } from './command-line.js';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let folder: string;
let archive: string;
let source: Installation;
let target: Installation;
let token: string;
let paths: string[];
let before: Answer[];

/** Every restore fills a new database, which takes long on a busy machine. */
jest.setTimeout(180_000);

describe('backup and restore', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quire-backup-'));
    archive = join(folder, 'backup.zip');
    [source, target] = [await Installation.make(), await Installation.make()];
    await source.serve();
    token = readFileSync(join(source.dataDir, 'admin-token'), 'utf8').trim();
    paths = await fill(source, token);
  });

  afterAll(async () => {
    await source.remove();
    await target.remove();
    rmSync(folder, { recursive: true });
  });

  it('writes an archive of a running server that only its owner may read', async () => {
    await settled(source, token);
    before = await read(source, paths, token);
    expect(before.map(({ status }) => status)).toEqual(paths.map(() => 200));
    const ran = await source.run('backup', archive);
    expect(ran).toMatchObject({ code: 0, out: expect.stringMatching(/rows of \d+ tables, 1 files/) });
    expect(statSync(archive).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['backup.zip']);
    expect(await source.run('backup', archive)).toMatchObject({ code: 1, err: expect.stringContaining('--force') });
  });

  it('restores into an empty installation, which then answers every read byte for byte as before', async () => {
    await source.endServer();
    expect(await target.run('restore', archive)).toMatchObject({ code: 0, out: expect.stringMatching(/^Restored/) });
    expect(statSync(join(target.dataDir, 'secret-key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(target.dataDir, 'admin-token'), 'utf8').trim()).toBe(token);
    await target.serve();
    const after = await read(target, paths, token);
    for (const [index, path] of paths.entries()) expect([path, after[index]]).toEqual([path, before[index]]);
  });

  it('leaves a restored server able to write', async () => {
    const [space] = await spaces(target, token);
    const change = { operation: 'insert_page', title: 'After', document: { markdown: 'Written after the restore' } };
    await target.json('POST', `/v1/spaces/${space}/content`, token, { changes: [change] });
    const { pages } = await target.json<{ pages: { title: string }[] }>(
      'GET',
      `/v1/spaces/${space}/content/pages`,
      token,
    );
    expect(pages.map(({ title }) => title)).toContain('After');
  });

  it('refuses while a server runs on the database', async () => {
    expect(await target.run('restore', archive, '--force')).toMatchObject({
      code: 1,
      err: expect.stringContaining('A Quire server is running'),
    });
  });

  it('refuses to replace existing data without --force, and then replaces all of it', async () => {
    const [space] = await spaces(target, token);
    await target.endServer();
    expect(await target.run('restore', archive)).toMatchObject({ code: 1, err: expect.stringContaining('not empty') });
    expect(await target.run('restore', archive, '--force')).toMatchObject({ code: 0 });
    await target.serve();
    const pages = await target.get(`/v1/spaces/${space}/content/pages`, token);
    expect(pages.bytes.toString()).not.toContain('"After"');
    await target.endServer();
  });

  it('says what to do where another database has used the store of files', async () => {
    const mark = join(target.dataDir, 'blobs', 'quire-store.json');
    const quiet = await target.run('restore', archive, '--force');
    expect([quiet.code, quiet.err.includes('another database')]).toEqual([0, false]);
    writeFileSync(mark, JSON.stringify({ id: 'another' }));
    expect(await target.run('restore', archive, '--force')).toMatchObject({
      code: 0,
      err: expect.stringMatching(/another database has used.*gone for good, run quire storage claim/s),
    });
    expect(JSON.parse(readFileSync(mark, 'utf8'))).toEqual({ id: 'another' });
    expect((await target.run('storage', 'claim', '--yes')).code).toBe(0);
    const after = await target.run('restore', archive, '--force');
    expect([after.code, after.err.includes('another database')]).toEqual([0, false]);
  });

  it('mends a file that went bad in the store', async () => {
    const [file] = blobsIn(target);
    writeFileSync(file ?? '', 'rotten');
    expect(await target.run('backup', join(folder, 'rotten.zip'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('1 files of the content are damaged'),
    });
    expect(await target.run('restore', archive, '--force')).toMatchObject({ code: 0 });
    expect(readFileSync(file ?? '').equals(PNG)).toBe(true);
  });

  it('restores all but a file that was damaged before it was backed up', async () => {
    const rotten = join(folder, 'rotten.zip');
    const said = expect.stringContaining('1 files were damaged before the backup was written');
    expect(await target.run('restore', rotten, '--check')).toMatchObject({ code: 0, err: said });
    const [file] = blobsIn(target);
    rmSync(file ?? '');
    expect(await target.run('restore', rotten, '--force')).toMatchObject({ code: 0, err: said });
    expect(blobsIn(target)).toEqual([]);
    expect(await target.run('restore', archive, '--force')).toMatchObject({ code: 0 });
  });

  it('is checked to its end without touching anything, while a server runs', async () => {
    await target.serve();
    const files = readdirSync(target.dataDir, { recursive: true });
    const checked = await target.run('restore', archive, '--check');
    expect(checked).toMatchObject({ code: 0, out: expect.stringMatching(/is whole: \d+ rows of \d+ tables, 1 files/) });
    expect(readdirSync(target.dataDir, { recursive: true })).toEqual(files);
    expect(await read(target, paths, token)).toEqual(before);
    await target.endServer();
  });

  it('changes nothing when the archive is damaged', async () => {
    const damaged = join(folder, 'damaged.zip');
    const bytes = readFileSync(archive);
    // Within the compressed rows of a table, which are at the beginning.
    const at = bytes.indexOf('tables/content.live_page.copy') + 80;
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    writeFileSync(damaged, bytes);
    const checked = await target.run('restore', damaged, '--check');
    expect(checked).toMatchObject({ code: 1, out: '', err: expect.stringContaining('content.live_page.copy') });
    const ran = await target.run('restore', damaged, '--force');
    expect(ran.code).toBe(1);
    await target.serve();
    const after = await read(target, paths, token);
    expect(after).toEqual(before);
    await target.endServer();
  });

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 500)],
    ['of another kind', () => Buffer.from('not a zip')],
  ])('refuses an archive that is %s', async (_, change) => {
    const other = join(folder, 'other.zip');
    writeFileSync(other, change(readFileSync(archive)));
    expect(await target.run('restore', other, '--force')).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be read as a backup'),
    });
  });

  it('refuses a secret key that is not the one of the archive', async () => {
    const empty = await Installation.make();
    try {
      const env = { ...empty.env, QUIRE_SECRET_KEY: 'ab'.repeat(32) };
      const ran = await run(['restore', archive], env);
      expect(ran).toMatchObject({ code: 1, err: expect.stringContaining('QUIRE_SECRET_KEY') });
      expect(existsSync(join(empty.dataDir, 'secret-key'))).toBe(false);
    } finally {
      await empty.remove();
    }
  });

  it('leaves no half archive when it fails', async () => {
    const nowhere = { ...target.env, DATABASE_URL: 'postgres://nobody:none@127.0.0.1:1/none' };
    const ran = await run(['backup', join(folder, 'failed.zip')], nowhere);
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining('ECONNREFUSED') });
    expect(ran.err).not.toContain('nobody:none');
    expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([]);
  });
});

/** Creates content of every kind and returns the addresses to read it by. */
async function fill(quire: Installation, admin: string): Promise<string[]> {
  const organizations = await quire.json<{ items: { id: string }[] }>('GET', '/v1/orgs', admin);
  const organization = organizations.items[0]?.id ?? '';
  const body = { title: 'Guides', empty: true };
  const { id } = await quire.json<{ id: string }>('POST', `/v1/orgs/${organization}/spaces`, admin, body);
  const inserted = await quire.json<{ insertedFiles: { id: string }[] }>('POST', `/v1/spaces/${id}/content`, admin, {
    changes: [
      { operation: 'insert_page', title: 'First', document: { markdown: '# First\n\nGrüße, 世界 \\\\N\n' } },
      { operation: 'insert_page', title: 'Back\\slash', document: { markdown: 'A *second* page\n' } },
      { operation: 'insert_page', type: 'group', title: 'A group' },
      {
        operation: 'insert_files',
        files: [{ name: 'dot.png', contentType: 'image/png', base64: PNG.toString('base64') }],
      },
    ],
  });
  const file = inserted.insertedFiles[0]?.id ?? '';
  const { revision } = await quire.json<{ revision: string }>('GET', `/v1/spaces/${id}`, admin);
  const { pages } = await quire.json<{ pages: { id: string }[] }>('GET', `/v1/spaces/${id}/content/pages`, admin);
  const { downloadURL } = await quire.json<{ downloadURL: string }>(
    'GET',
    `/v1/spaces/${id}/content/files/${file}`,
    admin,
  );
  return [
    '/v1/user',
    '/v1/orgs',
    `/v1/orgs/${organization}/spaces`,
    `/v1/spaces/${id}`,
    `/v1/spaces/${id}/content`,
    `/v1/spaces/${id}/content/pages`,
    `/v1/spaces/${id}/content/files`,
    `/v1/spaces/${id}/revisions/${revision}`,
    ...pages.map((page) => `/v1/spaces/${id}/content/page/${page.id}?format=markdown`),
    ...pages.map((page) => `/v1/spaces/${id}/content/page/${page.id}`),
    `/v1/spaces/${id}/search?query=second`,
    new URL(downloadURL).pathname,
  ];
}

/** Waits for the work after a response (indexing). */
async function settled(quire: Installation, admin: string): Promise<void> {
  const path = paths.find((each) => each.includes('/search')) ?? '';
  await until(async () => (await quire.get(path, admin)).bytes.includes('second'), 'the index');
}

async function spaces(quire: Installation, admin: string): Promise<string[]> {
  const organizations = await quire.json<{ items: { id: string }[] }>('GET', '/v1/orgs', admin);
  const found: string[] = [];
  for (const { id } of organizations.items) {
    const { items } = await quire.json<{ items: { id: string }[] }>('GET', `/v1/orgs/${id}/spaces`, admin);
    found.push(...items.map((space) => space.id));
  }
  return found;
}

async function read(quire: Installation, from: string[], admin: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const path of from) answers.push(await quire.get(path, admin));
  return answers;
}

function blobsIn(quire: Installation): string[] {
  const root = join(quire.dataDir, 'blobs');
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
