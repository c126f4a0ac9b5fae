import type { S3Settings, Settings } from '#kernel/infrastructure/settings';
import { StartRefused } from '#kernel/infrastructure/start-refused';
import { probeBucket } from '../content/revisions/infrastructure/blobs/open-blobs.js';
import { messageOf } from './refusal.js';

const WRONG_KEYS = /^(?:InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken|TokenRefreshRequired)$/;
const WRONG_REGION = /^(?:PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException|301)$/;
/** Network failures below HTTP, as Node and the library name them. */
const AWAY = /\b(?:ECONN[A-Z]+|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|TimeoutError)\b/;

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
  if (name === 'NoSuchBucket' || status === 404)
    return `QUIRE_S3_BUCKET is "${bucket}", and ${where} has no such bucket: make it, or set another`;
  if (status === 401 || status === 403)
    return `QUIRE_S3_BUCKET is "${bucket}", which these keys may not use at ${where}: let them put, get, list and delete there`;
  if (AWAY.test(`${code} ${name} ${messageOf(error)}`) || status >= 500)
    return `${endpoint === undefined ? 'QUIRE_S3_REGION' : 'QUIRE_S3_ENDPOINT'} leads to ${where}, which cannot be reached (${code || name || messageOf(error)}): set the right one, or start the store`;
  return `QUIRE_S3_BUCKET is "${bucket}", which cannot be used at ${where} (${name}: ${messageOf(error)})`;
}
