import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts stored secrets (AES-256-GCM) and signs what callers carry (HMAC-SHA-256), with keys derived from
 * QUIRE_SECRET_KEY. `place` is where an encrypted value is stored (`table.column:row`): a copy elsewhere can't be
 * decrypted. The first bytes of an encrypted value identify the key, so that a change of key is distinguished from a
 * corrupt value.
 */
export class SecretBox {
  readonly #sealing: Buffer;
  readonly #signing: Buffer;
  readonly #keyId: Buffer;

  constructor(secretKey: Buffer) {
    this.#sealing = Buffer.from(hkdfSync('sha256', secretKey, '', 'quire sealing v1', 32));
    this.#signing = Buffer.from(hkdfSync('sha256', secretKey, '', 'quire signing v1', 32));
    this.#keyId = createHash('sha256').update(this.#sealing).digest().subarray(0, 4);
  }

  /** Identifies the key without revealing it. */
  get fingerprint(): string {
    return createHmac('sha256', this.#signing).update('fingerprint of the key').digest('hex');
  }

  /** The first characters of every value that was encrypted with this key. */
  get mark(): string {
    return this.#keyId.toString('base64url').slice(0, 5);
  }

  seal(text: string, place: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#sealing, nonce).setAAD(Buffer.from(place));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([this.#keyId, nonce, cipher.getAuthTag(), body]).toString('base64url');
  }

  /** Decrypts a value. Throws when it was encrypted with another key, for another place, or was changed. */
  open(sealed: string, place: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    if (!bytes.subarray(0, 4).equals(this.#keyId))
      throw new Error('The value was sealed with another QUIRE_SECRET_KEY.');
    const nonce = bytes.subarray(4, 4 + NONCE_BYTES);
    const tag = bytes.subarray(4 + NONCE_BYTES, 4 + NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.#sealing, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(place))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(bytes.subarray(4 + NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    );
  }

  /** A key of 256 bits for one purpose, from which those of other purposes can't be derived. */
  keyFor(purpose: string): Uint8Array {
    return createHmac('sha256', this.#signing).update(`key for ${purpose}`).digest();
  }

  /** A signature of 32 characters, safe in URLs. */
  sign(text: string): string {
    return createHmac('sha256', this.#signing).update(text).digest('base64url').slice(0, 32);
  }

  verify(text: string, signature: string): boolean {
    const expected = Buffer.from(this.sign(text));
    const given = Buffer.from(signature);
    return expected.length === given.length && timingSafeEqual(expected, given);
  }
}
