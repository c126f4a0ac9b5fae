import { randomBytes } from 'node:crypto';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  zipEntries,
  zipFolder,
  type ZipEntry,
} from '../../../../src/content/exchange/infrastructure/sources/folder-zip.js';
import { receiveToFile } from '../../../../src/content/exchange/infrastructure/sources/received-file.js';
import { ZipSource } from '../../../../src/content/exchange/infrastructure/sources/zip-source.js';
import { bytesOf, removeScratch, scratch } from '../scratch.js';

describe('zip folder', () => {
  async function reopened(stream: Readable): Promise<Map<string, Buffer>> {
    const { path } = await receiveToFile(stream, await scratch(), 1e9);
    const source = await ZipSource.open(path);
    const files = new Map<string, Buffer>();
    for (const file of await source.list()) files.set(file.path, await source.read(file.path));
    await source.close();
    return files;
  }

  afterAll(removeScratch);

  describe('zipping', () => {
    it('takes a folder without links, version control, modules and what the rule leaves out', async () => {
      const folder = await scratch();
      for (const sub of ['docs', '.git', 'docs/node_modules/x', 'drafts'])
        await mkdir(join(folder, sub), { recursive: true });
      const large = randomBytes(500_000);
      await writeFile(join(folder, 'README.md'), '# Hi');
      await writeFile(join(folder, '.gitbook.yaml'), 'root: docs');
      await writeFile(join(folder, 'docs/large.bin'), large);
      await writeFile(join(folder, 'docs/empty.md'), '');
      await writeFile(join(folder, '.git/config'), 'secret');
      await writeFile(join(folder, 'docs/node_modules/x/a.md'), 'x');
      await writeFile(join(folder, 'docs/.DS_Store'), 'x');
      await writeFile(join(folder, 'drafts/a.md'), 'x');
      await symlink('/etc', join(folder, 'docs/etc'));
      await symlink('/etc/passwd', join(folder, 'docs/passwd.md'));
      const files = await reopened(zipFolder(folder, (path) => path === 'drafts'));
      expect([...files.keys()]).toEqual(['.gitbook.yaml', 'README.md', 'docs/empty.md', 'docs/large.bin']);
      expect(files.get('docs/large.bin')?.equals(large)).toBe(true);
    });

    it('gives the same bytes for the same entries', async () => {
      async function* entries(): AsyncGenerator<ZipEntry> {
        yield { path: 'a.md', content: Buffer.from('a') };
        yield { path: 'b/c.md', content: Readable.from([Buffer.from('c')]) };
      }
      const first = await bytesOf(zipEntries(entries()));
      expect((await bytesOf(zipEntries(entries()))).equals(first)).toBe(true);
      expect([...(await reopened(zipEntries(entries()))).keys()]).toEqual(['a.md', 'b/c.md']);
    });

    it('opens the next entry only when the reader keeps up', async () => {
      let made = 0;
      async function* entries(): AsyncGenerator<ZipEntry> {
        for (; made < 100; made += 1) yield { path: `${made}.bin`, content: randomBytes(200_000) };
      }
      const stream = zipEntries(entries());
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(made).toBeLessThan(5);
      await bytesOf(stream);
      expect(made).toBe(100);
    });

    it('fails as a stream when an entry cannot be read, and stops when its reader does', async () => {
      async function* broken(): AsyncGenerator<ZipEntry> {
        yield {
          path: 'a.md',
          content: new Readable({
            read: (): void => {
              throw new Error('unreadable');
            },
          }),
        };
      }
      await expect(bytesOf(zipEntries(broken()))).rejects.toThrow('unreadable');
      await expect(bytesOf(zipFolder(join(await scratch(), 'missing')))).rejects.toThrow('ENOENT');
      const abandoned = new Readable({ read: () => abandoned.push(randomBytes(1000)) });
      async function* endless(): AsyncGenerator<ZipEntry> {
        yield { path: 'endless', content: abandoned };
      }
      const stream = zipEntries(endless());
      stream.once('data', () => stream.destroy());
      await new Promise((resolve) => abandoned.once('close', resolve));
      expect(abandoned.destroyed).toBe(true);
    });
  });
});
