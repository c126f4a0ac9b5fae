import type * as Sdk from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { Unavailable } from '#kernel/domain/errors';
import type { S3Settings } from '#kernel/infrastructure/settings';

/** The library and a client of it, which is to be destroyed at the end. */
export interface S3Connection {
  sdk: typeof Sdk;
  client: Sdk.S3Client;
}

/** The address of an object. */
export interface ObjectKey {
  Bucket: string;
  Key: string;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** Milliseconds until a response begins, for requests without a large body. */
const RESPONSE_TIMEOUT_MS = 10_000;
/** What a store may take to delete one of many objects, in addition. */
const DELETE_MS = 100;
/** The slowest connection on which uploads succeed. */
const SLOW_LINE_BYTES_PER_MS = 100;
/** Milliseconds without data on an open connection; long, since the client that reads through it may pause. */
const IDLE_TIMEOUT_MS = 600_000;
/** Codes of errors below HTTP, of the network and of TLS, as Node names them. */
const NETWORK_ERROR_CODES =
  /^(?:E(?:CONN\w+|PIPE|PROTO|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)|CERT_\w+|ERR_(?:SSL|TLS)_\w+|(?:SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)_\w+)$/;

/** Silences the library's logger: errors are thrown, and nothing else is worth logging. */
const ignore = (): void => undefined;
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Imports the library, and makes a client. Connects to nothing yet. */
export async function connectS3(settings: S3Settings): Promise<S3Connection> {
  const sdk = await import('@aws-sdk/client-s3');
  const { region, endpoint, accessKeyId, secretAccessKey } = settings;
  const given = accessKeyId !== undefined && secretAccessKey !== undefined;
  const client = new sdk.S3Client({
    region,
    logger: SILENT,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: RESPONSE_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_TIMEOUT_MS,
    },
    // Checksums beyond the protocol's first version are unknown to many stores. What is sent is signed with its
    // SHA-256, which every store verifies, and what is read is compared with the hash in its key.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Stores other than Amazon's are addressed by path. Without keys, the library uses the environment's, as
    // Amazon's tools do.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(given ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  });
  client.middlewareStack.add((next) => (args) => next(args).catch(describe), { step: 'initialize', name: 'describe' });
  return { sdk, client };
}

/** Some stores name an error without describing it, and no store has a body for HEAD. */
function describe(error: Error & { $metadata?: { httpStatusCode?: number } }): never {
  if (error.message === 'UnknownError') error.message = `HTTP ${error.$metadata?.httpStatusCode}`;
  throw error;
}

/** Milliseconds until the response to a request with a body of so many bytes begins. */
export function responseTimeout(bytes: number): number {
  return RESPONSE_TIMEOUT_MS + Math.ceil(bytes / SLOW_LINE_BYTES_PER_MS);
}

/** Deletes at most a thousand objects with one request. Throws an Error if the store keeps some. */
export async function deleteObjects({ sdk, client }: S3Connection, Bucket: string, keys: string[]): Promise<void> {
  const Objects = keys.map((Key) => ({ Key }));
  const command = new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } });
  // The library sends a newer checksum only; many stores demand the one of the protocol's first version.
  command.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { headers: Record<string, string>; body: string };
      request.headers['content-md5'] = createHash('md5').update(request.body).digest('base64');
      return next(args);
    },
    { step: 'build', name: 'contentMd5' },
  );
  const requestTimeout = RESPONSE_TIMEOUT_MS + keys.length * DELETE_MS;
  const { Errors: faults = [] } = await client.send(command, { requestTimeout }).catch(rethrow);
  if (faults.length > 0) throw new Error(`The store did not delete ${faults.length} files: ${faults[0]?.Code}`);
}

export function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'NoSuchKey' || error.name === 'NotFound';
}

/** Whether the store could not be reached, broke the connection off or was temporarily unable to respond. */
export function isTemporary(error: unknown): boolean {
  const { name, code, $metadata } = error as { name?: string; code?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode ?? 0;
  return name === 'TimeoutError' || NETWORK_ERROR_CODES.test(code ?? '') || status === 429 || status >= 500;
}

/**
 * Throws Unavailable where the store does not answer, and where it refuses the request, with the name of its error; an
 * Error with the code EDQUOT where a quota is used up.
 */
export function rethrow(error: unknown): never {
  if (isTemporary(error)) throw unavailable(error);
  const { name, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  if ($metadata?.httpStatusCode === undefined) throw error;
  if (name === 'QuotaExceeded')
    throw Object.assign(new Error('The quota of the store of files is used up', { cause: error }), { code: 'EDQUOT' });
  throw new Unavailable(`The store of files refuses the request (${name})`, { cause: error });
}

export function unavailable(cause: unknown): Unavailable {
  return new Unavailable('The store of files does not answer: try again later', { cause });
}
