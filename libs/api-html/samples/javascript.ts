import type { SampleRequest } from './request.js';

/**
 * A request with `fetch`. Written here: the library's own form leaves quotes in texts as they are, and makes objects of
 * lists.
 */
export function javascriptOf({ method, url, headers, body }: SampleRequest): string {
  const options: string[] = [];
  const lines: string[] = [];
  if (method !== 'GET') options.push(`method: ${JSON.stringify(method)}`);
  const isMultipart = body?.fields !== undefined && body.mediaType.startsWith('multipart/');
  const sent = headers.filter(({ name }) => !(isMultipart && name === 'Content-Type'));
  if (sent.length > 0) {
    const fields = sent.map(({ name, value }) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
    options.push(`headers: {\n${fields.join('\n')}\n  }`);
  }
  if (isMultipart) {
    lines.push('const form = new FormData();');
    for (const { name, value, isFile } of body.fields ?? [])
      lines.push(`form.append(${JSON.stringify(name)}, ${isFile ? 'file' : JSON.stringify(value)});`);
    lines.push('');
    options.push('body: form');
  } else if (body?.fields !== undefined) {
    options.push(`body: new URLSearchParams(${indented(jsonOf(body.fields))})`);
  } else if (body !== undefined && body.text !== '') {
    const isJson = /\bjson\b/i.test(body.mediaType);
    options.push(isJson ? `body: JSON.stringify(${indented(body.text)})` : `body: ${JSON.stringify(body.text)}`);
  }
  const rest = options.length === 0 ? '' : `, {\n${options.map((option) => `  ${option},\n`).join('')}}`;
  lines.push(`const response = await fetch(${JSON.stringify(url)}${rest});`, 'console.log(await response.text());');
  return lines.join('\n');
}

const jsonOf = (fields: readonly { name: string; value: string }[]): string =>
  JSON.stringify(Object.fromEntries(fields.map(({ name, value }) => [name, value])), null, 2);

const indented = (text: string): string => text.replaceAll('\n', '\n  ');
