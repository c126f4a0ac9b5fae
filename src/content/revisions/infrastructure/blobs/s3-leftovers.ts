import type { S3Connection } from './s3-connection.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** What follows the prefix in the key of a blob. */
const BLOB_KEY = /^[A-Za-z0-9_-]{1,100}\/[0-9a-f]{2}\/[0-9a-f]{64}$/;

/**
 * Removes the parts of uploads that were begun more than a day ago and neither completed nor aborted, because a process
 * was killed. Ends only uploads of blobs below the prefix; others may use the bucket too. Ends early, without an error,
 * where the store does not allow or know it: it is tried again by the next process.
 */
export async function abortLeftUploads({ sdk, client }: S3Connection, Bucket: string, Prefix: string): Promise<void> {
  const before = Date.now() - DAY_MS;
  try {
    let at: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
    while (at) {
      const listed: Awaited<ReturnType<typeof list>> = await list(at);
      for (const { Key = '', UploadId = '', Initiated } of listed.Uploads ?? [])
        if (Initiated && Initiated.getTime() < before && BLOB_KEY.test(Key.slice(Prefix.length)))
          await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = listed;
      at = IsTruncated && KeyMarker && UploadIdMarker ? { KeyMarker, UploadIdMarker } : undefined;
    }
  } catch {
    // The next process tries again.
  }

  function list(at: { KeyMarker?: string; UploadIdMarker?: string }) {
    return client.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix, ...at }));
  }
}
