import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { TokenRefusal } from '../../../../src/publishing/visitors/domain/authentication/visitor-tokens.js';
import { JoseVisitorTokens } from '../../../../src/publishing/visitors/infrastructure/authentication/jose-visitor-tokens.js';

const KEY = 'kX3vN8qLr5TzYw1HsBd7PfGm2CjRe9UaoI4uVtKnQxZ';
const OTHER_KEY = 'oT7mW2bEc9QyXk4HgVn1RsZp6JuDf8LaiN5xKqCtBwM';
const NOW = new Date('2026-05-04T12:00:00Z');
const NOW_S = NOW.getTime() / 1000;
const HOUR = 3600;
const DAY = 24 * HOUR;
const SITE = '0VbbUF09Qk2ZrXe8TvEh';
const ADDRESS = 'https://docs.example.com/';
const HEADER = { alg: 'HS256', typ: 'JWT' };
const CLAIMS = { sub: 'ada', plan: 'team', exp: NOW_S + HOUR };

const tokens = new JoseVisitorTokens();
const verify = (token: string, keys: readonly string[] = [KEY]) =>
  tokens.verify(token, { keys, audiences: [SITE, ADDRESS], now: NOW });

type Bytes = object | string | Buffer;

const base64url = (part: Bytes): string =>
  (typeof part === 'string' || Buffer.isBuffer(part) ? Buffer.from(part) : Buffer.from(JSON.stringify(part))).toString(
    'base64url',
  );

const signature = (input: string, key: string | Buffer = KEY, hash = 'sha256'): string =>
  createHmac(hash, key).update(input).digest('base64url');

/** A token as a backend signs it. */
function signed(claims: Bytes = CLAIMS, header: Bytes = HEADER, key: string | Buffer = KEY, hash = 'sha256'): string {
  const input = `${base64url(header)}.${base64url(claims)}`;
  return `${input}.${signature(input, key, hash)}`;
}

/** The same as a text of base64url with parts of one's own. */
function signedParts(header: string, payload: string): string {
  return `${header}.${payload}.${signature(`${header}.${payload}`)}`;
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string;

function signedByRsa(header: object): string {
  const input = `${base64url(header)}.${base64url(CLAIMS)}`;
  return `${input}.${sign('sha256', Buffer.from(input), rsa.privateKey).toString('base64url')}`;
}

function signedByEc(): string {
  const input = `${base64url({ alg: 'ES256' })}.${base64url(CLAIMS)}`;
  const bytes = sign('sha256', Buffer.from(input), { key: ec.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${input}.${bytes.toString('base64url')}`;
}

const [header = '', payload = '', mac = ''] = signed().split('.');

/** The last character carries bits that base64url leaves over: another one with the same bytes. */
function sameBytes(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const bytes = Buffer.from(text, 'base64url');
  const other = [...alphabet]
    .map((last) => text.slice(0, -1) + last)
    .find((candidate) => candidate !== text && Buffer.from(candidate, 'base64url').equals(bytes));
  if (other === undefined) throw new Error('No bits are left over');
  return other;
}

const HOSTILE: Record<string, [string, TokenRefusal]> = {
  'nothing at all': ['', 'malformed'],
  'a word': ['hello', 'malformed'],
  'alg none without a signature': [`${base64url({ alg: 'none' })}.${payload}.`, 'malformed'],
  'alg none with the signature of another token': [`${base64url({ alg: 'none' })}.${payload}.${mac}`, 'algorithm'],
  'alg None in other capitals': [signed(CLAIMS, { alg: 'nOnE' }), 'algorithm'],
  'alg in small letters': [signed(CLAIMS, { alg: 'hs256' }), 'algorithm'],
  'alg with a blank': [signed(CLAIMS, { alg: 'HS256 ' }), 'algorithm'],
  'alg as a list': [signed(CLAIMS, { alg: ['HS256'] }), 'algorithm'],
  'alg as null': [signed(CLAIMS, { alg: null }), 'algorithm'],
  'no alg': [signed(CLAIMS, { typ: 'JWT' }), 'algorithm'],
  'HS512 with the right key': [signed(CLAIMS, { alg: 'HS512' }, KEY, 'sha512'), 'algorithm'],
  'HS384 with the right key': [signed(CLAIMS, { alg: 'HS384' }, KEY, 'sha384'), 'algorithm'],
  'an HS512 signature that says HS256': [signed(CLAIMS, HEADER, KEY, 'sha512'), 'signature'],
  'RS256 with a key of its own': [signedByRsa({ alg: 'RS256' }), 'algorithm'],
  'an RS256 signature that says HS256': [signedByRsa({ alg: 'HS256' }), 'signature'],
  'ES256 with a key of its own': [signedByEc(), 'algorithm'],
  'HS256 with the text of a public RSA key': [signed(CLAIMS, HEADER, publicPem), 'signature'],
  'the key of another site': [signed(CLAIMS, HEADER, OTHER_KEY), 'signature'],
  'an empty key': [signed(CLAIMS, HEADER, ''), 'signature'],
  'the key in base64url where the text is meant': [signed(CLAIMS, HEADER, Buffer.from(KEY, 'base64url')), 'signature'],
  'a key in the header': [
    signed(CLAIMS, { ...HEADER, jwk: { kty: 'oct', k: base64url(OTHER_KEY) } }, OTHER_KEY),
    'signature',
  ],
  'the address of a key': [signed(CLAIMS, { ...HEADER, jku: 'https://evil.example/keys' }, OTHER_KEY), 'signature'],
  'the address of a certificate': [
    signed(CLAIMS, { ...HEADER, x5u: 'https://evil.example/c' }, OTHER_KEY),
    'signature',
  ],
  'a certificate in the header': [signed(CLAIMS, { ...HEADER, x5c: [base64url(publicPem)] }, OTHER_KEY), 'signature'],
  'a kid that is a path': [signed(CLAIMS, { ...HEADER, kid: '../../dev/null' }, ''), 'signature'],
  'critical extensions': [signed(CLAIMS, { ...HEADER, crit: ['exp'], exp: 1 }), 'malformed'],
  'critical extensions, none named': [signed(CLAIMS, { ...HEADER, crit: [] }), 'malformed'],
  'an unencoded payload': [signed(CLAIMS, { ...HEADER, b64: false, crit: ['b64'] }), 'malformed'],
  'another payload under the signature': [`${header}.${base64url({ ...CLAIMS, plan: 'all' })}.${mac}`, 'signature'],
  'another header under the signature': [`${base64url({ ...HEADER, kid: '1' })}.${payload}.${mac}`, 'signature'],
  'a changed signature': [`${header}.${payload}.${signature('else')}`, 'signature'],
  'a signature cut short': [`${header}.${payload}.${mac.slice(0, 20)}`, 'signature'],
  'no signature': [`${header}.${payload}.`, 'malformed'],
  'no payload': [`${header}..${mac}`, 'malformed'],
  'two segments': [`${header}.${payload}`, 'malformed'],
  'a fourth segment': [`${signed()}.${mac}`, 'malformed'],
  'five segments, as of an encrypted token': [`${signed()}.a.b`, 'malformed'],
  'a blank in front': [` ${signed()}`, 'malformed'],
  'a line feed at the end': [`${signed()}\n`, 'malformed'],
  'a tab within': [`${header}.\t${payload}.${mac}`, 'malformed'],
  'a NUL at the end': [`${signed()}\u0000`, 'malformed'],
  'a Bearer in front': [`Bearer ${signed()}`, 'malformed'],
  'the signature padded': [`${header}.${payload}.${mac}=`, 'malformed'],
  'the signature in plain base64': [
    `${header}.${payload}.${Buffer.from(mac, 'base64url').toString('base64')}`,
    'malformed',
  ],
  'the signature in hex': [`${header}.${payload}.${Buffer.from(mac, 'base64url').toString('hex')}`, 'signature'],
  'the same signature written in another way': [`${header}.${payload}.${sameBytes(mac)}`, 'malformed'],
  'encoded twice': [base64url(signed()), 'malformed'],
  'a payload encoded twice': [signed(payload), 'malformed'],
  'escaped for a URL': [encodeURIComponent(`${signed()}=`), 'malformed'],
  'a token within a token': [signed(signed()), 'malformed'],
  'a payload that is a list': [signed('[]'), 'malformed'],
  'a payload that is null': [signed('null'), 'malformed'],
  'a payload that is a text': [signed('"admin"'), 'malformed'],
  'a payload that is no JSON': [signed('{exp: 1}'), 'malformed'],
  'a payload that is no UTF-8': [signed(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])), 'malformed'],
  'a payload behind a byte order mark': [signed(`\ufeff${JSON.stringify(CLAIMS)}`), 'malformed'],
  'a member twice in the payload': [signed(`{"exp":1,"plan":"team","exp":${NOW_S + HOUR}}`), 'malformed'],
  'a member twice, once escaped': [signed(`{"exp":${NOW_S + HOUR},"pl\\u0061n":"a","plan":"b"}`), 'malformed'],
  'a member twice deep in the payload': [signed(`{"exp":${NOW_S + HOUR},"a":[{"b":1,"b":2}]}`), 'malformed'],
  'a member twice in the header': [signed(CLAIMS, '{"alg":"none","alg":"HS256"}'), 'malformed'],
  'a header that is a list': [signed(CLAIMS, '["HS256"]'), 'malformed'],
  'a header that is no JSON': [signedParts('AAAA', payload), 'malformed'],
  'claims that nest too deep': [
    signed(`{"exp":${NOW_S + HOUR},"a":${'['.repeat(2000)}${']'.repeat(2000)}}`),
    'malformed',
  ],
  'more than 8 KB': [signed({ ...CLAIMS, pad: 'x'.repeat(8192) }), 'too-large'],
  'more than 8 KB of nothing': ['.'.repeat(9000), 'too-large'],
  'an end in the past': [signed({ exp: NOW_S - 1 }), 'expired'],
  'an end right now': [signed({ exp: NOW_S }), 'expired'],
  'an end before 1970': [signed({ exp: -1 }), 'malformed'],
  'an end as text': [signed({ exp: String(NOW_S + HOUR) }), 'malformed'],
  'an end as a date': [signed({ exp: '2099-01-01T00:00:00Z' }), 'malformed'],
  'an end that is NaN': [signed(`{"exp":NaN}`), 'malformed'],
  'an end that is null': [signed({ exp: null, iat: NOW_S }), 'malformed'],
  'an end without end': [signed('{"exp":1e999}'), 'malformed'],
  'an end in milliseconds': [signed({ exp: (NOW_S + HOUR) * 1000 }), 'malformed'],
  'an end as a list': [signed({ exp: [NOW_S + HOUR] }), 'malformed'],
  'an end in the prototype alone': [signed(`{"__proto__":{"exp":${NOW_S + HOUR}}}`), 'without-end'],
  'no end and no beginning': [signed({ sub: 'ada' }), 'without-end'],
  'no end, issued more than 7 days ago': [signed({ iat: NOW_S - 7 * DAY - 1 }), 'expired'],
  'an end far away, issued more than 30 days ago': [signed({ iat: NOW_S - 30 * DAY - 1, exp: NOW_S + DAY }), 'expired'],
  'issued in the future': [signed({ iat: NOW_S + 10, exp: NOW_S + HOUR }), 'not-yet-valid'],
  'issued at a time that is text': [signed({ ...CLAIMS, iat: '0' }), 'malformed'],
  'good from a later time on': [signed({ ...CLAIMS, nbf: NOW_S + 10 }), 'not-yet-valid'],
  'good from a time that is text': [signed({ ...CLAIMS, nbf: 'now' }), 'malformed'],
  'for another site': [signed({ ...CLAIMS, aud: '0VbbUF09Qk2ZrXe8TvEi' }), 'wrong-audience'],
  'for other sites': [signed({ ...CLAIMS, aud: ['a', 'b'] }), 'wrong-audience'],
  'for nobody': [signed({ ...CLAIMS, aud: [] }), 'wrong-audience'],
  'for an address that begins as ours': [signed({ ...CLAIMS, aud: `${ADDRESS}.evil.example` }), 'wrong-audience'],
  'for an object': [signed({ ...CLAIMS, aud: { [SITE]: true } }), 'malformed'],
  'for this site and a number': [signed({ ...CLAIMS, aud: [SITE, 1] }), 'malformed'],
};

describe('tokens of visitors', () => {
  it.each(Object.entries(HOSTILE))('are refused: %s', async (_, [token, reason]) => {
    expect(await verify(token)).toEqual({ ok: false, reason });
  });

  it('are refused without a key, or with one that is too short', async () => {
    expect(await verify(signed(), [])).toEqual({ ok: false, reason: 'signature' });
    expect(await verify(signed(CLAIMS, HEADER, ''), [''])).toEqual({ ok: false, reason: 'signature' });
    expect(await verify(signed(CLAIMS, HEADER, 'short'), ['short'])).toEqual({ ok: false, reason: 'signature' });
    const almost = KEY.slice(0, 31);
    expect(await verify(signed(CLAIMS, HEADER, almost), [almost])).toEqual({ ok: false, reason: 'signature' });
  });

  it('are refused with any one character changed', async () => {
    const token = signed();
    const changed = [...token].map((sign, at) => token.slice(0, at) + (sign === 'A' ? 'B' : 'A') + token.slice(at + 1));
    const verified = await Promise.all(changed.map((other) => verify(other)));
    expect(verified.filter(({ ok }) => ok)).toEqual([]);
  });

  it('show what is claimed, and until when', async () => {
    expect(await verify(signed())).toEqual({ ok: true, claims: CLAIMS, expiresAt: new Date((NOW_S + HOUR) * 1000) });
    const claims = { ...CLAIMS, groups: [{ name: 'a', of: { name: 'b' } }, { name: 'c' }], text: 'a: {"b"}, \\"' };
    expect(await verify(signed(claims))).toMatchObject({ ok: true, claims });
  });

  it('may be signed with any of several keys, whatever their header says of keys', async () => {
    expect(await verify(signed(), [OTHER_KEY, KEY])).toMatchObject({ ok: true });
    expect(await verify(signed(CLAIMS, { alg: 'HS256', kid: 'mine', jku: 'https://a.example' }))).toMatchObject({
      ok: true,
    });
  });

  it('may be for this site by its id or its address, beside others', async () => {
    for (const aud of [SITE, ADDRESS, ['other', SITE]]) {
      expect(await verify(signed({ ...CLAIMS, aud }))).toMatchObject({ ok: true });
    }
  });

  it('bear clocks that differ by seconds', async () => {
    expect(await verify(signed({ ...CLAIMS, nbf: NOW_S + 4, iat: NOW_S + 4 }))).toMatchObject({ ok: true });
  });

  it('are good for 7 days where they do not say, and for 30 days at most', async () => {
    const until = async (claims: object) => {
      const verified = await verify(signed(claims));
      return verified.ok && verified.expiresAt.getTime() / 1000 - NOW_S;
    };
    expect(await until({ iat: NOW_S - DAY })).toBe(6 * DAY);
    expect(await until({ iat: NOW_S - DAY, exp: NOW_S + 365 * DAY })).toBe(29 * DAY);
    expect(await until({ exp: NOW_S + 365 * DAY })).toBe(30 * DAY);
    expect(await until({ exp: NOW_S + HOUR + 0.5 })).toBe(HOUR + 0.5);
  });
});
