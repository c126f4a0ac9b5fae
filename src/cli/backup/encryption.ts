import { createDecipheriv, hkdfSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type * as Age from 'age-encryption';
import { parseRecipients } from '#kernel/infrastructure/environment/backup';
import { CommandFailed } from '../failure.js';
import type { RandomBytes } from './random-bytes.js';

/** The first line of a file of age, format 1. */
const BEGIN = 'age-encryption.org/v1\n';
/** Headers have a few hundred bytes for each public key; hybrid ones two thousand. */
const LONGEST_HEADER = 64 * 1024;
const NONCE_BYTES = 16;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;

/** How to open what is encrypted: private keys, as text, or the key of the one file itself. */
export type Unlocking = { readonly identities: readonly string[] } | { readonly fileKey: Buffer };

/**
 * Encrypts one stream in the format of age (age-encryption.org/v1), chunk by chunk. The key of the file stays known to
 * this process, which verifies with it what it has written; no private key of a recipient is needed for that.
 */
export class Encryption {
  #fileKey: Buffer | undefined;

  constructor(private readonly recipients: readonly string[]) {}

  /** For `pipeline`. */
  readonly transform = async function* (this: Encryption, source: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
    const encrypter = new (await age()).Encrypter();
    for (const recipient of this.recipients) encrypter.addRecipient(recipient);
    // Learns the key, and adds nothing to the file.
    encrypter.addRecipient({
      wrapFileKey: (key) => {
        this.#fileKey = Buffer.from(key);
        return [];
      },
    });
    const plain = Readable.toWeb(Readable.from(source, { objectMode: false })) as ReadableStream<Uint8Array>;
    yield* (await encrypter.encrypt(plain)) as unknown as AsyncIterable<Uint8Array>;
  }.bind(this);

  /** For what was written, once it is. */
  get unlocking(): Unlocking {
    if (this.#fileKey === undefined) throw new Error('Nothing was encrypted yet');
    return { fileKey: this.#fileKey };
  }
}

/** Throws CommandFailed for keys of the right form that are none. */
export async function requireRecipients(recipients: readonly string[]): Promise<void> {
  const { Encrypter } = await age();
  for (const recipient of recipients) {
    try {
      new Encrypter().addRecipient(recipient);
    } catch {
      throw new CommandFailed(`${recipient.slice(0, 16)}… is no public key of age: it was not copied as a whole`);
    }
  }
}

/** Reads public keys, a line each; lines with # are remarks. */
export async function readRecipients(file: string): Promise<string[]> {
  const text = await readKeys(file);
  if (/^AGE-SECRET-KEY-/m.test(text))
    throw new CommandFailed(`${file} holds a private key: name a file of public keys (age1…), and keep it elsewhere`);
  const keys = parseRecipients(text);
  if (keys === undefined) throw new CommandFailed(`${file} holds no public keys of age (age1…), a line each`);
  return keys;
}

/** Reads private keys, a line each, as age-keygen writes them; lines with # are remarks. */
export async function readIdentities(file: string): Promise<Unlocking> {
  const identities = (await readKeys(file))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (identities.length === 0 || !identities.every((line) => line.startsWith('AGE-SECRET-KEY-')))
    throw new CommandFailed(`${file} holds no private keys of age (AGE-SECRET-KEY-…), a line each`);
  return { identities };
}

export async function newIdentity(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await age();
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** What is encrypted, decrypted; other bytes as they are. Throws CommandFailed where it can't be opened. */
export async function decrypted(sealed: RandomBytes, unlocking: Unlocking | undefined): Promise<RandomBytes> {
  const head = await sealed.read(0, Math.min(sealed.size, LONGEST_HEADER));
  if (!head.subarray(0, BEGIN.length).equals(Buffer.from(BEGIN))) return sealed;
  if (unlocking === undefined)
    throw new CommandFailed(`${sealed.name} is encrypted: name the file of its private key with --identity-file`);
  // The last line of the header begins so, and no other.
  const last = head.indexOf('\n--- ');
  const end = last === -1 ? -1 : head.indexOf('\n', last + 1) + 1;
  if (end <= 0 || head.length < end + NONCE_BYTES) throw damaged(sealed, 'its header is not whole');
  const fileKey = await keyOf(sealed, head.subarray(0, end), unlocking);
  const nonce = head.subarray(end, end + NONCE_BYTES);
  const key = Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32));
  const opened = new DecryptedBytes(sealed, key, end + NONCE_BYTES);
  // The last chunk says that it is the last: nothing was cut off.
  await opened.read(Math.max(0, opened.size - 1), Math.min(1, opened.size));
  return opened;
}

/** Each chunk of 64 KiB is authentic by itself, with its position and whether it is the last one. */
class DecryptedBytes implements RandomBytes {
  readonly name: string;
  readonly size: number;
  readonly #chunks: number;
  #kept: { index: number; chunk: Buffer } | undefined;

  constructor(
    private readonly sealed: RandomBytes,
    private readonly key: Buffer,
    private readonly begin: number,
  ) {
    this.name = sealed.name;
    const bytes = sealed.size - begin;
    this.#chunks = Math.ceil(bytes / SEALED_BYTES);
    this.size = bytes - this.#chunks * TAG_BYTES;
    if (this.#chunks === 0 || bytes - (this.#chunks - 1) * SEALED_BYTES < TAG_BYTES)
      throw damaged(sealed, 'it was cut short');
  }

  async read(position: number, length: number): Promise<Buffer> {
    if (length === 0) return Buffer.alloc(0);
    const [first, last] = [Math.floor(position / CHUNK_BYTES), Math.floor((position + length - 1) / CHUNK_BYTES)];
    const chunks: Buffer[] = [];
    if (first === last && this.#kept?.index === first) chunks.push(this.#kept.chunk);
    else {
      const from = this.begin + first * SEALED_BYTES;
      const sealed = await this.sealed.read(from, Math.min((last - first + 1) * SEALED_BYTES, this.sealed.size - from));
      for (let index = first; index <= last; index++) {
        const at = (index - first) * SEALED_BYTES;
        chunks.push(this.#open(index, sealed.subarray(at, at + SEALED_BYTES)));
      }
      this.#kept = { index: last, chunk: chunks.at(-1) as Buffer };
    }
    const within = position - first * CHUNK_BYTES;
    return (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).subarray(within, within + length);
  }

  close(): Promise<void> {
    return this.sealed.close();
  }

  #open(index: number, sealed: Buffer): Buffer {
    const nonce = Buffer.alloc(12);
    nonce.writeUIntBE(index, 5, 6);
    nonce[11] = index === this.#chunks - 1 ? 1 : 0;
    const decipher = createDecipheriv('chacha20-poly1305', this.key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch {
      throw damaged(this.sealed, `its encrypted bytes from ${index * CHUNK_BYTES} on were changed or cut short`);
    }
  }
}

async function keyOf(sealed: RandomBytes, header: Buffer, unlocking: Unlocking): Promise<Uint8Array> {
  if ('fileKey' in unlocking) return unlocking.fileKey;
  const decrypter = new (await age()).Decrypter();
  try {
    for (const identity of unlocking.identities) decrypter.addIdentity(identity);
  } catch {
    throw new CommandFailed('The private key is none of age: it was not copied as a whole');
  }
  try {
    return await decrypter.decryptHeader(header);
  } catch (error) {
    if (error instanceof Error && error.message.includes('no identity matched'))
      throw new CommandFailed(`${sealed.name} was encrypted for another key than those of --identity-file`);
    throw damaged(sealed, 'its header was changed');
  }
}

function damaged({ name }: RandomBytes, how: string): CommandFailed {
  return new CommandFailed(`${name} cannot be read as a backup: ${how}`);
}

async function readKeys(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(`${file} cannot be read (${error.code})`);
  });
}

/** Loaded where something is encrypted. */
function age(): Promise<typeof Age> {
  return import('age-encryption');
}
