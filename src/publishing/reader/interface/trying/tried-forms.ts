import { BadRequestException, Injectable, PayloadTooLargeException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Form } from '#kernel/interface/bodies/forms';
import { FileSenders } from '../../application/trying/file-senders.js';
import type { TriedFile, TriedForm } from '../../application/trying/tried-requests.queries.js';

const MOST_FILES = 8;
/** Bytes of all fields and files of a form with files. */
const MOST_BYTES = 4_000_000;
const MOST_FIELDS = 300;
const MOST_OF_FIELD = 65_536;
/** How long a form with files may take. */
const DEADLINE_MS = 20_000;

type Entered = Pick<TriedForm, 'fields' | 'files'>;

/** Reads the forms of operations: those with files are multipart, and larger than other forms. */
@Injectable()
export class TriedForms {
  constructor(private readonly senders: FileSenders) {}

  async read(request: FastifyRequest, form: Form): Promise<Entered> {
    if (!request.isMultipart()) return { fields: Object.fromEntries(form.fields), files: {} };
    return this.senders.read(request.ip, () => this.#read(request));
  }

  async #read(request: FastifyRequest): Promise<Entered> {
    const late = setTimeout(() => request.raw.destroy(), DEADLINE_MS);
    try {
      return await readParts(request);
    } catch (error) {
      // What is wrong with the form of a body is not always marked as the sender's fault.
      if (error instanceof Error && !('statusCode' in error) && !('status' in error))
        throw new BadRequestException(error.message);
      throw error;
    } finally {
      clearTimeout(late);
    }
  }
}

async function readParts(request: FastifyRequest): Promise<Entered> {
  const fields = new Map<string, string>();
  const files = new Map<string, TriedFile[]>();
  const limits = { files: MOST_FILES, fields: MOST_FIELDS, fieldSize: MOST_OF_FIELD, fileSize: MOST_BYTES + 1 };
  let left = MOST_BYTES;
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      const { fieldname, value } = part;
      if (fields.has(fieldname)) throw new BadRequestException('A field of the form comes twice');
      const text = String(value);
      if (text.includes('\u0000')) throw new BadRequestException('The form contains the NUL character');
      fields.set(fieldname, text);
      left -= text.length;
      continue;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      left -= chunk.length;
      if (left >= 0) chunks.push(chunk);
    }
    if (left < 0)
      throw new PayloadTooLargeException(`The files of a request may have at most ${MOST_BYTES} bytes together`);
    const bytes = Buffer.concat(chunks);
    // A field in which no file was chosen is sent as an empty file without a name.
    if (bytes.length === 0 && !part.filename) continue;
    const file = { name: part.filename ?? '', type: part.mimetype, bytes };
    files.set(part.fieldname, [...(files.get(part.fieldname) ?? []), file]);
  }
  return { fields: Object.fromEntries(fields), files: Object.fromEntries(files) };
}
