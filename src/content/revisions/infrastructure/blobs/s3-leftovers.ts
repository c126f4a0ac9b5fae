import type { S3Connection } from './s3-connection.js';

/** What follows the prefix in the key of a blob. */
export const BLOB_KEY = /^[A-Za-z0-9_-]{1,100}\/[0-9a-f]{2}\/[0-9a-f]{64}$/;

/**
 * Removes the parts of uploads that were begun before a moment and neither completed nor aborted, because a process
 * was killed. Ends only uploads below the prefix whose names are of the form; others may use the bucket too. Ends early, without an error,
 * where the store does not allow or know it: it is tried again by the next process.
 */
export async function abortLeftUploads(
  { sdk, client }: S3Connection,
  { bucket: Bucket, prefix: Prefix }: { bucket: string; prefix: string },
  before: Date,
  form: RegExp,
): Promise<void> {
  try {
    let at: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
    while (at) {
      const listed: Awaited<ReturnType<typeof list>> = await list(at);
      for (const { Key = '', UploadId = '', Initiated } of listed.Uploads ?? [])
        if (Initiated && Initiated < before && form.test(Key.slice(Prefix.length)))
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
