import { buffer } from 'node:stream/consumers';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { zipFolder } from './content/exchange/infrastructure/sources/folder-zip.js';

const ORGANIZATION = 'Quire';
const SPACE = 'Quire documentation';
const BOUNDARY = 'quire-documentation';

/**
 * Creates the sample organization, whose space has the Markdown under docs/ and is published. It uses the API, like any user's
 * documentation. Returns a description of the result; where it fails, the server starts all the same.
 */
export async function createSample(app: NestFastifyApplication, token: string): Promise<string | undefined> {
  try {
    const organization = await create(app, token, '/v1/orgs', { title: ORGANIZATION });
    const folder = documentation();
    if (folder === undefined) return undefined;
    const space = await create(app, token, `/v1/orgs/${organization}/spaces`, { title: SPACE, empty: true });
    const type = `multipart/form-data; boundary=${BOUNDARY}`;
    await post(app, token, `/v1/spaces/${space}/content/import`, type, await archiveOf(folder));
    const site = await publishedSite(app, token, organization, space);
    return `the space "${SPACE}", ${space}, published at ${site}`;
  } catch (error) {
    return `could not be created: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Publishes the space for everyone. Returns the address of its site. */
async function publishedSite(
  app: NestFastifyApplication,
  token: string,
  organization: string,
  space: string,
): Promise<string> {
  const sites = `/v1/orgs/${organization}/sites`;
  const site = await create(app, token, sites, { title: SPACE, visibility: 'public' });
  await create(app, token, `${sites}/${site}/site-spaces`, { spaceId: space });
  await inThemeOfReaders(app, token, `${sites}/${site}/customization`);
  const published = await post(app, token, `${sites}/${site}/publish`, 'application/json', '{}', 200);
  return (JSON.parse(published) as { urls: { published: string } }).urls.published;
}

/** Light or dark, as each reader's system is. */
async function inThemeOfReaders(app: NestFastifyApplication, token: string, url: string): Promise<void> {
  const look = JSON.parse(await send(app, token, { method: 'GET', url }, 200)) as { themes: object };
  const payload = JSON.stringify({ ...look, themes: { ...look.themes, default: 'system' } });
  await send(app, token, { method: 'PUT', url, headers: { 'content-type': 'application/json' }, payload }, 200);
}

/** The folder docs/ beside package.json, relative to this file in the sources or in the build. */
function documentation(): string | undefined {
  const candidates = ['../docs/', '../../docs/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return candidates.find((folder) => existsSync(`${folder}SUMMARY.md`));
}

async function archiveOf(folder: string): Promise<Buffer> {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="docs.zip"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), await buffer(zipFolder(folder)), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

async function create(app: NestFastifyApplication, token: string, url: string, body: object): Promise<string> {
  const answer = await post(app, token, url, 'application/json', JSON.stringify(body));
  return (JSON.parse(answer) as { id: string }).id;
}

function post(
  app: NestFastifyApplication,
  token: string,
  url: string,
  type: string,
  payload: string | Buffer,
  success = 201,
): Promise<string> {
  return send(app, token, { method: 'POST', url, headers: { 'content-type': type }, payload }, success);
}

interface SentRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers?: Record<string, string>;
  payload?: string | Buffer;
}

async function send(
  app: NestFastifyApplication,
  token: string,
  request: SentRequest,
  success: number,
): Promise<string> {
  const headers = { ...request.headers, authorization: `Bearer ${token}` };
  const { statusCode, body } = await app.inject({ ...request, headers });
  if (statusCode !== success)
    throw new Error(`${request.method} ${request.url} was answered with ${statusCode}: ${body}`);
  return body;
}
