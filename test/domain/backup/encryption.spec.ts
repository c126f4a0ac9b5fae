import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { decrypted, Encryption } from '../../../src/cli/backup/encryption.js';
import { FileBytes } from '../../../src/cli/backup/random-bytes.js';

const CHUNK = 65_536;
/** Bytes of a whole encrypted chunk. */
const SEALED = CHUNK + 16;

const folder = mkdtempSync(join(tmpdir(), 'quire-age-'));
const file = join(folder, 'sealed.age');
let identity: string;
let recipient: string;

beforeAll(async () => {
  identity = await generateX25519Identity();
  recipient = await identityToRecipient(identity);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function seal(bytes: Buffer): Promise<Encryption> {
  const encryption = new Encryption([recipient]);
  const pieces = Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)], { objectMode: false });
  await pipeline(pieces, encryption.transform, createWriteStream(file));
  return encryption;
}

const open = async (sealed: Buffer | undefined, unlocking: Parameters<typeof decrypted>[1]) => {
  if (sealed) writeFileSync(file, sealed);
  const bytes = await FileBytes.open(file);
  return decrypted(bytes, unlocking).catch(async (error: unknown) => {
    await bytes.close();
    throw error;
  });
};

describe('encrypted backups', () => {
  it.each([1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 17])(
    'of %d bytes are in the format of age, and read as they were, at any position',
    async (size) => {
      const bytes = randomBytes(size);
      const { unlocking } = await seal(bytes);
      const decrypter = new Decrypter();
      decrypter.addIdentity(identity);
      expect(bytes.equals(await decrypter.decrypt(readFileSync(file)))).toBe(true);
      for (const way of [unlocking, { identities: [identity] }]) {
        const opened = await open(undefined, way);
        expect(opened.size).toBe(size);
        expect(bytes.equals(await opened.read(0, size))).toBe(true);
        for (const position of [0, size - 1, CHUNK - 1, CHUNK, CHUNK + 1].filter((at) => at < size)) {
          const length = Math.min(size - position, CHUNK + 2);
          expect(bytes.subarray(position, position + length).equals(await opened.read(position, length))).toBe(true);
        }
        await opened.close();
      }
    },
  );

  it('may come from another program', async () => {
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    const opened = await open(Buffer.from(await encrypter.encrypt('written elsewhere')), { identities: [identity] });
    expect((await opened.read(8, 9)).toString()).toBe('elsewhere');
    await opened.close();
  });

  it('are refused where they end at the end of a chunk that was not the last', async () => {
    const { unlocking } = await seal(randomBytes(3 * CHUNK + 17));
    const sealed = readFileSync(file);
    for (const cut of [17 + 16, 17 + 16 + SEALED])
      await expect(open(sealed.subarray(0, -cut), unlocking)).rejects.toThrow('were changed or cut short');
  });

  it('are refused where chunks changed places', async () => {
    const { unlocking } = await seal(randomBytes(3 * CHUNK + 17));
    const sealed = readFileSync(file);
    const end = sealed.length - (17 + 16);
    const swapped = Buffer.concat([
      sealed.subarray(0, end - 2 * SEALED),
      sealed.subarray(end - SEALED, end),
      sealed.subarray(end - 2 * SEALED, end - SEALED),
      sealed.subarray(end),
    ]);
    const opened = await open(swapped, unlocking);
    await expect(opened.read(CHUNK, 1)).rejects.toThrow('were changed or cut short');
    expect(await opened.read(0, 1)).toHaveLength(1);
    await opened.close();
  });
});
