import { randomBytes } from 'node:crypto';
import type { S3Settings } from '#kernel/infrastructure/settings';
import { connectS3, deleteObjects } from '../../../src/content/revisions/infrastructure/blobs/s3-connection.js';
import { S3Server } from './s3-server.js';

const { QUIRE_TEST_S3 } = process.env;

/** How a store is reached. */
interface Access {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** A bucket that a test made, and how it is reached. */
export type TestBucket = Omit<S3Settings, 'prefix'> & Access;

/**
 * The S3 store of these tests: the one at QUIRE_TEST_S3 (`http://key:secret@host:port?region=us-east-1`), or else a Swift
 * that is started for them. Buckets have new names and are removed in the end, since others may use the store.
 */
export class S3Store {
  readonly #swift = QUIRE_TEST_S3 === undefined ? new S3Server() : undefined;
  readonly #buckets: TestBucket[] = [];

  /** For the names of tests. */
  static label(): string {
    return QUIRE_TEST_S3 === undefined
      ? `OpenStack Swift ${S3Server.version()}`
      : `the store at ${new URL(QUIRE_TEST_S3).host}`;
  }

  async start(): Promise<void> {
    await this.#swift?.start();
  }

  async makeBucket(): Promise<TestBucket> {
    const bucket = { ...this.#access(), bucket: `quire-test-${randomBytes(6).toString('hex')}` };
    const { sdk, client } = await connectS3({ ...bucket, prefix: '' });
    await client.send(new sdk.CreateBucketCommand({ Bucket: bucket.bucket }));
    client.destroy();
    this.#buckets.push(bucket);
    return bucket;
  }

  async dispose(): Promise<void> {
    if (this.#swift) return this.#swift.dispose();
    for (const bucket of this.#buckets) await removeBucket(bucket);
  }

  #access(): Access {
    if (this.#swift) {
      const { endpoint, region, accessKeyId, secretAccessKey } = this.#swift;
      return { endpoint, region, accessKeyId, secretAccessKey };
    }
    const { origin, username, password, searchParams } = new URL(QUIRE_TEST_S3 ?? '');
    return {
      endpoint: origin,
      region: searchParams.get('region') ?? 'us-east-1',
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
    };
  }
}

async function removeBucket(bucket: TestBucket): Promise<void> {
  const connection = await connectS3({ ...bucket, prefix: '' });
  const { sdk, client } = connection;
  const { bucket: Bucket } = bucket;
  const { Uploads = [] } = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket }));
  for (const { Key, UploadId } of Uploads)
    await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  for (;;) {
    const { Contents = [] } = await client.send(new sdk.ListObjectsV2Command({ Bucket }));
    if (Contents.length === 0) break;
    await deleteObjects(
      connection,
      Bucket,
      Contents.map(({ Key = '' }) => Key),
    );
  }
  await client.send(new sdk.DeleteBucketCommand({ Bucket }));
  client.destroy();
}
