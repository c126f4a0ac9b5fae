import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { serveApiDocument } from '#kernel/interface/open-api/serve-document';
import { operationsOf, readApiDocument } from '#testing/api-document';

/** Far above what it takes, far below what it took when it was sent as it is: 4 MB. */
const MOST_BYTES = 1_200_000;
const MOST_WIRE_BYTES = 130_000;

const document = readApiDocument();

class Nothing {}

describe('the document as it is served', () => {
  let app: NestFastifyApplication;

  beforeAll(async () => {
    app = await NestFactory.create<NestFastifyApplication>(Nothing, new FastifyAdapter(), { logger: false });
    // What describes operations is there in a build alone; here the committed document is served.
    serveApiDocument(app, () => document as unknown as OpenAPIObject);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
  });

  afterAll(() => app.close());

  const get = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await app.getHttpAdapter().getInstance().inject({ method: 'GET', url, headers });
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
  };

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is sent as %s to those who take it', async (encoding, unpack) => {
    const plain = await get('/openapi.json');
    const packed = await get('/openapi.json', { 'accept-encoding': encoding });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(unpack(packed.bytes).equals(plain.bytes)).toBe(true);
    expect(plain.bytes.length).toBeLessThan(MOST_BYTES);
    expect(packed.bytes.length).toBeLessThan(MOST_WIRE_BYTES);
  });

  it('is not sent again to those who have it, in whichever form', async () => {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const { headers } = await get('/openapi.json', { 'accept-encoding': encoding });
      expect(headers['cache-control']).toBe('public, no-cache');
      const again = await get('/openapi.json', { 'if-none-match': String(headers.etag) });
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([
        304,
        0,
        String(headers.etag).replace('W/', ''),
      ]);
    }
  });

  it('is read by the page from there, so that the page itself holds nothing of it', async () => {
    const page = await get('/docs');
    expect(page.status).toBe(200);
    const start = (await get('/docs/swagger-ui-init.js')).bytes.toString();
    expect(start).toContain('"swaggerUrl": "/openapi.json"');
    expect(start).not.toContain('"paths"');
    expect(start.length).toBeLessThan(10_000);
    const filter = await get('/docs/filter.js');
    expect(filter.headers['content-type']).toMatch(/^text\/javascript/);
    expect(page.bytes.toString()).toContain(`src='/docs/filter.js'`);
    expect((await get('/openapi.yaml')).bytes.toString()).toMatch(/^openapi: 3\.1\.0$/m);
  });

  it('says once what operations have in common', () => {
    const seen = new Map<string, number>();
    for (const operations of Object.values(document.paths)) {
      for (const { parameters = [], responses } of Object.values(operations)) {
        for (const part of [...parameters, ...Object.entries(responses).map(([status, own]) => ({ status, ...own }))]) {
          if ('$ref' in part) continue;
          if ('status' in part && /^[345]/.test(part.status)) throw new Error(`${part.status} is said in an operation`);
          if (!('name' in part) || !/^[A-Za-z]+$/.test(part.name)) continue;
          const text = JSON.stringify(part);
          seen.set(text, (seen.get(text) ?? 0) + 1);
        }
      }
    }
    const names = Object.keys(document.components.parameters);
    const repeated = [...seen]
      .filter(([, count]) => count > 1)
      .map(([text]) => (JSON.parse(text) as { name: string }).name);
    // Of several parameters with one name, one is shared.
    expect(repeated.filter((name) => !names.includes(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['spaceId', 'organizationId', 'limit', 'page']));
  });

  it('has every operation under a tag, in the order of the tags', () => {
    const tags = (document.tags ?? []).map(({ name }) => name);
    expect(tags.slice(0, 4)).toEqual(['service', 'users', 'organizations', 'members']);
    const order = ['organizations', 'spaces', 'space content', 'change requests', 'sites'].map((tag) =>
      tags.indexOf(tag),
    );
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(operationsOf(document).filter(({ operation }) => !tags.includes(operation.tags?.[0] ?? ''))).toEqual([]);
  });
});
