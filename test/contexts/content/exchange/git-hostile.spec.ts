import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  SOURCE_LIMITS,
  SourceRefused,
  SourceTooLarge,
  SourceUnavailable,
} from '../../../../src/content/exchange/domain/import/sources.js';
import { objectOid } from '../../../../src/content/exchange/infrastructure/git-objects/oid.js';
import { PktLines } from '../../../../src/content/exchange/infrastructure/sources/pkt-lines.js';
import { ReceivedPack } from '../../../../src/content/exchange/infrastructure/git-objects/received-pack.js';
import { buildTrees, walkTree } from '../../../../src/content/exchange/infrastructure/git-objects/tree.js';
import { removeScratch, scratch } from '../scratch.js';

describe('git hostile', () => {
  const BLOB = 3;
  const TREE = 2;
  const OFFSET_DELTA = 6;
  const OID_DELTA = 7;
  const caps = { maxObjects: 1000, maxObjectBytes: 10_000_000, maxTotalBytes: 20_000_000 };

  /** One entry as a hostile server would send it: the size may lie, the bytes may be anything. */
  function entry(type: number, size: number, packed: Buffer, base: Buffer = Buffer.alloc(0)): Buffer {
    const header: number[] = [];
    let byte = (type << 4) | (size & 15);
    for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
      header.push(byte | 0x80);
      byte = rest & 0x7f;
    }
    return Buffer.concat([Buffer.from([...header, byte]), base, packed]);
  }

  function object(type: number, content: Buffer): Buffer {
    return entry(type, content.length, deflateSync(content));
  }

  function varint(value: number): number[] {
    return value < 128 ? [value] : [(value % 128) | 0x80, ...varint(Math.floor(value / 128))];
  }

  function pack(entries: Buffer[], count = entries.length): Buffer {
    const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
    head.writeUInt32BE(count, 8);
    const bytes = Buffer.concat([head, ...entries]);
    return Buffer.concat([bytes, createHash('sha1').update(bytes).digest()]);
  }

  async function received(bytes: Buffer, limits = caps): Promise<ReceivedPack> {
    const path = join(await scratch(), 'a.pack');
    await writeFile(path, bytes);
    return ReceivedPack.open(path, limits);
  }

  afterAll(removeScratch);

  describe('a pack from a stranger', () => {
    const hello = Buffer.from('hello world, this is a base');

    it('gives its objects, deltas by name before their base included', async () => {
      const name = Buffer.from(objectOid('blob', hello), 'hex');
      const delta = Buffer.from([...varint(hello.length), ...varint(8), 0x90, 5, 3, 0x21, 0x21, 0x21]);
      const opened = await received(
        pack([entry(OID_DELTA, delta.length, deflateSync(delta), name), object(BLOB, hello)]),
      );
      const made = objectOid('blob', Buffer.from('hello!!!'));
      expect((await opened.read(made))?.content.toString()).toBe('hello!!!');
      expect(await opened.size(made)).toBe(8);
      expect(await opened.read('0'.repeat(40))).toBeUndefined();
      await opened.close();
    });

    it('is refused when it is cut, changed or not a pack', async () => {
      const good = pack([object(BLOB, hello)]);
      const changed = Buffer.from(good);
      changed[20] = (changed[20] ?? 0) ^ 1;
      for (const bytes of [
        Buffer.alloc(0),
        good.subarray(0, -1),
        changed,
        pack([], 1),
        pack([object(BLOB, hello)], 0),
        Buffer.alloc(100),
      ]) {
        await expect(received(bytes)).rejects.toBeInstanceOf(SourceRefused);
      }
    });

    it.each<[string, Buffer[]]>([
      ['a size that is too small', [entry(BLOB, 3, deflateSync(hello))]],
      ['a size that is too large', [entry(BLOB, 300, deflateSync(hello))]],
      ['a large object with a wrong size', [entry(BLOB, 6_000_000, deflateSync(Buffer.alloc(5_000_000)))]],
      ['bytes that are not compressed', [entry(BLOB, 10, Buffer.from('0123456789'))]],
      ['an unknown type', [entry(5, 5, deflateSync(hello))]],
      ['a delta against nothing', [entry(OID_DELTA, 5, deflateSync(Buffer.alloc(5)), Buffer.alloc(20))]],
      ['a delta against itself', [entry(OFFSET_DELTA, 5, deflateSync(Buffer.alloc(5)), Buffer.from([0]))]],
      [
        'a delta against what is before the pack',
        [entry(OFFSET_DELTA, 5, deflateSync(Buffer.alloc(5)), Buffer.from([0xff, 0x7f]))],
      ],
    ])('is refused for %s', async (_what, entries) => {
      await expect(received(pack(entries))).rejects.toBeInstanceOf(SourceRefused);
    });

    it.each([
      ['a copy past the base', [0x91, 20, 100]],
      ['a literal past the delta', [0x7f, 1]],
      ['the reserved command', [0]],
      ['too few bytes', []],
    ])('is refused for a delta with %s', async (_what, commands) => {
      const delta = Buffer.from([...varint(hello.length), ...varint(100), ...commands]);
      const first = object(BLOB, hello);
      const entries = [first, entry(OFFSET_DELTA, delta.length, deflateSync(delta), Buffer.from([first.length]))];
      await expect(received(pack(entries))).rejects.toBeInstanceOf(SourceRefused);
    });

    it('is stopped at the caps: objects, one object, all objects, and deltas that blow up', async () => {
      const large = object(BLOB, Buffer.alloc(9_000_000));
      await expect(received(pack([], 1001))).rejects.toBeInstanceOf(SourceTooLarge);
      await expect(received(pack([object(BLOB, Buffer.alloc(11_000_000))]))).rejects.toBeInstanceOf(SourceTooLarge);
      await expect(received(pack([large, large, large]))).rejects.toBeInstanceOf(SourceTooLarge);
      const base = object(BLOB, Buffer.alloc(60_000));
      const copies = Array.from({ length: 10_000 }, () => [0xb0, 0x60, 0xea]).flat();
      const blowUp = Buffer.from([...varint(60_000), ...varint(600_000_000), ...copies]);
      const bomb = pack([base, entry(OFFSET_DELTA, blowUp.length, deflateSync(blowUp), Buffer.from([base.length]))]);
      expect(bomb.length).toBeLessThan(1000);
      await expect(received(bomb)).rejects.toBeInstanceOf(SourceTooLarge);
    });

    it('cannot hold a tree of folders that multiply', async () => {
      const trees = [...buildTrees([['a', { mode: '100644', oid: objectOid('blob', hello) }]])];
      for (let level = 0; level < 12; level += 1) {
        const below = Buffer.from(trees.at(-1)?.oid ?? '', 'hex');
        const rows = Array.from({ length: 10 }, (_, name) => Buffer.concat([Buffer.from(`40000 ${name}\0`), below]));
        const content = Buffer.concat(rows);
        trees.push({ oid: objectOid('tree', content), content });
      }
      const opened = await received(pack(trees.map(({ content }) => object(TREE, content))));
      const walk = walkTree(opened, trees.at(-1)?.oid ?? '', { ...SOURCE_LIMITS, maxFiles: 1000 }, () => undefined);
      await expect(walk).rejects.toBeInstanceOf(SourceTooLarge);
      await opened.close();
    });
  });

  describe('lines from a stranger', () => {
    const lines = (text: string): PktLines => new PktLines(Readable.from([...text].map((each) => Buffer.from(each))));

    it('are read wherever the pieces are cut', async () => {
      const reader = lines('0007abc00000005x');
      expect([await reader.nextText(), await reader.next(), await reader.nextText(), await reader.next()]).toEqual([
        'abc',
        'flush',
        'x',
        undefined,
      ]);
    });

    it.each(['<html>', '0003', '0001', '+123', '000', '0009ab'])('are refused when they are %j', async (text) => {
      await expect(lines(text).next()).rejects.toBeInstanceOf(SourceUnavailable);
    });
  });
});
