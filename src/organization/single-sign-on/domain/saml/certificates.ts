import { X509Certificate } from 'node:crypto';
import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';

const MAX_LENGTH = 10_000;
const MAX_CERTIFICATES = 5;
const LEAST_RSA_BITS = 2048;
const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;

/**
 * Reads the certificates in a text: PEM, several for a provider that is changing its key, or one in bare base64 as in
 * metadata. Returns each as PEM. Throws Invalid for what is no certificate, a private key, or a key other than RSA of
 * at least 2048 bits. Validity dates are ignored: a provider's key is trusted because an administrator configured it.
 */
export function readCertificates(text: string): string[] {
  if (exceeds(text, MAX_LENGTH)) throw new Invalid(`certificate takes at most ${MAX_LENGTH} characters`);
  if (text.includes('PRIVATE KEY')) {
    throw new Invalid('certificate holds a private key: keep it to the provider, and send its certificate');
  }
  const blocks = text.includes('-----') ? pemBlocks(text) : bareBlock(text);
  if (blocks.length > MAX_CERTIFICATES) throw new Invalid(`certificate holds more than ${MAX_CERTIFICATES}`);
  return blocks.map(normalized);
}

function pemBlocks(text: string): string[] {
  const blocks = text.match(PEM) ?? [];
  if (text.replace(PEM, '').trim() !== '' || blocks.length === 0) throw notOne();
  return blocks;
}

function bareBlock(text: string): string[] {
  if (!BASE64.test(text)) throw notOne();
  return [`-----BEGIN CERTIFICATE-----\n${text.replace(/\s+/g, '')}\n-----END CERTIFICATE-----\n`];
}

function normalized(block: string): string {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(block);
  } catch {
    throw notOne();
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_RSA_BITS) {
    throw new Invalid(`certificate must be of an RSA key of ${LEAST_RSA_BITS} bits or more`);
  }
  return certificate.toString();
}

function notOne(): Invalid {
  return new Invalid('certificate must be an X.509 certificate, as PEM or in base64');
}
