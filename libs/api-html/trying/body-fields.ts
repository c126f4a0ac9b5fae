import { h, type Child } from '#page-html';
import { MAX_EXAMPLE } from '../context.js';
import type { Body, Media, OperationParts } from '../parts/operation-parts.js';
import { filesOf, isBinary, typesOfFile } from '../samples/files.js';
import { bodyText } from '../samples/request.js';
import { firstEntries, objectOf } from '#openapi';
import type { Sheet } from '../sheet.js';
import { lineOf } from '../text.js';
import { FIELDS } from './fields.js';
import { labelled } from './labelled.js';
import { hasBody } from './methods.js';

const bodyOf = ({ body, method }: OperationParts): Body | undefined =>
  body !== undefined && body.media.length > 0 && hasBody(method) ? body : undefined;

/** Whether a form that tries an operation can have files. */
export const hasFiles = (sheet: Sheet, parts: OperationParts): boolean =>
  bodyOf(parts)?.media.some((one) => filesOf(sheet, one).length > 0) === true;

/** The body of a request: its media type where there are several, its text, and its files. */
export function drawBodyFields(sheet: Sheet, parts: OperationParts, id: string): Child {
  const body = bodyOf(parts);
  if (body === undefined) return null;
  const { words } = sheet;
  const own = `${id}-body`;
  const isAlone = body.media.length === 1;
  const types = body.media.map(({ type }, index) => h('option', { value: index }, type));
  const type = { id: `${own}-type`, label: words.mediaType };
  return [
    !isAlone && labelled(type, h('select', { id: type.id, name: FIELDS.mediaType }, ...types), words),
    drawText(sheet, body, own, isAlone),
    ...body.media.map((one, index) => drawFiles(sheet, one, index, { id: own, isAlone, isRequired: body.isRequired })),
  ];
}

/** Nothing where all of a body is in files. */
function drawText(sheet: Sheet, body: Body, id: string, isAlone: boolean): Child {
  const { words } = sheet;
  const first = body.media.find((one) => hasText(sheet, one));
  if (first === undefined) return null;
  const text = bodyText(sheet, first).slice(0, MAX_EXAMPLE);
  const rows = Math.min(16, Math.max(4, text.split('\n').length));
  const isRequired = body.isRequired && isAlone;
  const area = h('textarea', { id, name: FIELDS.body, rows, spellcheck: 'false', required: isRequired }, text);
  return labelled({ id, label: words.requestBody, isRequired }, area, words);
}

function hasText(sheet: Sheet, media: Media): boolean {
  if (isBinary(sheet, media)) return false;
  const files = filesOf(sheet, media).length;
  return files === 0 || firstEntries(objectOf(sheet.at(media.media['schema']))['properties']).length > files;
}

interface Place {
  id: string;
  /** Whether the body has this media type only. */
  isAlone: boolean;
  isRequired: boolean;
}

function drawFiles(sheet: Sheet, media: Media, at: number, { id, isAlone, isRequired }: Place): Child {
  const { words } = sheet;
  const ofType = isAlone ? null : [' ', h('span', { class: 'api-flag' }, media.type)];
  return filesOf(sheet, media).map((field, index) => {
    const own = `${id}-file-${at}-${index}`;
    const accept = (field.name === '' ? [media.type] : typesOfFile(media, field.name)).filter(isAccepted).join(',');
    const required = isAlone && (field.name === '' ? isRequired : field.isRequired);
    const label = [field.name === '' ? words.requestBody : h('code', null, lineOf(field.name)), ofType];
    const input = h('input', {
      type: 'file',
      id: own,
      name: FIELDS.file(at, index),
      required,
      multiple: field.isList,
      accept: accept === '' ? undefined : accept,
    });
    return labelled({ id: own, label, isRequired: required }, input, words);
  });
}

/** A type that a browser can tell files by. */
const isAccepted = (type: string): boolean => /^[\w.+-]+\/[\w.+*-]+$/.test(type) && type !== 'application/octet-stream';
