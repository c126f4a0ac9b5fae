import { isObject } from '#openapi';
import { isForm, isJson } from '../samples/examples.js';

const TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:;\s*charset=[\w-]+)?$/i;
const MOST_FIELDS = 200;

/** A body as it is sent. Fields of forms are entered as JSON; what is entered for other types is sent as it is. */
export function encodeBody(type: string, text: string): { type: string; text: string } | { problem: string } {
  if (type === '*/*') return encodeBody('application/json', text);
  if (!TYPE.test(type)) return { problem: `A body of the type ${type} cannot be tried` };
  if (isForm(type)) return encodeForm(type, text);
  if (isJson(type) && !/ndjson|jsonl/i.test(type) && !isJsonText(text))
    return { problem: 'The body is not valid JSON' };
  return { type, text };
}

function encodeForm(type: string, text: string): { type: string; text: string } | { problem: string } {
  const fields = isJsonText(text) ? (JSON.parse(text) as unknown) : undefined;
  if (!isObject(fields)) return { problem: 'The fields of the form are not a JSON object' };
  const pairs = Object.entries(fields)
    .slice(0, MOST_FIELDS)
    .flatMap(([name, value]): [string, string][] => {
      const values: unknown[] = Array.isArray(value) ? value.slice(0, MOST_FIELDS) : [value];
      return values.map((one) => [name, typeof one === 'string' ? one : JSON.stringify(one)]);
    });
  if (!/^multipart\//i.test(type)) return { type, text: new URLSearchParams(pairs).toString() };
  return multipart(pairs);
}

function multipart(pairs: readonly [string, string][]): { type: string; text: string } {
  const boundary = `----field-${crypto.randomUUID()}`;
  const quoted = (name: string): string => name.replace(/["\r\n]/g, (sign) => encodeURIComponent(sign));
  const parts = pairs.map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
  );
  return { type: `multipart/form-data; boundary=${boundary}`, text: `${parts.join('')}--${boundary}--\r\n` };
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
