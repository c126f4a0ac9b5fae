import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** Options for the browser, as far as an authenticator looks at them. */
export interface PasskeyOptions {
  challenge: string;
  allowCredentials?: { id: string }[];
  excludeCredentials?: { id: string }[];
  user?: { id: string; name: string };
  [member: string]: unknown;
}

/** What an answer has instead of the truth. */
export interface Forged {
  challenge?: string;
  origin?: string;
  /** The host that the answer is for. */
  host?: string;
  type?: string;
  /** Whether the user was there. */
  present?: boolean;
  counter?: number;
  /** Signs with this key. */
  key?: KeyObject;
  /** The id of another passkey. */
  id?: string;
  /** The attestation of a new passkey, instead of none. */
  attestation?: { fmt: string; attStmt: Map<string, Cbor> };
}

type Cbor = number | string | Buffer | Cbor[] | Map<string | number, Cbor>;

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_CREDENTIAL = 0x40;

/** An authenticator with one passkey (ES256), and the browser that speaks with it. */
export class TestAuthenticator {
  readonly id = randomBytes(32).toString('base64url');
  /** How often it has signed; 0 is sent while it does not count. */
  counter = 0;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  constructor(private readonly options: { origin?: string; counts?: boolean } = {}) {}

  get key(): KeyObject {
    return this.#keys.privateKey;
  }

  /** Creates the passkey; returns the answer of the browser as JSON. */
  create(options: PasskeyOptions, forged: Forged = {}): string {
    const id = Buffer.from(forged.id ?? this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, encode(this.#publicKey())]);
    const { fmt, attStmt } = forged.attestation ?? { fmt: 'none', attStmt: new Map() };
    const attestation = new Map<string, Cbor>([
      ['fmt', fmt],
      ['attStmt', attStmt],
      ['authData', Buffer.concat([this.#data(WITH_CREDENTIAL, forged), credential])],
    ]);
    return this.#answer(id.toString('base64url'), {
      clientDataJSON: this.#clientData('webauthn.create', options, forged).toString('base64url'),
      attestationObject: encode(attestation).toString('base64url'),
      transports: ['usb', 'a transport that there is not'],
    });
  }

  /** Signs with the passkey; returns the answer of the browser as JSON. */
  sign(options: PasskeyOptions, forged: Forged = {}): string {
    if (this.options.counts !== false && forged.counter === undefined) this.counter += 1;
    const data = this.#data(0, forged);
    const clientData = this.#clientData('webauthn.get', options, forged);
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
    return this.#answer(forged.id ?? this.id, {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, forged.key ?? this.key).toString('base64url'),
    });
  }

  get #origin(): string {
    return this.options.origin ?? 'http://quire.test';
  }

  #answer(id: string, response: object): string {
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
  }

  #clientData(type: string, { challenge }: PasskeyOptions, forged: Forged): Buffer {
    const { origin = this.#origin } = forged;
    return Buffer.from(
      JSON.stringify({
        type: forged.type ?? type,
        challenge: forged.challenge ?? challenge,
        origin,
        crossOrigin: false,
      }),
    );
  }

  #data(flags: number, { host, present = true, counter = this.counter }: Forged): Buffer {
    const tail = Buffer.alloc(5);
    tail[0] = flags | (present ? PRESENT | VERIFIED : 0);
    tail.writeUInt32BE(counter, 1);
    const hash = createHash('sha256').update(host ?? new URL(this.#origin).hostname);
    return Buffer.concat([hash.digest(), tail]);
  }

  /** As COSE: a key of an elliptic curve, for ES256 on P-256, and its point. */
  #publicKey(): Map<number, Cbor> {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    return new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
  }
}

/** The options for the browser in a page. */
export function passkeyOptionsOf(page: string): PasskeyOptions {
  const json = /data-options="([^"]*)"/.exec(page)?.[1] ?? '{}';
  return JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')) as PasskeyOptions;
}

/** The recovery codes that a page shows. */
export function recoveryCodesOf(page: string): string[] {
  return page.match(/\b[0-9a-z]{4}(?:-[0-9a-z]{4}){3}\b/g) ?? [];
}

/** CBOR of what WebAuthn uses: integers, texts, bytes, lists and maps. */
function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encode)]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, member]) => [encode(key), encode(member)])]);
}

function head(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length]);
  if (length < 256) return Buffer.from([(kind << 5) | 24, length]);
  return Buffer.from([(kind << 5) | 25, length >> 8, length & 255]);
}
