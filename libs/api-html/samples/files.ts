import { isObject } from '#openapi';
import type { Media } from '../parts/operation-parts.js';
import { saidOf, viewOf } from '../schema/view.js';
import type { Sheet } from '../sheet.js';
import { isForm } from './examples.js';

/** A file that is sent in a body: a field of a form, or all of the body (`name` is empty). */
export interface FileField {
  name: string;
  isRequired: boolean;
  /** Whether there may be several. */
  isList: boolean;
}

const MOST_FILES = 20;
/** Media types whose bodies are bytes, whatever their schema says. */
const BINARY =
  /^(?:(?:audio|font|video)\/|image\/(?!svg)|application\/(?:gzip|octet-stream|pdf|vnd\.ms-|vnd\.openxmlformats-|x-tar|zip))/i;

/** Whether a schema describes bytes, and not a text in which bytes are encoded. */
export function isFile(sheet: Sheet, schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const { members } = viewOf(sheet, schema);
  if (saidOf(members, 'format') === 'binary') return true;
  const type = saidOf(members, 'contentMediaType');
  return type !== undefined && saidOf(members, 'contentEncoding') === undefined && type !== 'application/json';
}

/** Whether a body in a media type is one file. */
export const isBinary = (sheet: Sheet, { type, media }: Media): boolean =>
  !isForm(type) && (BINARY.test(type) || isFile(sheet, media['schema']));

/** The files that a body in a media type may have. */
export function filesOf(sheet: Sheet, body: Media): FileField[] {
  const { type, media } = body;
  if (isBinary(sheet, body)) return [{ name: '', isRequired: false, isList: false }];
  if (!/^multipart\//i.test(type)) return [];
  const shape = sheet.shapes.of(media['schema']);
  return (shape?.properties ?? [])
    .flatMap(([name, schema]): FileField[] => {
      const items = viewOf(sheet, schema).shape?.items;
      const isList = isFile(sheet, items);
      return isList || isFile(sheet, schema) ? [{ name, isRequired: shape?.required.has(name) ?? false, isList }] : [];
    })
    .slice(0, MOST_FILES);
}

/** Names of the media types that a file of a form may have. */
export function typesOfFile({ media }: Media, name: string): string[] {
  const encoding = isObject(media['encoding']) ? media['encoding'][name] : undefined;
  const types = isObject(encoding) && typeof encoding['contentType'] === 'string' ? encoding['contentType'] : '';
  return types
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
