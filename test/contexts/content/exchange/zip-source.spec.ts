import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  SOURCE_LIMITS,
  SourceRefused,
  SourceTooLarge,
} from '../../../../src/content/exchange/domain/import/sources.js';
import { receiveToFile } from '../../../../src/content/exchange/infrastructure/sources/received-file.js';
import { ZipSource } from '../../../../src/content/exchange/infrastructure/sources/zip-source.js';
import { rawZip, type RawEntry } from './raw-zip.js';
import { bytesOf, removeScratch, scratch } from '../scratch.js';

describe('zip source', () => {
  async function opened(entries: RawEntry[] | Buffer, limits = {}): Promise<ZipSource> {
    const path = join(await scratch(), 'a.zip');
    await writeFile(path, Buffer.isBuffer(entries) ? entries : rawZip(entries));
    return ZipSource.open(path, { ...SOURCE_LIMITS, ...limits });
  }

  async function paths(entries: RawEntry[]): Promise<string[]> {
    const source = await opened(entries);
    const listed = await source.list();
    await source.close();
    return listed.map((file) => file.path);
  }

  /** Opens, lists and reads everything: a rule may be met at any of these. */
  async function takeAll(entries: RawEntry[] | Buffer, limits = {}): Promise<void> {
    const source = await opened(entries, limits);
    try {
      for (const file of await source.list()) await source.read(file.path);
    } finally {
      await source.close();
    }
  }

  afterAll(removeScratch);

  describe('a zip archive', () => {
    it('lists its files with size and the name Git gives to their bytes', async () => {
      const source = await opened([
        { name: 'README.md', data: '# Hello\n' },
        { name: 'guide/start.md', data: 'Start\n', method: 0 },
        { name: 'guide/', mode: 0o040755 },
        { name: 'empty.txt' },
      ]);
      const oid = (text: string): string =>
        execFileSync('git', ['hash-object', '--stdin'], { input: text }).toString().trim();
      expect(await source.list()).toEqual([
        { path: 'README.md', size: 8, oid: oid('# Hello\n') },
        { path: 'empty.txt', size: 0, oid: oid('') },
        { path: 'guide/start.md', size: 6, oid: oid('Start\n') },
      ]);
      expect((await source.read('guide/start.md')).toString()).toBe('Start\n');
      expect((await bytesOf(await source.stream('README.md'))).toString()).toBe('# Hello\n');
      await expect(source.read('nowhere.md')).rejects.toBeInstanceOf(SourceRefused);
      await source.close();
    });

    it('gives a large file by read and by stream, byte for byte', async () => {
      const bytes = randomBytes(3_000_000);
      const source = await opened([{ name: 'large.bin', data: bytes }]);
      expect((await source.read('large.bin')).equals(bytes)).toBe(true);
      expect((await bytesOf(await source.stream('large.bin'))).equals(bytes)).toBe(true);
      expect((await source.list())[0]?.size).toBe(bytes.length);
      await source.close();
    });

    it('strips the one folder around everything, as archives of repositories have', async () => {
      expect(await paths([{ name: 'repo-abc/README.md' }, { name: 'repo-abc/docs/a.md' }])).toEqual([
        'README.md',
        'docs/a.md',
      ]);
      expect(await paths([{ name: 'docs/a.md' }, { name: 'README.md' }])).toEqual(['README.md', 'docs/a.md']);
      expect(await paths([{ name: 'a/x.md' }, { name: 'ab/y.md' }])).toEqual(['a/x.md', 'ab/y.md']);
    });

    it('leaves out what operating systems and version control put there', async () => {
      expect(
        await paths([
          { name: 'docs/a.md' },
          { name: '__MACOSX/docs/._a.md' },
          { name: 'docs/.DS_Store' },
          { name: 'docs/.git/config' },
          { name: 'docs/b/.gitbook.yaml' },
        ]),
      ).toEqual(['a.md', 'b/.gitbook.yaml']);
    });

    it('normalises paths and reads names that are UTF-8 without saying so', async () => {
      expect(await paths([{ name: './a//b.md' }, { name: 'c/./d.md' }])).toEqual(['a/b.md', 'c/d.md']);
      expect(await paths([{ name: '日本語/é.md', flags: 0 }, { name: 'x' }])).toEqual(['x', '日本語/é.md']);
      expect(await paths([{ name: Buffer.from([0x82, 0x2e, 0x6d, 0x64]), flags: 0 }])).toEqual(['é.md']);
    });

    it('takes paths that differ only by case as two files', async () => {
      expect(await paths([{ name: 'README.md' }, { name: 'Readme.md' }])).toEqual(['README.md', 'Readme.md']);
    });

    it.each([
      '../evil.md',
      'a/../../evil.md',
      'a/..',
      '/etc/passwd',
      '\\evil.md',
      '..\\evil.md',
      'a\\b.md',
      'C:/evil.md',
      'c:evil.md',
      'a\0b.md',
      'a\nb.md',
      '',
      '.',
      `${'long/'.repeat(300)}x`,
    ])('refuses the path %j', async (name) => {
      await expect(takeAll([{ name: 'ok.md' }, { name }])).rejects.toBeInstanceOf(SourceRefused);
    });

    it.each<[string, RawEntry[]]>([
      ['a symbolic link', [{ name: 'link', data: '/etc/passwd', mode: 0o120777 }]],
      ['a device', [{ name: 'null', mode: 0o020666 }]],
      ['a pipe', [{ name: 'pipe', mode: 0o010666 }]],
      ['an encrypted entry', [{ name: 'secret.md', data: 'x', flags: 0x801 }]],
      ['an unknown compression', [{ name: 'a.md', data: 'x', method: 12 }]],
      ['the same path twice', [{ name: 'a.md' }, { name: './a.md' }]],
      ['a file that is also a folder', [{ name: 'a' }, { name: 'a/b.md' }, { name: 'c' }]],
      ['a size that is too small', [{ name: 'a.md', data: 'x'.repeat(5000), claimedSize: 10 }]],
      ['a size that is too large', [{ name: 'a.md', data: 'x', claimedSize: 5000 }]],
      ['a wrong checksum', [{ name: 'a.md', data: 'x', crc: 1 }]],
      ['a wrong checksum of a large file', [{ name: 'a.bin', data: randomBytes(2_000_000), crc: 1 }]],
      ['a lie about a large file', [{ name: 'a.bin', data: randomBytes(4_000_000), claimedSize: 2_000_000 }]],
    ])('refuses %s', async (_what, entries) => {
      await expect(takeAll(entries)).rejects.toBeInstanceOf(SourceRefused);
    });

    it('refuses what is no archive or only half of one', async () => {
      const whole = rawZip([{ name: 'a.md', data: 'x'.repeat(100) }]);
      for (const bytes of [Buffer.alloc(0), Buffer.from('hello'), whole.subarray(0, -30), whole.subarray(20)]) {
        await expect(takeAll(bytes)).rejects.toBeInstanceOf(SourceRefused);
      }
    });

    it('keeps its caps on files, on one file, on all files and on the ratio', async () => {
      const three = ['a', 'b', 'c'].map((name) => ({ name, data: 'x'.repeat(100) }));
      await expect(takeAll(three, { maxFiles: 2 })).rejects.toBeInstanceOf(SourceTooLarge);
      await expect(takeAll(three, { maxFileBytes: 99 })).rejects.toBeInstanceOf(SourceTooLarge);
      await expect(takeAll(three, { maxTotalBytes: 299 })).rejects.toBeInstanceOf(SourceTooLarge);
      await expect(takeAll(three, { maxFiles: 3, maxFileBytes: 100, maxTotalBytes: 300 })).resolves.toBeUndefined();
      const bomb = [{ name: 'bomb', data: Buffer.alloc(5_000_000) }];
      await expect(takeAll(bomb)).rejects.toBeInstanceOf(SourceTooLarge);
      await expect(takeAll([{ ...bomb[0]!, claimedSize: 900_000 }])).rejects.toBeInstanceOf(SourceRefused);
    });
  });

  describe('an upload', () => {
    it('is kept in a file until it is removed', async () => {
      const folder = await scratch();
      const received = await receiveToFile(Readable.from([Buffer.from('ab'), Buffer.from('c')]), folder, 3);
      expect(received.size).toBe(3);
      expect(await readdir(folder)).toHaveLength(1);
      await received.remove();
      expect(await readdir(folder)).toEqual([]);
    });

    it('leaves nothing behind when it is too large or breaks off', async () => {
      const folder = await scratch();
      await expect(receiveToFile(Readable.from([Buffer.alloc(4)]), folder, 3)).rejects.toBeInstanceOf(SourceTooLarge);
      const broken = new Readable({ read: () => broken.destroy(new Error('gone')) });
      await expect(receiveToFile(broken, folder, 3)).rejects.toThrow('gone');
      expect(await readdir(folder)).toEqual([]);
    });
  });
});
