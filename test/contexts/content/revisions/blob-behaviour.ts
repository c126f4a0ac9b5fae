import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { newId } from '#kernel/domain/id';
import {
  BlobMissing,
  BlobTooLarge,
  type BlobPiece,
  type Blobs,
} from '../../../../src/content/revisions/domain/content/blobs.js';
import { bytesOf } from '../scratch.js';

/** A store, and the folder that it writes drafts into. */
export interface TestedStore {
  blobs: Blobs;
  drafts: string;
  /** Makes a blob a day older. */
  age(organizationId: string, sha256: string): Promise<void>;
}

const limits = { maxBytes: 1_000_000 };

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The tests that every store of blobs passes. */
export function behavesAsStore(store: () => TestedStore): void {
  it('are read byte for byte, as a whole and in ranges', async () => {
    const bytes = randomBytes(300_000);
    const { blobs } = store();
    const stored = await blobs.put('org1', Readable.from([bytes.subarray(0, 70_000), bytes.subarray(70_000)]), limits);
    expect(stored).toMatchObject({ sha256: sha256(bytes), size: bytes.length });
    expect(stored.head.equals(bytes.subarray(0, 65_536))).toBe(true);
    expect((await bytesOf(await blobs.open('org1', stored.sha256))).equals(bytes)).toBe(true);
    const middle = await bytesOf(await blobs.open('org1', stored.sha256, { start: 10, end: 19 }));
    expect(middle.equals(bytes.subarray(10, 20))).toBe(true);
    const rest = await bytesOf(await blobs.open('org1', stored.sha256, { start: 299_990 }));
    expect(rest.equals(bytes.subarray(299_990))).toBe(true);
  });

  it('may be empty', async () => {
    const stored = await store().blobs.put('org1', Readable.from([]), limits);
    expect(stored).toMatchObject({ size: 0, sha256: sha256(Buffer.alloc(0)) });
    expect(await bytesOf(await store().blobs.open('org1', stored.sha256))).toHaveLength(0);
  });

  it('belong to one organization', async () => {
    const { blobs } = store();
    const { sha256: name } = await blobs.put('org1', Readable.from([Buffer.from('ours')]), limits);
    expect(await blobs.has('org1', name)).toBe(true);
    expect(await blobs.has('org2', name)).toBe(false);
    await expect(blobs.open('org2', name)).rejects.toBeInstanceOf(BlobMissing);
    await blobs.delete('org2', name);
    expect(await blobs.has('org1', name)).toBe(true);
    await blobs.delete('org1', name);
    expect(await blobs.has('org1', name)).toBe(false);
    await blobs.delete('org1', name);
  });

  it('are deleted with their organization, and those of no other', async () => {
    const { blobs } = store();
    const put = (organization: string, text: string) =>
      blobs.put(organization, Readable.from([Buffer.from(text)]), limits);
    const names: string[] = [];
    for (const text of ['one', 'two', 'three', 'four', 'five']) names.push((await put('gone', text)).sha256);
    const [other, longer] = [await put('other', 'one'), await put('gone-not', 'one')];
    await blobs.deleteAll('gone');
    await blobs.deleteAll('gone');
    expect(await Promise.all(names.map((name) => blobs.has('gone', name)))).toEqual(names.map(() => false));
    expect([await blobs.has('other', other.sha256), await blobs.has('gone-not', longer.sha256)]).toEqual([true, true]);
    await expect(blobs.deleteAll('../gone')).rejects.toThrow('not the id');
  });

  it('are deleted only as long as they were not stored again', async () => {
    const { blobs, drafts, age } = store();
    const put = () => blobs.put('org1', Readable.from([Buffer.from('again')]), limits);
    const { sha256: name } = await put();
    await age('org1', name);
    const before = (await blobs.stampOf('org1', name)) ?? '';
    expect(await blobs.stampOf('org1', name)).toBe(before);
    await put();
    expect(await blobs.deleteUnchanged('org1', name, before)).toBe(false);
    expect((await bytesOf(await blobs.open('org1', name))).toString()).toBe('again');
    const stamp = (await blobs.stampOf('org1', name)) ?? '';
    expect(await blobs.deleteUnchanged('org1', name, stamp)).toBe(true);
    expect(await blobs.has('org1', name)).toBe(false);
    expect(await blobs.stampOf('org1', name)).toBeUndefined();
    expect(await blobs.deleteUnchanged('org1', name, stamp)).toBe(true);
    expect(readdirSync(drafts)).toEqual([]);
  });

  it('can be stored many times concurrently', async () => {
    const { blobs, drafts } = store();
    const bytes = randomBytes(200_000);
    const all = await Promise.all(Array.from({ length: 20 }, () => blobs.put('org1', Readable.from([bytes]), limits)));
    expect(new Set(all.map((each) => each.sha256))).toEqual(new Set([sha256(bytes)]));
    expect((await bytesOf(await blobs.open('org1', sha256(bytes)))).equals(bytes)).toBe(true);
    expect(readdirSync(drafts)).toEqual([]);
  });

  it('leave nothing behind when they are too large or their stream ends early', async () => {
    const { blobs, drafts } = store();
    await expect(blobs.put('org1', Readable.from([Buffer.alloc(11)]), { maxBytes: 10 })).rejects.toBeInstanceOf(
      BlobTooLarge,
    );
    expect((await blobs.put('org1', Readable.from([Buffer.alloc(10)]), { maxBytes: 10 })).size).toBe(10);
    const broken = new Readable({ read: () => broken.destroy(new Error('gone')) });
    await expect(blobs.put('org1', broken, limits)).rejects.toThrow('gone');
    expect(readdirSync(drafts)).toEqual([]);
  });

  it.each(['../org1', '', 'a/b', '.'])('refuse the organization %j', async (organizationId) => {
    await expect(store().blobs.open(organizationId, sha256(Buffer.alloc(0)))).rejects.toThrow('organization');
    await expect(store().blobs.open('org1', `../${organizationId}`)).rejects.toThrow('SHA-256');
  });

  it('are found piece by piece, each once, with the time at which they were stored', async () => {
    const { blobs } = store();
    const organizations = [newId(), newId(), newId()];
    const put: string[] = [];
    for (const organization of organizations)
      for (let i = 0; i < 3; i++) {
        const { sha256: name } = await blobs.put(organization, Readable.from([Buffer.from(`${i}`)]), limits);
        put.push(`${organization} ${name}`);
      }
    const found: string[] = [];
    let position: string | undefined = '';
    while (position !== undefined) {
      const piece: BlobPiece = await blobs.after(position, 2);
      expect(piece.blobs.length).toBeLessThanOrEqual(2);
      for (const { organizationId, sha256: name, storedAt } of piece.blobs) {
        if (!organizations.includes(organizationId)) continue;
        found.push(`${organizationId} ${name}`);
        expect(Math.abs(Date.now() - storedAt.getTime())).toBeLessThan(600_000);
      }
      position = piece.next;
    }
    expect(found.sort()).toEqual(put.sort());
  });

  it('have a mark beside them, which is replaced', async () => {
    const { blobs } = store();
    await blobs.writeMark('one');
    expect(await blobs.readMark()).toBe('one');
    await blobs.writeMark('another');
    expect(await blobs.readMark()).toBe('another');
    await blobs.writeMark('');
    expect(await blobs.readMark()).toBe('');
  });
}
