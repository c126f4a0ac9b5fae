import type { OperationParts } from '../parts/operation-parts.js';
import { filesOf, isBinary } from '../samples/files.js';
import type { Sheet } from '../sheet.js';
import { encodeBody, encodeFile, type EncodedBody, type FormFile, type SentFile } from './body.js';
import { FIELDS } from './fields.js';
import { hasBody } from './methods.js';

/** What a reader sent of files, by the names of the fields of our form. */
export type SentFiles = Readonly<Record<string, readonly Pick<SentFile, 'name' | 'type'>[]>>;

/** The body that was entered, in the media type that was chosen; undefined for none. */
export function sentBody(
  sheet: Sheet,
  { body, method }: OperationParts,
  read: (name: string) => string,
  files: SentFiles,
): EncodedBody | { problem: string } | undefined {
  if (body === undefined || !hasBody(method)) return undefined;
  const number = Number(read(FIELDS.mediaType) || 0);
  const media = body.media[number];
  const needed = body.isRequired ? { problem: 'A body is needed' } : undefined;
  if (media === undefined) return needed;
  const fields = filesOf(sheet, media);
  const sent = fields.flatMap(({ name: property }, index): FormFile[] => {
    const field = FIELDS.file(number, index);
    const own = Object.hasOwn(files, field) ? (files[field] ?? []) : [];
    return own.map(({ name, type }, at) => ({ field, index: at, name, type, property }));
  });
  if (isBinary(sheet, media)) return sent[0] ? encodeFile(media.type, sent[0]) : needed;
  const text = read(FIELDS.body);
  if (text === '' && sent.length === 0) return needed;
  const missing = fields.find(({ name, isRequired }) => isRequired && !sent.some(({ property }) => property === name));
  if (missing !== undefined) return { problem: `A file is needed for ${missing.name}` };
  return encodeBody(media.type, text === '' ? '{}' : text, sent);
}
