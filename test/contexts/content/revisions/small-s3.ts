import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bytesOf } from '../scratch.js';
import { LocalServer } from './local-server.js';

const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('base64');

/**
 * The part of S3 that the blob store uses, for tests that need nothing but Node. It verifies the hash of each body, but
 * not the signature that covers it. The same tests run on a real store with `npm run test:scale`.
 */
export class SmallS3 extends LocalServer {
  readonly #objects = new Map<string, Buffer>();
  readonly #uploads = new Map<string, { key: string; begun: Date; parts: Map<number, Buffer> }>();

  readonly #modified = new Map<string, Date>();
  #damages = false;
  /** Keys in one list, where a real store has a thousand. */
  listed = 2;
  /** Requests, by their method and what they ask for. */
  readonly requests: string[] = [];
  /** The end of the keys of objects that it does not delete, with a status that is not temporary. */
  keeps: RegExp | undefined;

  /** Makes all objects, and all uploads in parts, so much older. */
  age(ms: number): void {
    for (const [key, time] of this.#modified) this.#modified.set(key, new Date(time.getTime() - ms));
    for (const upload of this.#uploads.values()) upload.begun = new Date(upload.begun.getTime() - ms);
  }

  protected override async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A body that does not arrive whole changes nothing.
    const body = await bytesOf(request).catch(() => undefined);
    if (body === undefined) return;
    this.requests.push(`${request.method} ${request.url}`);
    const { status, xml, bytes } = this.#answer(request, body);
    const content = bytes ?? Buffer.from(xml ?? '');
    const modified = bytes && this.#modified.get(new URL(request.url ?? '/', 'http://s3').pathname);
    response.writeHead(status, {
      ...(status < 300 && request.method === 'PUT' ? { etag: `"${md5(body)}"` } : {}),
      ...(modified ? { 'last-modified': modified.toUTCString(), etag: `"${md5(content)}"` } : {}),
      ...(status === 204 ? {} : { 'content-length': content.length }),
      ...(xml === undefined ? {} : { 'content-type': 'application/xml' }),
    });
    response.end(request.method === 'HEAD' ? undefined : content);
  }

  #answer(request: IncomingMessage, body: Buffer): { status: number; xml?: string; bytes?: Buffer } {
    const { pathname: key, searchParams } = new URL(request.url ?? '/', 'http://s3');
    const { method, headers } = request;
    const refuse = (status: number, code: string) => ({ status, xml: `<Error><Code>${code}</Code></Error>` });
    if (!headers.authorization?.startsWith('AWS4-HMAC-SHA256')) return refuse(403, 'AccessDenied');
    const hash = createHash('sha256').update(body).digest('hex');
    if (headers['x-amz-content-sha256'] !== hash) return refuse(400, 'XAmzContentSHA256Mismatch');
    const id = searchParams.get('uploadId');
    if (id !== null)
      return (
        this.#answerUpload(id, method, Number(searchParams.get('partNumber')), body) ?? refuse(404, 'NoSuchUpload')
      );
    if (method === 'POST' && searchParams.has('uploads')) {
      const begun = randomUUID();
      this.#uploads.set(begun, { key, begun: new Date(), parts: new Map() });
      return {
        status: 200,
        xml: `<InitiateMultipartUploadResult><UploadId>${begun}</UploadId></InitiateMultipartUploadResult>`,
      };
    }
    if (method === 'POST' && searchParams.has('delete')) {
      if (headers['content-md5'] !== md5(body)) return refuse(400, 'InvalidRequest');
      for (const [, named = ''] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g))
        this.#objects.delete(`${key.replace(/\/*$/, '')}/${named}`);
      return { status: 200, xml: '<DeleteResult/>' };
    }
    if (method === 'GET' && searchParams.has('uploads')) return { status: 200, xml: this.#listUploads() };
    if (method === 'GET' && searchParams.get('list-type') === '2')
      return {
        status: 200,
        xml: this.#list(key, {
          prefix: searchParams.get('prefix') ?? '',
          after: searchParams.get('start-after') ?? '',
          most: Math.min(this.listed, Number(searchParams.get('max-keys') ?? this.listed)),
        }),
      };
    if (method === 'PUT') {
      this.#objects.set(key, this.#damages ? Buffer.concat([body.subarray(0, -1), Buffer.from('!')]) : body);
      this.#modified.set(key, new Date());
      this.#damages = false;
      return { status: 200 };
    }
    if (method === 'DELETE') {
      if (this.keeps?.test(key)) return refuse(409, 'OperationAborted');
      this.#objects.delete(key);
      return { status: 204 };
    }
    const object = this.#objects.get(key);
    if (object === undefined) return refuse(404, 'NoSuchKey');
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
    if (from === undefined) return { status: 200, bytes: object };
    return { status: 206, bytes: object.subarray(Number(from), to ? Number(to) + 1 : undefined) };
  }

  #answerUpload(id: string, method = '', part: number, body: Buffer): { status: number; xml?: string } | undefined {
    const upload = this.#uploads.get(id);
    if (!upload) return undefined;
    if (method === 'PUT') {
      upload.parts.set(part, body);
      return { status: 200 };
    }
    this.#uploads.delete(id);
    if (method === 'DELETE') return { status: 204 };
    const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) =>
      Number(number),
    );
    this.#objects.set(upload.key, Buffer.concat(numbers.map((number) => upload.parts.get(number) ?? Buffer.alloc(0))));
    return { status: 200, xml: '<CompleteMultipartUploadResult/>' };
  }

  /** The keys of all objects, with the bucket before them. */
  get keys(): string[] {
    return [...this.#objects.keys()].sort();
  }

  /** Stores an object without a request; `key` with the bucket before it. */
  place(key: string, bytes: Buffer): void {
    this.#objects.set(key, bytes);
    this.#modified.set(key, new Date());
  }

  /** Stores the next object with one byte changed, as no store should. */
  damageNext(): void {
    this.#damages = true;
  }

  #list(bucket: string, { prefix, after, most }: { prefix: string; after: string; most: number }): string {
    const begin = `${bucket.replace(/\/*$/, '')}/`;
    const found = this.keys.filter((key) => key.startsWith(begin + prefix) && key > begin + after);
    const contents = found
      .slice(0, most)
      .map(
        (key) =>
          `<Contents><Key>${key.slice(begin.length)}</Key><Size>${this.#objects.get(key)?.length}</Size>` +
          `<LastModified>${(this.#modified.get(key) ?? new Date()).toISOString()}</LastModified></Contents>`,
      );
    return `<ListBucketResult><IsTruncated>${found.length > most}</IsTruncated>${contents.join('')}</ListBucketResult>`;
  }

  #listUploads(): string {
    const uploads = [...this.#uploads].map(
      ([id, { key, begun }]) =>
        `<Upload><Key>${key.split('/').slice(2).join('/')}</Key><UploadId>${id}</UploadId>` +
        `<Initiated>${begun.toISOString()}</Initiated></Upload>`,
    );
    return `<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`;
  }
}
