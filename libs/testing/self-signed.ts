import { createSign, type KeyObject } from 'node:crypto';

const SHA256_WITH_RSA = '2a864886f70d01010b';
const COMMON_NAME = '550403';

/** A self-signed certificate of a key pair, as PEM: with a name, a validity and the public key only. */
export function selfSigned(name: string, { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }) {
  const algorithm = der(0x30, der(0x06, Buffer.from(SHA256_WITH_RSA, 'hex')), der(0x05));
  const subject = der(
    0x30,
    der(0x31, der(0x30, der(0x06, Buffer.from(COMMON_NAME, 'hex')), der(0x0c, Buffer.from(name)))),
  );
  const validity = der(0x30, der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z')));
  const signed = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    subject,
    validity,
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('sha256').update(signed).sign(privateKey);
  const certificate = der(0x30, signed, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** A value in DER: its tag, its length, its content. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const length = content.length;
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}
