import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import yazl from 'yazl';
import { QuireProcess, TOKEN } from './support/quire-process.js';

const PAGES = 400;

interface Pages {
  pages: { id: string; title: string }[];
}

const pageText = (page: number): string =>
  `# Page ${page}\n\n${`Some **words** of [page ${page}](page-${(page + 1) % PAGES}.md).\n\n`.repeat(20)}`;

describe('When the server or its database is killed in the middle of an import', () => {
  const quire = new QuireProcess({ QUIRE_GIT_FILE_REMOTES: 'on' });
  const repository = mkdtempSync(join(tmpdir(), 'quire-repository-'));
  let organization: string;
  let archive: Buffer;

  beforeAll(async () => {
    archive = await zipOfPages();
    commitPages(repository);
    await quire.start();
    organization = (await quire.call<{ id: string }>('POST', '/orgs', { title: 'Import faults' })).body.id;
  });

  afterAll(async () => {
    await quire.dispose();
    rmSync(repository, { recursive: true, force: true });
  });

  it.each([
    ['the server', 600, () => quire.kill()],
    ['PostgreSQL', 300, () => quire.killDatabase()],
  ] as const)(
    'the space holds all of the archive or nothing of it, and the import can be sent again (%s, after %i ms)',
    async (_what, afterMs, strike) => {
      const space = await newSpace();
      const answer = upload(space).catch(() => undefined);
      await sleep(afterMs);
      await strike();
      const status = (await answer)?.status;
      await quire.kill();
      await quire.start();

      const { pages } = (await quire.call<Pages>('GET', `/spaces/${space}/content/pages`)).body;
      expect([0, PAGES]).toContain(pages.length);
      if (status === 201) expect(pages).toHaveLength(PAGES);
      expect((await upload(space)).status).toBe(201);
      await expectWhole(space);
    },
    120_000,
  );

  it('an import from Git is run again and creates one revision', async () => {
    const space = await newSpace();
    const before = await revisionOf(space);
    const wanted = { url: `file://${repository}/.git`, ref: 'HEAD' };
    expect((await quire.call('POST', `/spaces/${space}/git/import`, wanted)).status).toBe(204);
    await sleep(250);
    await quire.kill();
    await quire.start();

    let state = 'running';
    for (const giveUp = Date.now() + 60_000; state === 'running' && Date.now() < giveUp;) {
      await sleep(100);
      state = (await quire.call<{ state: string }>('GET', `/spaces/${space}/git/info`)).body.state;
    }
    expect(state).toBe('success');
    await expectWhole(space);
    const { parents } = (await quire.call<{ parents: string[] }>('GET', `/spaces/${space}/content`)).body;
    expect(parents).toEqual([before]);
  });

  async function newSpace(): Promise<string> {
    return (await quire.call<{ id: string }>('POST', `/orgs/${organization}/spaces`, { empty: true })).body.id;
  }

  async function revisionOf(space: string): Promise<string> {
    return (await quire.call<{ revision: string }>('GET', `/spaces/${space}`)).body.revision;
  }

  function upload(space: string): Promise<Response> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(archive)], { type: 'application/zip' }), 'docs.zip');
    const headers = { authorization: `Bearer ${TOKEN}` };
    return fetch(`${quire.url}/v1/spaces/${space}/content/import`, { method: 'POST', headers, body: form });
  }

  async function expectWhole(space: string): Promise<void> {
    const { pages } = (await quire.call<Pages>('GET', `/spaces/${space}/content/pages`)).body;
    expect(new Set(pages.map(({ title }) => title)).size).toBe(PAGES);
    const sample = pages.filter((_, index) => index % 40 === 0);
    for (const { id, title } of sample) {
      const page = await quire.call<{ markdown: string }>('GET', `/spaces/${space}/content/page/${id}?format=markdown`);
      expect(page.body.markdown).toContain(`**words** of [${title.toLowerCase()}](page-`);
    }
  }
});

function zipOfPages(): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (let page = 0; page < PAGES; page++) zip.addBuffer(Buffer.from(pageText(page)), `docs/page-${page}.md`);
  zip.end();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    zip.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk));
    zip.outputStream.on('end', () => resolve(Buffer.concat(chunks)));
    zip.outputStream.on('error', reject);
  });
}

function commitPages(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (let page = 0; page < PAGES; page++) writeFileSync(join(folder, `page-${page}.md`), pageText(page));
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=Quire', '-c', 'user.email=quire@example.com', ...args], { cwd: folder });
  };
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Pages');
}
