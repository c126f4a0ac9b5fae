import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Invalid } from '#kernel/domain/errors';
import { selfSigned } from '#testing/self-signed';
import { readCertificates } from '../../../../src/organization/single-sign-on/domain/saml/certificates.js';

const rsa = (modulusLength: number) => selfSigned('idp', generateKeyPairSync('rsa', { modulusLength }));
const good = rsa(2048);
const small = rsa(1024);
const elliptic = selfSigned('idp', generateKeyPairSync('ec', { namedCurve: 'P-256' }));
const bare = good.replace(/-----[^-]*-----/g, '');

describe('certificates in a text', () => {
  it.each([
    ['one', good, 1],
    ['several, with space between', `\n${good}\n\n${good}`, 2],
    ['as many as there may be', good.repeat(5), 5],
    ['one in base64', bare, 1],
    ['one in base64 without breaks', bare.replace(/\s/g, ''), 1],
  ])('are read: %s', (_, text, count) => {
    const { fingerprint256 } = new X509Certificate(good);
    const read = readCertificates(text).map((pem) => new X509Certificate(pem).fingerprint256);
    expect(read).toEqual(Array(count).fill(fingerprint256));
  });

  it.each([
    ['too many', good.repeat(6), /more than 5/],
    ['too much', `${good}${'\n'.repeat(10_000)}`, /at most 10000 characters/],
    ['a private key', `${good}-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n`, /private key/],
    ['more around them', `${good}more`, /X\.509/],
    ['one that is cut off', good.slice(0, 200), /X\.509/],
    ['one of other bytes', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n', /X\.509/],
    ['base64 of something else', 'QUJD', /X\.509/],
    ['what is no base64', 'nonsense!', /X\.509/],
    ['nothing', '', /X\.509/],
    ['one of a small key', small, /RSA key of 2048 bits/],
    ['one of another kind of key', elliptic, /RSA key/],
    ['a good one beside one of a small key', good + small, /RSA key/],
  ])('are refused: %s', (_, text, message) => {
    expect(() => readCertificates(text)).toThrow(Invalid);
    expect(() => readCertificates(text)).toThrow(message);
  });
});
