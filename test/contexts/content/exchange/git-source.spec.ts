import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GuardedOutbound } from '#outbound';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  SOURCE_LIMITS,
  SourceRefused,
  SourceTooLarge,
  SourceUnavailable,
} from '../../../../src/content/exchange/domain/import/sources.js';
import type { GitSettings } from '../../../../src/content/exchange/infrastructure/sources/git-settings.js';
import { WireRepositories } from '../../../../src/content/exchange/infrastructure/sources/repositories.js';
import { commitAll, git, put, repository, serveHttp, stopHttp } from './git-fixtures.js';
import { bytesOf, removeScratch, scratch } from '../scratch.js';

describe('git source', () => {
  const outbound = new GuardedOutbound({ allow: ['127.0.0.1/32'] });
  const large = randomBytes(6_000_000);
  const prose = Array.from({ length: 400 }, (_, line) => `Line ${line} of a page that changes little.\n`);

  /** A replacement for ssh that records its arguments and runs the given command on this machine. */
  function fakeSsh(folder: string): string {
    const program = join(folder, 'ssh');
    const script = `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/arguments'\nfor last; do :; done\nexec sh -c "$last"\n`;
    writeFileSync(program, script, { mode: 0o755 });
    return program;
  }

  async function repositories(settings: Partial<GitSettings> = {}): Promise<{ git: WireRepositories; temp: string }> {
    const temp = await scratch();
    const ssh = { program: fakeSsh(temp), knownHostsFile: join(temp, 'known hosts') };
    return {
      git: new WireRepositories({ outbound, tempFolder: join(temp, 'packs'), ssh, fileRoots: ['/'], ...settings }),
      temp,
    };
  }

  afterAll(async () => {
    await outbound.close();
    await stopHttp();
    await removeScratch();
  });

  /** The same repository by each transport. */
  async function everyway(bare: string, root: string): Promise<[string, string][]> {
    const { url } = await serveHttp(root);
    return [
      ['file', `file://${bare}`],
      ['http', `${url}/docs.git`],
      ['ssh', `ssh://docs@127.0.0.1:2222${bare}`],
      ['scp form', `docs@127.0.0.1:${bare}`],
    ];
  }

  describe('a Git repository', () => {
    it('is read by every transport, with the names, sizes and bytes Git knows', async () => {
      const pages = Object.fromEntries(
        Array.from({ length: 40 }, (_, page) => [
          `guide/page-${page}.md`,
          prose.toSpliced(page, 1, `Only on ${page}\n`).join(''),
        ]),
      );
      const { bare, root, work } = await repository({
        'README.md': '# Hi\n',
        'a/large.bin': large,
        'ü/é.md': '',
        ...pages,
      });
      git(bare, 'gc', '--quiet');
      const expected = git(work, '-c', 'core.quotepath=off', 'ls-tree', '-r', '-l', '--full-tree', 'main')
        .split('\n')
        .map((line) => /^\d+ blob (\w+) +(\d+)\t(.*)$/.exec(line) ?? [])
        .map(([, oid, size, path]) => ({ path, size: Number(size), oid }));
      const { git: reader, temp } = await repositories();
      for (const [_way, url] of await everyway(bare, root)) {
        const tree = await reader.open({ url });
        expect(tree.commit).toBe(git(bare, 'rev-parse', 'main'));
        expect(tree.ref).toBe('refs/heads/main');
        expect(tree.message).toBe('first\n\nwith a body\n');
        expect([...(await tree.list())].sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual(
          expected.sort((a, b) => ((a.path ?? '') < (b.path ?? '') ? -1 : 1)),
        );
        expect((await tree.read('README.md')).toString()).toBe('# Hi\n');
        for (const [path, text] of Object.entries(pages)) expect((await tree.read(path)).toString()).toBe(text);
        expect((await tree.read('a/large.bin')).equals(large)).toBe(true);
        expect((await bytesOf(await tree.stream('a/large.bin'))).equals(large)).toBe(true);
        expect((await bytesOf(await tree.stream('guide/page-7.md'))).toString()).toBe(pages['guide/page-7.md']);
        expect(await tree.read('ü/é.md')).toHaveLength(0);
        await expect(tree.read('nowhere.md')).rejects.toBeInstanceOf(SourceRefused);
        await tree.close();
      }
      expect(readdirSync(join(temp, 'packs'))).toEqual([]);
    });

    it('goes on being read while Git repacks it', async () => {
      const texts = Object.fromEntries(Array.from({ length: 20 }, (_, page) => [`page-${page}.md`, `Page ${page}`]));
      const { work } = await repository(texts);
      const { git: reader } = await repositories();
      const tree = await reader.open({ url: `file://${work}` });
      expect((await tree.read('page-0.md')).toString()).toBe('Page 0');
      git(work, 'gc', '--quiet', '--prune=now');
      expect((await tree.read('page-1.md')).toString()).toBe('Page 1');
      put(work, { 'more.md': 'More' });
      commitAll(work, 'more');
      git(work, 'gc', '--quiet', '--prune=now');
      const all = await Promise.all(Object.keys(texts).map(async (path) => (await tree.read(path)).toString()));
      expect(all).toEqual(Object.values(texts));
      await tree.close();
    });

    it('is read at a branch, a tag, an annotated tag and a commit', async () => {
      const { bare, root, work } = await repository({ 'a.md': 'one' });
      git(work, 'tag', 'light');
      put(work, { 'a.md': 'two' });
      commitAll(work, 'second');
      git(work, 'tag', '--annotate', 'heavy', '--message', 'a tag');
      git(work, 'checkout', '--quiet', '-b', 'topic/x');
      put(work, { 'a.md': 'three' });
      commitAll(work, 'third');
      git(work, 'push', '--quiet', 'origin', '--all');
      git(work, 'push', '--quiet', 'origin', '--tags');
      git(bare, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
      const second = git(work, 'rev-parse', 'main');
      const { git: reader } = await repositories();
      for (const [, url] of await everyway(bare, root)) {
        const seen: string[] = [];
        for (const ref of ['light', 'heavy', 'topic/x', 'refs/heads/main', second]) {
          const tree = await reader.open({ url, ref });
          seen.push(`${(await tree.read('a.md')).toString()} ${tree.ref}`);
          await tree.close();
        }
        expect(seen).toEqual([
          'one refs/tags/light',
          'two refs/tags/heavy',
          'three refs/heads/topic/x',
          'two refs/heads/main',
          `two ${second}`,
        ]);
        await expect(reader.open({ url, ref: 'nothing' })).rejects.toBeInstanceOf(SourceUnavailable);
      }
    });

    it('passes over links, submodules and paths that cannot be content, and says so', async () => {
      const { root, work, bare } = await repository({ 'a.md': 'a', 'b\\c.md': 'x', '.DS_Store': 'x' });
      symlinkSync('/etc/passwd', join(work, 'link.md'));
      git(work, 'update-index', '--add', '--cacheinfo', `160000,${git(work, 'rev-parse', 'HEAD')},module`);
      git(work, 'add', 'link.md');
      git(work, 'commit', '--quiet', '--message', 'odd');
      git(work, 'push', '--quiet', 'origin', 'main');
      const { git: reader } = await repositories();
      for (const [, url] of await everyway(bare, root)) {
        const tree = await reader.open({ url });
        expect((await tree.list()).map((file) => file.path)).toEqual(['a.md']);
        expect(tree.skipped).toEqual([
          { path: 'b\\c.md', reason: 'unusable-path' },
          { path: 'link.md', reason: 'link' },
          { path: 'module', reason: 'submodule' },
        ]);
        await tree.close();
      }
    });

    it('is read from a work tree, from loose objects and through borrowed ones', async () => {
      const { root, work } = await repository({ 'a.md': 'a', 'large.bin': large });
      git(root, 'clone', '--quiet', '--shared', '--bare', work, join(root, 'borrowing.git'));
      const { git: reader } = await repositories();
      for (const path of [work, join(root, 'borrowing.git')]) {
        const tree = await reader.open({ url: `file://${path}` });
        expect((await tree.list()).map((file) => file.size)).toEqual([1, large.length]);
        expect((await tree.read('large.bin')).equals(large)).toBe(true);
        await tree.close();
      }
    });

    it('is read from disk only below the folders the settings allow, links followed first', async () => {
      const { root, bare } = await repository({ 'a.md': 'a' });
      symlinkSync(bare, join(root, 'link'));
      const other = await scratch();
      symlinkSync(bare, join(other, 'escape'));
      const inside = (await repositories({ fileRoots: [root] })).git;
      await (await inside.open({ url: `file://${root}/link` })).close();
      for (const [roots, path] of [
        [[], bare],
        [[other], `${other}/escape`],
        [[root], `${root}/../x`],
        [[`${root}/doc`], bare],
      ] as const) {
        const reader = (await repositories({ fileRoots: roots })).git;
        await expect(reader.open({ url: `file://${path}` })).rejects.toBeInstanceOf(SourceRefused);
      }
    });

    it('keeps its caps on files and bytes', async () => {
      const { bare, root } = await repository({ 'a.md': 'a', 'b.md': 'b', 'c/large.bin': large });
      for (const limits of [{ maxFiles: 2 }, { maxFileBytes: 5_000_000 }, { maxTotalBytes: 5_000_000 }]) {
        const { git: reader } = await repositories({ limits: { ...SOURCE_LIMITS, ...limits } });
        for (const [, url] of await everyway(bare, root)) {
          const reading = reader.open({ url }).then((tree) => tree.list().finally(() => tree.close()));
          await expect(reading).rejects.toBeInstanceOf(SourceTooLarge);
        }
      }
    });
  });

  describe('a remote', () => {
    it('gets the credentials of the URL, which appear nowhere else', async () => {
      const { root } = await repository({ 'a.md': 'a' });
      const { url } = await serveHttp(root, {
        authorization: `Basic ${Buffer.from('me:s3cret/x').toString('base64')}`,
      });
      const { git: reader } = await repositories();
      const withSecret = `${url.replace('//', '//me:s3cret%2Fx@')}/docs.git`;
      await (await reader.open({ url: withSecret })).close();
      await (
        await reader.open({ url: `${url}/docs.git`, credentials: { username: 'me', password: 's3cret/x' } })
      ).close();
      const refused = reader.open({ url: withSecret.replace('s3cret', 'wr0ng') });
      await expect(refused).rejects.toBeInstanceOf(SourceUnavailable);
      const error = (await refused.catch((each: unknown) => each)) as Error;
      expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain('wr0ng');
    });

    it('is refused at an internal address that is not allowed, over http and over ssh', async () => {
      const { root } = await repository({ 'a.md': 'a' });
      const { url, asked } = await serveHttp(root);
      const { git: reader, temp } = await repositories({ outbound: new GuardedOutbound({ allow: [] }) });
      await expect(reader.open({ url: `${url}/docs.git` })).rejects.toBeInstanceOf(SourceRefused);
      await expect(reader.open({ url: 'git@localhost:x.git' })).rejects.toBeInstanceOf(SourceRefused);
      expect(asked).toEqual([]);
      expect(readdirSync(temp)).not.toContain('arguments');
    });

    it('is reached by ssh at the checked address, without the configuration or agent of this machine', async () => {
      const { bare } = await repository({ 'a.md': 'a' });
      const checked = new GuardedOutbound({
        allow: ['docs.example'],
        resolve: () => Promise.resolve([{ address: '127.0.0.9', family: 4 }]),
      });
      const { git: reader, temp } = await repositories({ outbound: checked });
      await (await reader.open({ url: `ssh://docs.example:2222${bare}` })).close();
      const used = readFileSync(join(temp, 'arguments'), 'utf8').split('\n');
      expect(used.slice(0, 3)).toEqual(['-F', '/dev/null', '-T']);
      for (const option of [
        'HostName=127.0.0.9',
        'HostKeyAlias=[docs.example]:2222',
        'BatchMode=yes',
        'IdentityAgent=none',
        'ProxyCommand=none',
      ]) {
        expect(used).toContain(option);
      }
      expect(used.slice(-4)).toEqual(['--', 'docs.example', `git-upload-pack '${bare}'`, '']);
    });

    it.each([
      'ssh://-oProxyCommand=x/repo',
      'ssh://-x@host/repo',
      '-oProxyCommand=x:repo',
      'git@host:-x',
      'ext::sh -c x',
      'git://host/repo',
      'not an address',
      '',
    ])('is refused at %j', async (url) => {
      const { git: reader } = await repositories();
      await expect(reader.open({ url })).rejects.toBeInstanceOf(SourceRefused);
    });

    it('cannot break out of the quotes of the command that ssh runs', async () => {
      const { git: reader, temp } = await repositories();
      const evil = `git@127.0.0.1:x'; touch ${temp}/broken; '`;
      await expect(reader.open({ url: evil })).rejects.toBeInstanceOf(SourceUnavailable);
      expect(readdirSync(temp)).not.toContain('broken');
    });

    it('that does not answer, breaks off or is no repository is unavailable', async () => {
      const { root } = await repository({ 'a.md': 'a' });
      const { url } = await serveHttp(root);
      const { git: reader } = await repositories();
      await expect(reader.open({ url: `${url}/nothing.git` })).rejects.toBeInstanceOf(SourceUnavailable);
      await expect(reader.open({ url: `file://${root}` })).rejects.toBeInstanceOf(SourceUnavailable);
      await expect(reader.open({ url: `ssh://127.0.0.1${root}/nothing` })).rejects.toBeInstanceOf(SourceUnavailable);
      const hanging = await scratch();
      writeFileSync(join(hanging, 'ssh'), '#!/bin/sh\nexec sleep 30\n', { mode: 0o755 });
      const ssh = { program: join(hanging, 'ssh'), knownHostsFile: join(hanging, 'known') };
      const hurried = (await repositories({ ssh, timeoutMs: 300 })).git;
      await expect(hurried.open({ url: 'git@127.0.0.1:x' })).rejects.toThrow('within 300 ms');
      const impatient = (await repositories({ ssh, silenceMs: 300 })).git;
      await expect(impatient.open({ url: 'git@127.0.0.1:x' })).rejects.toThrow('Nothing was heard for 300 ms');
      const missing = (await repositories({ ssh: { ...ssh, program: join(hanging, 'nothing') } })).git;
      await expect(missing.open({ url: 'git@127.0.0.1:x' })).rejects.toThrow('no ssh program');
    });

    it('that falls silent after its refs is given up', async () => {
      const { root } = await repository({ 'a.md': 'a' });
      const { url } = await serveHttp(root, { silentFor: 'POST' });
      const { git: impatient } = await repositories({ silenceMs: 300 });
      await expect(impatient.open({ url: `${url}/docs.git` })).rejects.toThrow('Nothing was heard for 300 ms');
    });

    it('without commits is unavailable', async () => {
      const root = await scratch();
      git(root, 'init', '--quiet', '--bare', 'docs.git');
      const { git: reader } = await repositories();
      for (const [, url] of await everyway(join(root, 'docs.git'), root)) {
        await expect(reader.open({ url })).rejects.toBeInstanceOf(SourceUnavailable);
      }
    });
  });
});
