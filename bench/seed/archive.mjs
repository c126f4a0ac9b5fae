/** Realistic Markdown documentation: folders, a SUMMARY.md, relative links. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import { pageMarkdown, titleOf } from './markdown.mjs';

const PAGES_IN_FOLDER = 25;

/** The files, as path and text. */
export function* filesOf(count) {
  const lines = ['# Summary', ''];
  for (let number = 0; number < count; number++) {
    const folder = `part-${Math.floor(number / PAGES_IN_FOLDER)}`;
    const place = number % PAGES_IN_FOLDER;
    const name = place === 0 ? 'README.md' : `page-${number}.md`;
    const links = [`../part-0/README.md`, place === 0 ? 'README.md#first' : 'README.md'];
    yield [`${folder}/${name}`, pageMarkdown(number, links)];
    lines.push(`${place === 0 ? '' : '  '}* [${titleOf(number)}](${folder}/${name})`);
  }
  yield ['SUMMARY.md', `${lines.join('\n')}\n`];
}

/** The same as a zip archive. */
export async function archiveOf(count) {
  const zip = new yazl.ZipFile();
  for (const [path, text] of filesOf(count)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  return buffer(zip.outputStream);
}

/** Bytes as the body of a form, with the type to send it under. */
export function formOf(archive, filename = 'docs.zip') {
  const boundary = createHash('sha1').update(archive).digest('hex');
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), archive, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}
