import { randomBytes } from 'node:crypto';

/** A body of multipart/form-data, and its content type. */
export interface Form {
  body: Buffer;
  contentType: string;
}

/**
 * Writes a form. A buffer is a file in it, a text is not. Names are written as they are: they must not have quotes or
 * line breaks. The platform's `FormData` writes the same, as a stream of pieces, which takes nine times as long.
 */
export function formOf(parts: Readonly<Record<string, string | Buffer>>): Form {
  const boundary = `form-${randomBytes(16).toString('hex')}`;
  const pieces = Object.entries(parts).flatMap(([name, value]) => {
    const file = typeof value === 'string' ? '' : '; filename="blob"\r\ncontent-type: application/octet-stream';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), typeof value === 'string' ? Buffer.from(value) : value, Buffer.from('\r\n')];
  });
  const body = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}
