import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#kernel/domain/id';
import type { BlobPiece } from '../../../../src/content/revisions/domain/content/blobs.js';
import { DiskBlobs } from '../../../../src/content/revisions/infrastructure/blobs/disk-blobs.js';
import { removeScratch, scratch } from '../scratch.js';
import { behavesAsStore } from './blob-behaviour.js';
import { BucketInTest, behavesAsBucket } from './bucket-behaviour.js';
import { SmallS3 } from './small-s3.js';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('blob store', () => {
  afterAll(removeScratch);

  describe('blobs on disk', () => {
    let folder = '';
    let blobs: DiskBlobs;
    const drafts = (): string => join(folder, 'drafts~');

    beforeAll(async () => {
      folder = join(await scratch(), 'blobs');
      blobs = new DiskBlobs(folder);
    });

    behavesAsStore(() => ({
      blobs,
      drafts: drafts(),
      age: async (organizationId, name) => {
        const yesterday = new Date(Date.now() - DAY_MS);
        await utimes(join(folder, organizationId, name.slice(0, 2), name), yesterday, yesterday);
      },
    }));

    it('are stored below the organization and the first two digits, and old leftovers are removed', async () => {
      const { sha256: name } = await blobs.put('org9', Readable.from([Buffer.from('x')]), { maxBytes: 1 });
      expect(readdirSync(join(folder, 'org9', name.slice(0, 2)))).toEqual([name]);
      mkdirSync(drafts(), { recursive: true });
      writeFileSync(join(drafts(), 'old.draft'), 'x');
      writeFileSync(join(drafts(), 'new.draft'), 'x');
      utimesSync(join(drafts(), 'old.draft'), new Date(0), new Date(0));
      await blobs.removeLeftovers();
      expect(readdirSync(drafts())).toEqual(['new.draft']);
    });
  });

  it('is walked in pieces however many of its folders are empty, and where there is none', async () => {
    const folder = join(await scratch(), 'blobs');
    const blobs = new DiskBlobs(folder);
    expect(await blobs.after('', 10)).toEqual({ blobs: [], next: undefined });
    const ids = Array.from({ length: 2_300 }, () => newId()).sort();
    for (const id of ids) mkdirSync(join(folder, id), { recursive: true });
    const { sha256: name } = await blobs.put(ids.at(-1) ?? '', Readable.from([Buffer.from('x')]), { maxBytes: 1 });
    const pieces: (string | undefined)[] = [];
    const found: string[] = [];
    for (let position: string | undefined = ''; position !== undefined && pieces.length < 10;) {
      const piece: BlobPiece = await blobs.after(position, 10);
      pieces.push((position = piece.next));
      found.push(...piece.blobs.map(({ sha256 }) => sha256));
    }
    expect(pieces).toEqual([`${ids[999]}/~`, `${ids[1_999]}/~`, undefined]);
    expect(found).toEqual([name]);
  });

  describe('blobs in a bucket', () => {
    const store = new SmallS3();
    let bucket: BucketInTest;

    beforeAll(async () => {
      const keys = { accessKeyId: 'key', secretAccessKey: 'secret' };
      bucket = await BucketInTest.open({ bucket: 'docs', region: 'local', endpoint: await store.start(), ...keys });
    });

    afterAll(async () => {
      await bucket.close();
      await store.stop();
    });

    behavesAsStore(() => ({
      blobs: bucket.blobs,
      drafts: bucket.drafts,
      age: () => Promise.resolve(store.age(DAY_MS)),
    }));
    behavesAsBucket(() => bucket);

    it('leave no parts of an upload for longer than a day, even if the process was killed', async () => {
      const day = 24 * 60 * 60 * 1000;
      const key = `quire/org1/ab/${'ab'.repeat(32)}`;
      await bucket.beginUpload(key);
      await bucket.beginUpload('not-of-quire/ab');
      store.age(day + 60_000);
      await bucket.beginUpload(key);
      const other = bucket.other();
      await other.put('org1', Readable.from([Buffer.alloc(17 * 2 ** 20)]), { maxBytes: 2 ** 30 });
      expect((await bucket.uploads()).sort()).toEqual(['not-of-quire/ab', key]);
      await other.close();
    });
  });
});
