import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GuardedOutbound } from '#outbound';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  GitHeadMoved,
  SourceRefused,
  SourceUnavailable,
  type GitFile,
} from '../../../../src/content/exchange/domain/import/sources.js';
import { WireRepositories } from '../../../../src/content/exchange/infrastructure/sources/repositories.js';
import { commitAll, git, put, repository, serveHttp, stopHttp } from './git-fixtures.js';
import { removeScratch, scratch } from '../scratch.js';

describe('git push', () => {
  const outbound = new GuardedOutbound({ allow: ['127.0.0.1/32'] });
  const author = { name: 'Quire <x>\n', email: 'quire@example.com', at: new Date('2024-05-06T07:08:09Z') };

  function files(tree: Record<string, string>): GitFile[] {
    return Object.entries(tree).map(([path, text]) => ({ path, content: () => Promise.resolve(Buffer.from(text)) }));
  }

  async function writer(): Promise<{ git: WireRepositories; temp: string }> {
    const temp = await scratch();
    const program = join(temp, 'ssh');
    writeFileSync(program, '#!/bin/sh\nfor last; do :; done\nexec sh -c "$last"\n', { mode: 0o755 });
    const ssh = { program, knownHostsFile: join(temp, 'known') };
    return { git: new WireRepositories({ outbound, tempFolder: join(temp, 'packs'), ssh, fileRoots: ['/'] }), temp };
  }

  afterAll(async () => {
    await outbound.close();
    await stopHttp();
    await removeScratch();
  });

  describe.each(['file', 'http', 'ssh'] as const)('a push over %s', (way) => {
    async function remote(tree: Record<string, string>): Promise<{ url: string; bare: string; work: string }> {
      const { root, bare, work } = await repository(tree);
      if (way === 'file') return { url: `file://${bare}`, bare, work };
      if (way === 'ssh') return { url: `ssh://127.0.0.1${bare}`, bare, work };
      return { url: `${(await serveHttp(root)).url}/docs.git`, bare, work };
    }

    it('commits the tree on top of the branch, and nothing when the tree is there already', async () => {
      const { url, bare } = await remote({ 'README.md': 'old', 'gone.md': 'x', 'same/a.md': 'same' });
      const before = git(bare, 'rev-parse', 'main');
      const { git: remotes, temp } = await writer();
      const tree = { 'README.md': 'new', 'same/a.md': 'same', 'same.md': 's', 'z/y/ü.md': 'deep' };
      const pushed = await remotes.push({ url, files: files(tree), message: 'Export\n\nbody\n', author });
      expect(pushed).toEqual({ commit: git(bare, 'rev-parse', 'main'), ref: 'refs/heads/main', changed: true });
      expect(git(bare, 'rev-parse', 'main^')).toBe(before);
      expect(git(bare, '-c', 'core.quotepath=off', 'ls-tree', '-r', '--name-only', 'main').split('\n')).toEqual(
        Object.keys(tree).sort(),
      );
      for (const [path, text] of Object.entries(tree)) expect(git(bare, 'show', `main:${path}`)).toBe(text);
      expect(git(bare, 'show', '--no-patch', '--format=%an|%ae|%at|%B', 'main')).toBe(
        `Quire x|quire@example.com|${author.at.getTime() / 1000}|Export\n\nbody`,
      );
      expect(git(bare, 'fsck', '--strict')).not.toMatch(/error|missing|broken/);
      const again = await remotes.push({ url, files: files(tree), message: 'Again', author });
      expect(again).toEqual({ ...pushed, changed: false });
      expect(git(bare, 'rev-parse', 'main')).toBe(pushed.commit);
      if (way !== 'file') expect(readdirSync(join(temp, 'packs'))).toEqual([]);
    });

    it('requests no content that the remote has, and keeps the chosen files and modes', async () => {
      const { url, bare, work } = await remote({ 'a.md': 'a', '.github/ci.yml': 'ci', 'run.sh': 'x' });
      git(work, 'update-index', '--chmod=+x', 'run.sh');
      git(work, 'commit', '--quiet', '--message', 'mode');
      git(work, 'push', '--quiet', 'origin', 'main');
      const oid = createHash('sha1').update('blob 1\0a').digest('hex');
      const known: GitFile = { path: 'moved/a.md', oid, content: () => Promise.reject(new Error('asked')) };
      const { git: remotes } = await writer();
      const all = [known, ...files({ 'run.sh': 'y' })];
      await remotes.push({ url, files: all, keep: (path) => path.startsWith('.github/'), message: 'm', author });
      expect(git(bare, 'ls-tree', '-r', '--format=%(objectmode) %(path)', 'main').split('\n')).toEqual([
        '100644 .github/ci.yml',
        '100644 moved/a.md',
        '100755 run.sh',
      ]);
      expect(git(bare, 'show', 'main:moved/a.md')).toBe('a');
    });

    it('starts a branch that does not exist from HEAD, and a repository that is empty', async () => {
      const { url, bare } = await remote({ 'a.md': 'a' });
      const { git: remotes } = await writer();
      const tree = files({ 'b.md': 'b' });
      await remotes.push({ url, ref: 'docs/next', files: tree, expectedHead: null, message: 'm', author });
      expect(git(bare, 'rev-parse', 'docs/next^')).toBe(git(bare, 'rev-parse', 'main'));
      git(bare, 'update-ref', '-d', 'refs/heads/main');
      git(bare, 'update-ref', '-d', 'refs/heads/docs/next');
      const first = await remotes.push({ url, ref: 'main', files: tree, message: 'm', author });
      expect(git(bare, 'rev-list', 'main')).toBe(first.commit);
    });

    it('refuses when the branch is not where it was expected', async () => {
      const { url, bare, work } = await remote({ 'a.md': 'a' });
      const seen = git(bare, 'rev-parse', 'main');
      put(work, { 'a.md': 'theirs' });
      commitAll(work, 'theirs');
      git(work, 'push', '--quiet', 'origin', 'main');
      const { git: remotes } = await writer();
      const push = remotes.push({ url, files: files({ 'a.md': 'ours' }), expectedHead: seen, message: 'm', author });
      await expect(push).rejects.toBeInstanceOf(GitHeadMoved);
      expect(git(bare, 'show', 'main:a.md')).toBe('theirs');
    });

    it('refuses if another client pushes while the commit is made', async () => {
      const { url, bare, work } = await remote({ 'a.md': 'a' });
      async function* slow(): AsyncGenerator<GitFile> {
        put(work, { 'a.md': 'theirs' });
        commitAll(work, 'theirs');
        git(work, 'push', '--quiet', 'origin', 'main');
        yield* files({ 'a.md': 'ours' });
      }
      const { git: remotes } = await writer();
      await expect(remotes.push({ url, files: slow(), message: 'm', author })).rejects.toBeInstanceOf(GitHeadMoved);
      expect(git(bare, 'show', 'main:a.md')).toBe('theirs');
    });

    it.each(['../x', '.git/config', '/etc/passwd', 'a\\b'])('refuses to write %j', async (path) => {
      const { url } = await remote({ 'a.md': 'a' });
      const { git: remotes } = await writer();
      const push = remotes.push({ url, files: files({ [path]: 'x' }), message: 'm', author });
      await expect(push).rejects.toBeInstanceOf(SourceRefused);
    });

    it.each(['../../x', 'a..b', 'a b', 'x.lock', '-x\n', 'a/', '.hidden'])('refuses the branch %j', async (ref) => {
      const { url } = await remote({ 'a.md': 'a' });
      const { git: remotes } = await writer();
      const push = remotes.push({ url, ref, files: files({ 'b.md': 'b' }), message: 'm', author });
      await expect(push).rejects.toBeInstanceOf(SourceRefused);
    });
  });

  describe('a push', () => {
    it('tells why the remote refuses it', async () => {
      const { root, bare } = await repository({ 'a.md': 'a' });
      mkdirSync(join(bare, 'hooks'));
      writeFileSync(join(bare, 'hooks', 'pre-receive'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
      const { url } = await serveHttp(root);
      const { git: remotes } = await writer();
      const push = remotes.push({ url: `${url}/docs.git`, files: files({ 'b.md': 'b' }), message: 'm', author });
      await expect(push).rejects.toThrow('pre-receive hook declined');
    });

    it('never moves a branch that is checked out on this machine', async () => {
      const { work } = await repository({ 'a.md': 'a' });
      const { git: remotes } = await writer();
      const push = remotes.push({ url: `file://${work}`, files: files({ 'b.md': 'b' }), message: 'm', author });
      await expect(push).rejects.toBeInstanceOf(SourceUnavailable);
    });

    it('takes over the lock of a branch that a killed process left, and respects one that is held', async () => {
      const { bare } = await repository({ 'a.md': 'a' });
      const lock = join(bare, 'refs', 'heads', 'main.lock');
      const { git: remotes } = await writer();
      const push = (text: string) =>
        remotes.push({ url: `file://${bare}`, files: files({ 'b.md': text }), message: 'm', author });
      writeFileSync(lock, `${'0'.repeat(40)}\n`);
      await expect(push('held')).rejects.toBeInstanceOf(GitHeadMoved);
      const hourAgo = new Date(Date.now() - 3_600_000);
      utimesSync(lock, hourAgo, hourAgo);
      const { commit } = await push('left');
      expect(git(bare, 'rev-parse', 'main')).toBe(commit);
      const before = git(bare, 'rev-parse', 'main^');
      git(bare, 'update-ref', 'refs/heads/main', before);
      writeFileSync(lock, `${commit}\n`);
      expect((await push('left')).commit).toBe(commit);
      expect(git(bare, 'show', 'main:b.md')).toBe('left');
    });
  });
});
