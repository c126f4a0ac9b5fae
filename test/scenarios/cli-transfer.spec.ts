import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unpack } from '../../src/cli/transfer/unpack.js';
import { git, put, repository } from '../contexts/content/exchange/git-fixtures.js';
import { rawZip } from '../contexts/content/exchange/raw-zip.js';
import { Installation, run } from './command-line.js';
import { endingProxy, endProxies, isUpload } from './support/ending-proxy.js';

const FILES: Record<string, string> = {
  'README.md': '# Welcome\n\nSee [the guide](guides/first.md).\n',
  'SUMMARY.md': '# Summary\n\n* [Welcome](README.md)\n* [First](guides/first.md)\n* [Gone](gone.md)\n',
  'guides/first.md': '# First\n\nA *first* page.\n',
};

describe('transfer', () => {
  let folder: string;
  let quire: Installation;
  let token: string;
  let organization: { id: string; title: string };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quire-transfer-'));
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(folder, 'docs', path)), { recursive: true });
      writeFileSync(join(folder, 'docs', path), text);
    }
    quire = await Installation.make();
    await quire.serve();
    token = readFileSync(join(quire.dataDir, 'admin-token'), 'utf8').trim();
    const { items } = await quire.json<{ items: (typeof organization)[] }>('GET', '/v1/orgs', token);
    organization = items[0] ?? { id: '', title: '' };
  });

  afterAll(async () => {
    endProxies();
    await quire.remove();
    rmSync(folder, { recursive: true });
  });

  async function spaceTitles(): Promise<string[]> {
    const path = `/v1/orgs/${organization.id}/spaces`;
    const { items } = await quire.json<{ items: { title: string; deletedAt?: string }[] }>('GET', path, token);
    return items.filter(({ deletedAt }) => deletedAt === undefined).map(({ title }) => title);
  }

  async function pageTitles(space: string): Promise<string[]> {
    const path = `/v1/spaces/${space}/content/pages`;
    return (await quire.json<{ pages: { title: string }[] }>('GET', path, token)).pages.map(({ title }) => title);
  }

  function spaceIn(output: string): string {
    return /^Space +(\S+)$/m.exec(output)?.[1] ?? '';
  }

  describe('import on the command line', () => {
    it('imports a folder into a new space and reports what was not understood, by kind', async () => {
      const named = organization.title.toUpperCase();
      const ran = await quire.run('import', join(folder, 'docs'), '--organization', named, '--title', 'Guides');
      expect(ran).toMatchObject({ code: 0, out: expect.stringMatching(/^Revision +\S+$/m) });
      expect(ran.out).toMatch(/^Imported +(\d+) of \d+$/m);
      expect(ran.out).toMatch(/^Not understood +1\n {2}\S+ \(1\)\n {4}SUMMARY\.md: .*gone/m);
      expect(await pageTitles(spaceIn(ran.out))).toEqual(expect.arrayContaining(['Welcome', 'First']));
      expect(ran.err).not.toContain(token);
    });

    it('imports again into the same space without a new revision', async () => {
      const first = await quire.run(
        'import',
        join(folder, 'docs'),
        '--organization',
        organization.id,
        '--title',
        'Again',
      );
      const second = await quire.run('import', join(folder, 'docs'), '--space', spaceIn(first.out));
      expect(second).toMatchObject({ code: 0, out: first.out });
    });

    it('imports a zip file', async () => {
      const archive = join(folder, 'docs.zip');
      writeFileSync(archive, rawZip(Object.entries(FILES).map(([name, data]) => ({ name, data }))));
      const ran = await quire.run('import', archive, '--organization', organization.id, '--title', 'Zipped');
      expect(ran.code).toBe(0);
      expect(await pageTitles(spaceIn(ran.out))).toEqual(expect.arrayContaining(['Welcome', 'First']));
    });

    it('imports a branch of a Git repository and waits until that is done', async () => {
      const { bare, work } = await repository(FILES);
      git(work, 'checkout', '-q', '-b', 'next');
      put(work, { 'guides/first.md': '# Next\n\nOf the branch.\n' });
      git(work, 'commit', '-q', '-a', '-m', 'Next');
      git(work, 'push', '-q', bare, 'next');
      const main = await quire.run('import', `file://${bare}`, '--organization', organization.id, '--title', 'Git');
      expect(main).toMatchObject({ code: 0, out: expect.stringMatching(/^Revision +\S+$/m) });
      const space = spaceIn(main.out);
      const next = await quire.run('import', `file://${bare}`, '--space', space, '--ref', 'next');
      expect(next).toMatchObject({ code: 0, err: expect.stringContaining(git(work, 'rev-parse', 'next')) });
      const { bytes } = await quire.get(`/v1/spaces/${space}/content/path/first?format=markdown`, token);
      expect(bytes.toString()).toContain('Of the branch.');
      const gone = await quire.run('import', `file://${bare}`, '--space', space, '--ref', 'gone');
      expect(gone).toMatchObject({ code: 1, out: '', err: expect.stringContaining('gone') });
      expect(await spaceTitles()).toContain('Git');
    });

    it.each([
      ['a zip file that the server refuses', () => join(folder, 'hostile.zip')],
      ['a repository that cannot be reached', () => 'https://127.0.0.1:9/nothing.git'],
    ])('removes the new space again after %s', async (_, source) => {
      writeFileSync(join(folder, 'hostile.zip'), rawZip([{ name: '../evil.md', data: '# Evil' }]));
      const ran = await quire.run('import', source(), '--organization', organization.id, '--title', 'Failing');
      expect(ran).toMatchObject({ code: 1, out: '', err: expect.stringContaining('the new space was removed') });
      expect(await spaceTitles()).not.toContain('Failing');
    });

    it('removes the new space again when it is ended by a person', async () => {
      const end = new AbortController();
      const atUpload = await endingProxy(quire.url, (request) => {
        if (isUpload(request)) end.abort();
        return isUpload(request);
      });
      const ran = run(
        ['import', join(folder, 'docs'), '--organization', organization.id, '--title', 'Ended'],
        { ...quire.env, QUIRE_URL: atUpload },
        end.signal,
      );
      expect(await ran).toMatchObject({ code: 130, err: expect.stringContaining('Ended before it was done') });
      expect(await spaceTitles()).not.toContain('Ended');
    });

    it.each([
      ['neither a space nor a title', ['.'], /either --title .* or --space/],
      ['a source that is none', ['no-such-folder', '--title', 'x'], /neither a folder, a zip file nor/],
      ['a file that is no archive', ['package.json', '--title', 'x'], /neither a folder nor a zip file/],
      ['a branch of a folder', ['.', '--title', 'x', '--ref', 'main'], /--ref goes with/],
      ['an unknown organization', ['.', '--title', 'x', '--organization', 'Nobody'], /No organization has the title/],
    ])('refuses %s as misuse', async (_, args, message) => {
      expect(await quire.run('import', ...args)).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringMatching(message),
      });
    });

    it("sends the administrator's token to this machine only", async () => {
      const env = { ...quire.env, QUIRE_URL: 'https://quire.example.com' };
      const ran = await run(['import', folder, '--title', 'x'], env);
      expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('Set QUIRE_TOKEN') });
    });

    it('names the address when no server responds', async () => {
      const ran = await run(['import', folder, '--title', 'x'], { ...quire.env, QUIRE_URL: 'http://127.0.0.1:9' });
      expect(ran).toMatchObject({ code: 1, err: expect.stringMatching(/No answer from http:\/\/127\.0\.0\.1:9/) });
    });
  });

  describe('export on the command line', () => {
    it('writes a folder whose import yields the same pages', async () => {
      const source = await quire.run(
        'import',
        join(folder, 'docs'),
        '--organization',
        organization.id,
        '--title',
        'Out',
      );
      const target = join(folder, 'exported');
      const exported = await quire.run('export', '--space', spaceIn(source.out), target);
      expect(exported).toMatchObject({ code: 0, out: expect.stringMatching(/^Wrote \d+ files to /) });
      expect(readFileSync(join(target, 'guides', 'first.md'), 'utf8')).toBe(FILES['guides/first.md']);
      const again = await quire.run('import', target, '--organization', organization.id, '--title', 'Back');
      expect(await pageTitles(spaceIn(again.out))).toEqual(await pageTitles(spaceIn(source.out)));
      expect(await quire.run('export', '--space', spaceIn(source.out), target)).toMatchObject({
        code: 1,
        err: expect.stringContaining('is not empty'),
      });
      expect(await quire.run('export', '--space', spaceIn(source.out), target, '--force')).toMatchObject({ code: 0 });
    });

    it('writes a zip file, whole or not at all', async () => {
      const source = await quire.run(
        'import',
        join(folder, 'docs'),
        '--organization',
        organization.id,
        '--title',
        'Zip',
      );
      const target = join(folder, 'out.zip');
      expect(await quire.run('export', target, '--space', spaceIn(source.out))).toMatchObject({ code: 0 });
      expect(readFileSync(target).subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'));
      expect(await quire.run('export', target, '--space', spaceIn(source.out))).toMatchObject({ code: 1 });
      const missing = join(folder, 'missing.zip');
      expect(await quire.run('export', missing, '--space', 'nope')).toMatchObject({
        code: 1,
        err: expect.stringContaining('(404)'),
      });
      expect(readdirSync(folder).filter((name) => name.startsWith('missing'))).toEqual([]);
    });
  });

  describe('unpacking', () => {
    it.each(['../evil.md', '/evil.md', 'a/../../evil.md', 'C:/evil.md', 'a\\..\\evil.md'])(
      'refuses an entry named %s and writes nothing outside',
      async (name) => {
        const archive = join(folder, 'unsafe.zip');
        writeFileSync(archive, rawZip([{ name, data: 'evil' }]));
        const inside = join(folder, 'inside');
        await expect(unpack(archive, inside, new AbortController().signal)).rejects.toThrow();
        expect(readdirSync(folder)).not.toContain('evil.md');
        expect(readdirSync(inside)).toEqual([]);
      },
    );

    it.each(['linked/page.md', 'page.md'])('does not write through a link that is in the way of %s', async (name) => {
      const inside = mkdtempSync(join(folder, 'linked-'));
      const outside = mkdtempSync(join(folder, 'outside-'));
      writeFileSync(join(outside, 'page.md'), 'as it was');
      symlinkSync(outside, join(inside, 'linked'));
      symlinkSync(join(outside, 'page.md'), join(inside, 'page.md'));
      const archive = join(folder, 'link.zip');
      writeFileSync(archive, rawZip([{ name, data: 'changed' }]));
      await expect(unpack(archive, inside, new AbortController().signal)).rejects.toThrow(/link|in the way/);
      expect(readFileSync(join(outside, 'page.md'), 'utf8')).toBe('as it was');
    });
  });
});
