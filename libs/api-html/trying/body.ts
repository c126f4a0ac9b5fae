import { isObject } from '#openapi';
import { isForm, isJson } from '../samples/examples.js';

/** A file that a reader sends: the field of our form that it came in, and its place in that. */
export interface SentFile {
  field: string;
  index: number;
  /** As the browser says them. */
  name: string;
  type: string;
}

/** A file of a form, by the name of its field in the API. */
export type FormFile = SentFile & { property: string };

/** A part of a body: a text, or all bytes of a file. */
export type BodyPiece = string | Pick<SentFile, 'field' | 'index'>;

/** A body as it is sent; in pieces where it has files. */
export interface EncodedBody {
  type: string;
  text: string | readonly BodyPiece[];
}

const TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:;\s*charset=[\w-]+)?$/i;
const OCTETS = 'application/octet-stream';
const MOST_FIELDS = 200;

/** A body of texts. Fields of forms are entered as JSON; what is entered for other types is sent as it is. */
export function encodeBody(
  type: string,
  text: string,
  files: readonly FormFile[] = [],
): EncodedBody | { problem: string } {
  if (type === '*/*') return encodeBody('application/json', text);
  if (!TYPE.test(type)) return { problem: `A body of the type ${type} cannot be tried` };
  if (isForm(type)) return encodeForm(type, text, files);
  if (isJson(type) && !/ndjson|jsonl/i.test(type) && !isJsonText(text))
    return { problem: 'The body is not valid JSON' };
  return { type, text };
}

/** A body that is one file. Where a range of types may be sent (`image/*`), it has the type of the file. */
export function encodeFile(type: string, file: SentFile): EncodedBody | { problem: string } {
  const own = TYPE.test(file.type) ? file.type : OCTETS;
  const [range] = type.split('*');
  const named = !type.includes('*') ? type : own.startsWith(range ?? '') ? own : undefined;
  if (named === undefined || !TYPE.test(named)) return { problem: `A file of the type ${own} is none of ${type}` };
  return { type: named, text: [{ field: file.field, index: file.index }] };
}

type Pair = [name: string, value: string, type?: string];

function encodeForm(type: string, text: string, files: readonly FormFile[]): EncodedBody | { problem: string } {
  const fields = isJsonText(text) ? (JSON.parse(text) as unknown) : undefined;
  if (!isObject(fields)) return { problem: 'The fields of the form are not a JSON object' };
  const pairs = Object.entries(fields)
    .slice(0, MOST_FIELDS)
    .flatMap(([name, value]): Pair[] => {
      const values: unknown[] = Array.isArray(value) ? value.slice(0, MOST_FIELDS) : [value];
      return values.map((one): Pair => {
        if (typeof one === 'string') return [name, one];
        return typeof one === 'object' ? [name, JSON.stringify(one), 'application/json'] : [name, JSON.stringify(one)];
      });
    });
  if (/^multipart\//i.test(type)) return multipart(pairs, files);
  return { type, text: new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString() };
}

/** The boundary is one that is not known before, so no file has it. */
function multipart(pairs: readonly Pair[], files: readonly FormFile[]): EncodedBody {
  const boundary = `----field-${crypto.randomUUID()}`;
  const begin = (name: string, more: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"${more}\r\n\r\n`;
  const fields = pairs.map(([name, value, type]) => {
    const typed = type === undefined ? '' : `\r\ncontent-type: ${type}`;
    return `${begin(name, typed)}${value}\r\n`;
  });
  const parts = files.flatMap(({ property, field, index, name, type }): BodyPiece[] => {
    const own = TYPE.test(type) ? type : OCTETS;
    return [begin(property, `; filename="${quoted(name)}"\r\ncontent-type: ${own}`), { field, index }, '\r\n'];
  });
  const end = `--${boundary}--\r\n`;
  const named = `multipart/form-data; boundary=${boundary}`;
  if (files.length === 0) return { type: named, text: `${fields.join('')}${end}` };
  return { type: named, text: [fields.join(''), ...parts, end] };
}

/** As browsers write it. */
const quoted = (name: string): string => name.replace(/["\r\n]/g, (sign) => encodeURIComponent(sign));

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
