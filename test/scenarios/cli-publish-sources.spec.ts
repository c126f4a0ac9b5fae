import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { commitAll, git, put, repository } from '../contexts/content/exchange/git-fixtures.js';
import { Installation, run } from './command-line.js';
import { endingProxy, endProxies, isUpload } from './support/ending-proxy.js';

const configOf = (title: string) => `site:
  title: ${title}
  structure:
    - { type: space, key: guide, title: Guide, path: guide, default: true, content: { directory: guide } }
    - { type: space, key: api, title: API, path: api, content: { directory: api } }
`;

describe('what quire publish reads', () => {
  let quire: Installation;
  let token: string;
  let files: Record<string, string | Buffer>;
  let count = 0;

  beforeAll(async () => {
    quire = await Installation.make();
    await quire.serve();
    token = readFileSync(join(quire.dataDir, 'admin-token'), 'utf8').trim();
  });
  afterAll(async () => {
    endProxies();
    await quire.remove();
  });
  beforeEach(() => {
    const config = configOf(`Sources ${++count}`);
    files = { 'docs.yaml': config, 'guide/README.md': '# Guide\n', 'api/README.md': '# Calls\n' };
  });

  const addedPages = (out: string) =>
    (JSON.parse(out) as { spaces: { key: string; pages: { added: string[] } }[] }).spaces.map(({ key, pages }) => [
      key,
      pages.added,
    ]);

  it('is a large folder, sent in parts, of which a command that was ended has sent some', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quire-publish-'));
    const page = '# Calls\n\n[Noise](noise.bin)\n';
    put(folder, { ...files, 'api/README.md': page, 'api/noise.bin': randomBytes(9 * 1024 * 1024) });
    const end = new AbortController();
    const atSecondPart = await endingProxy(quire.url, (request) => {
      const ends = isUpload(request) && !/offset=0$|import$/.test(request.url ?? '');
      if (ends) end.abort();
      return ends;
    });
    const env = { ...quire.env, QUIRE_URL: atSecondPart, QUIRE_TOKEN: token };
    expect((await run(['publish', folder], env, end.signal)).code).toBe(130);

    const ran = await quire.run('publish', folder);
    expect([ran.code, ran.err]).toEqual([0, expect.stringContaining('The server has 1 of 3 parts already')]);
    expect(ran.err).toMatch(/^Sending api .* of 9\.\d MB$/m);
    expect(ran.out).toMatch(/^api \(API\): changed$/m);

    put(folder, { 'api/more.md': '# More\n' });
    const shown = await quire.run('publish', folder, '--preview', '--json');
    expect(addedPages(shown.out)).toEqual([
      ['guide', []],
      ['api', ['more']],
    ]);
  });

  it('is for a preview, too, a branch of a Git repository', async () => {
    const { bare, work } = await repository(files);
    const address = `file://${bare}`;
    expect((await quire.run('publish', address)).code).toBe(0);
    put(work, { 'api/more.md': '# More\n' });
    commitAll(work, 'More');
    git(work, 'push', '-q', bare, 'main:next');
    const ran = await quire.run('publish', address, '--ref', 'next', '--preview', '--json');
    expect([ran.code, ran.err]).toEqual([0, expect.stringContaining('the server reads the repository')]);
    expect(addedPages(ran.out)).toEqual([
      ['guide', []],
      ['api', ['more']],
    ]);
  });
});
