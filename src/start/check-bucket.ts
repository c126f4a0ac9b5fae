import type { S3Settings, Settings } from '#kernel/infrastructure/settings';
import { StartRefused } from '#kernel/infrastructure/start-refused';
import { probeBucket } from '../content/revisions/infrastructure/blobs/open-blobs.js';
import { messageOf } from './refusal.js';

const WRONG_KEYS = /^(?:InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken|TokenRefreshRequired)$/;
const WRONG_REGION = /^(?:PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException|301)$/;
/** Network failures below HTTP, as Node and the library name them. */
const AWAY = /\b(?:ECONN[A-Z]+|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|EPROTO|TimeoutError)\b/;
/** Node's codes for certificates that it does not accept. */
const CERTIFICATE = /^(?:CERT_\w+|ERR_TLS_CERT_\w+|(?:SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)_\w+)$/;

/** Throws StartRefused for a bucket that can't be reached, or not be written and read with the configured keys. */
export async function checkBucket(settings: Settings): Promise<void> {
  if (settings.s3 === undefined) return;
  try {
    await probeBucket(settings);
  } catch (error) {
    throw new StartRefused(bucketFault(error, settings.s3));
  }
}

/** Describes an error of the store by the setting that causes it. */
export function bucketFault(error: unknown, { bucket, endpoint, region }: S3Settings): string {
  const {
    name = '',
    code = '',
    $metadata,
  } = error as {
    name?: string;
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  const status = $metadata?.httpStatusCode ?? 0;
  const where = endpoint ?? `Amazon S3 in ${region}`;
  if (WRONG_KEYS.test(name))
    return `QUIRE_S3_ACCESS_KEY_ID and QUIRE_S3_SECRET_ACCESS_KEY are not taken by ${where} (${name}): set the right ones`;
  if (name === 'CredentialsProviderError')
    return 'QUIRE_S3_ACCESS_KEY_ID is not set, and no key is found where AWS keeps them: set it and QUIRE_S3_SECRET_ACCESS_KEY';
  if (WRONG_REGION.test(name) || status === 301)
    return `QUIRE_S3_REGION is "${region}", where the bucket ${bucket} is not: set the region that it is in`;
  if (name === 'RequestTimeTooSkewed')
    return `The clock of this machine differs from that of ${where} by more than that allows (${name}): set both right`;
  if (name === 'QuotaExceeded')
    return `QUIRE_S3_BUCKET is "${bucket}", which has no room left at ${where} (${name}): raise the quota, or free some`;
  if (CERTIFICATE.test(code))
    return `QUIRE_S3_ENDPOINT leads to ${where}, whose certificate is not accepted (${code}): start Quire with NODE_EXTRA_CA_CERTS, the file of the authority that signed it`;
  if (name === 'NoSuchBucket' || status === 404)
    return `QUIRE_S3_BUCKET is "${bucket}", and ${where} has no such bucket: make it, or set another`;
  if (status === 401 || status === 403)
    return `QUIRE_S3_BUCKET is "${bucket}", which these keys may not use at ${where}: let them put, get, list and delete there`;
  const seen = `${code} ${name} ${messageOf(error)}`;
  if (AWAY.test(seen) || status >= 500)
    return `${endpoint === undefined ? 'QUIRE_S3_REGION' : 'QUIRE_S3_ENDPOINT'} leads to ${where}, which cannot be reached (${AWAY.exec(seen)?.[0] ?? `HTTP ${status}`}): set the right one, or start the store`;
  return `QUIRE_S3_BUCKET is "${bucket}", which cannot be used at ${where} (${name}: ${messageOf(error)})`;
}
