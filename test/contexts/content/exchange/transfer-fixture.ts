import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, ApiClient, Json, Request } from '#testing/api-client';
import type { TestSpace } from '#testing/test-space';
import { ZipSource } from '../../../../src/content/exchange/infrastructure/sources/zip-source.js';
import { scratch } from '../scratch.js';
import { rawZip } from './raw-zip.js';

const BOUNDARY = 'a-boundary';

/** A one-pixel PNG. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Documentation with everything an import understands. */
export const DOCS: Record<string, string | Buffer> = {
  '.gitbook.yaml': 'structure:\n  readme: README.md\n  summary: SUMMARY.md\nredirects:\n  old/start: guides/first.md\n',
  '.gitbook/vars.yaml': 'product: Rocket\n',
  '.gitbook/includes/note.md': '---\ntitle: A note\n---\n\nMind the [first guide](../../guides/first.md).\n',
  '.gitbook/assets/pixel.png': PIXEL,
  'SUMMARY.md': [
    '# Table of contents',
    '',
    '* [Welcome](README.md)',
    '',
    '## Guides',
    '',
    '* [First guide](guides/first.md)',
    '  * [Deeper](guides/deeper.md "Deep")',
    '* [Elsewhere](https://example.com/docs)',
    '',
  ].join('\n'),
  'README.md':
    '# Welcome\n\nStart with the [first guide](guides/first.md#steps) or read [nothing](gone.md).\n\n![A pixel](.gitbook/assets/pixel.png)\n',
  'guides/first.md': [
    '---',
    'description: How it begins',
    'icon: rocket',
    'colour: red',
    '---',
    '',
    '# First guide',
    '',
    'One paragraph that stays.',
    '',
    '## Steps',
    '',
    'See [Deeper](deeper.md), and the [data](../data.csv).',
    '',
    '{% include "../.gitbook/includes/note.md" %}',
    '',
  ].join('\n'),
  'guides/deeper.md': '# Deeper\n\n{% hint style="info" %}\nMore of it.\n{% endhint %}\n',
  'data.csv': 'a,b\n1,2\n',
  Makefile: 'all:\n',
};

export function zipOf(files: Record<string, string | Buffer>): Buffer {
  return rawZip(Object.entries(files).map(([name, data]) => ({ name, data })));
}

/** The texts of the files in an archive, by their paths. */
export async function textsIn(archive: Buffer): Promise<Map<string, string>> {
  const path = join(await scratch(), 'archive.zip');
  writeFileSync(path, archive);
  const zip = await ZipSource.open(path);
  const files = new Map<string, string>();
  for (const file of await zip.list()) files.set(file.path, (await zip.read(file.path)).toString('utf8'));
  await zip.close();
  return files;
}

/** Sends an archive as a browser would. */
export function upload(api: ApiClient, spaceId: string, archive: Buffer): Promise<Answer> {
  return api.post(`/v1/spaces/${spaceId}/content/import`, undefined, uploadOf(archive));
}

/** The request by which a browser sends an archive or another file. */
export function uploadOf(bytes: Buffer, name = 'docs.zip'): Request {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

/** Imports files that must be taken; answers the report. */
export async function importFiles(space: TestSpace, files: Record<string, string | Buffer>): Promise<Json> {
  const answer = await upload(space.api, space.id, zipOf(files));
  if (answer.status !== 201) throw new Error(`The import was answered with ${answer.status}: ${answer.text}`);
  return answer.body;
}

/** The id of the page at a path. */
export async function idAt(space: TestSpace, path: string): Promise<string> {
  return (await space.api.get(`${space.path}/content/path/${encodeURIComponent(path)}`)).body.id;
}

/** Everything that two spaces of one organization share if their content is equal: all but ids and times. */
export async function contentOf(space: TestSpace): Promise<object> {
  const { body } = await space.api.get(`${space.path}/content`);
  const pages: object[] = [];
  const walk = async (level: Json[]): Promise<void> => {
    for (const page of level) {
      const { id, pages: below, createdAt, updatedAt, urls, git, documentId, target, ...fields } = page;
      void [createdAt, updatedAt, urls, git, documentId, target];
      const markdown = page.type === 'document' ? await space.markdown(id) : '';
      pages.push({ ...fields, markdown: withoutIds(markdown) });
      await walk(below);
    }
  };
  await walk(body.pages);
  const files = (body.files as Json[]).map(({ name, size, contentType, downloadURL }) => [
    name,
    size,
    contentType,
    downloadURL,
  ]);
  const contents = (body.reusableContents as Json[]).map(({ title }) => title);
  return { pages, files: files.sort(), contents, variables: body.variables };
}

/** Reusable content is named by its id, which every space gives itself. */
function withoutIds(markdown: string): string {
  return markdown.replace(/reusable-content(s?)\/[0-9A-Za-z]{20}/g, 'reusable-content$1/ID');
}
