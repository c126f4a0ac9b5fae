import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer, Json } from '#testing/api-client';
import { until } from '#testing/test-kernel';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { specification } from './openapi-sources.js';
import { TestSite } from '../visits/visits.js';

describe('the content of OpenAPI specifications', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let path: string;
  let shown: string;

  beforeAll(async () => {
    server = await TestServer.start();
    await server.app.listen(0, '127.0.0.1');
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    ada = await server.administrator();
    path = `/v1/orgs/${ada.organization}/openapi/pets`;
    shown = `/openapi/${ada.organization}/pets`;
  });

  async function put(text = specification('Pets')): Promise<Json> {
    expect((await ada.api.put(path, { source: { text } })).status).toBe(200);
    await server.runJobs();
    return (await ada.api.get(path)).body;
  }
  const show = (visibility: 'public' | 'private'): Promise<Answer> => ada.api.patch(path, { visibility });
  const latest = (): Promise<Answer> => ada.api.get(`${path}/versions/latest/content`);
  const words = (bytes: number): string => 'é"\\ \u{1f600}'.repeat(Math.ceil(bytes / 8));
  const streams = () =>
    server.rows<{ state: string }>(
      `select state from pg_stat_activity where datname = current_database() and application_name = 'quire streams'`,
    );

  it('is a file system with one file, and says where it is had', async () => {
    const { lastVersion } = await put();
    const { status, headers, body } = await latest();
    expect(status).toBe(200);
    const url = `http://quire.test${shown}/versions/${String(lastVersion)}`;
    expect(body).toEqual({
      filesystem: [
        {
          dir: '.',
          isEntrypoint: true,
          references: [],
          filename: 'openapi.json',
          specification: expect.objectContaining({ info: { title: 'Pets', version: '1.0.0' } }),
        },
      ],
      url,
      urls: { source: url, public: null },
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-cache',
      'content-length': String((await latest()).bytes.length),
    });
    expect((await ada.api.get(`${path}/versions/${String(lastVersion)}/content`)).body).toEqual(body);
    await show('public');
    expect((await latest()).body['urls']).toEqual({ source: url, public: `http://quire.test${shown}` });
  });

  it('is also the text as it was sent', async () => {
    const text = `openapi: 3.1.0\ninfo: { title: "Pets \\" é 😀", version: '1' }\npaths: {}\n`;
    await put(text);
    expect((await ada.api.get(`${path}/versions/latest/content/raw`)).body).toEqual({ text, format: 'yaml' });
    await put(specification('Dogs'));
    const { body } = await ada.api.get(`${path}/versions/latest/content/raw`);
    expect(body).toEqual({ text: specification('Dogs'), format: 'json' });
  });

  it('is the same at any size, and has the announced length', async () => {
    const description = words(3_000_000);
    const text = specification('Large', { 'x-words': description });
    await put(text);
    const { body, bytes, headers } = await latest();
    const [file] = body['filesystem'] as { specification: Record<string, unknown> }[];
    expect(file?.specification['x-words']).toBe(description);
    expect(headers['content-length']).toBe(String(bytes.length));
    const raw = await ada.api.get(`${path}/versions/latest/content/raw`);
    expect(raw.body['text']).toBe(text);
    expect(raw.headers['content-length']).toBe(String(raw.bytes.length));
  });

  it('is not sent again while it holds', async () => {
    await put();
    const { etag = '' } = (await latest()).headers;
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await ada.api.get(`${path}/versions/latest/content`, { headers: { 'if-none-match': tag } });
      expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag]);
    }
    await show('public');
    const other = await ada.api.get(`${path}/versions/latest/content`, { headers: { 'if-none-match': etag } });
    expect([other.status, other.headers['etag'] === etag]).toEqual([200, false]);
    await put(specification('Dogs'));
    const tag = { 'if-none-match': other.headers['etag'] ?? '' };
    expect((await ada.api.get(`${path}/versions/latest/content`, { headers: tag })).status).toBe(200);
  });

  it('answers HEAD with its length and nothing else', async () => {
    await put();
    for (const at of [`${path}/versions/latest/content`, shown]) {
      const head = await server.app.inject({
        method: 'HEAD',
        url: at,
        headers: { authorization: `Bearer ${ada.token}` },
      });
      const { bytes } = await ada.api.get(at);
      expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, String(bytes.length), '']);
    }
  });

  describe('outside of the API', () => {
    it('is the specification itself, for everybody and any page once it is public', async () => {
      const { lastVersion } = await put();
      const all = [shown, `${shown}/versions/${String(lastVersion)}`];
      for (const at of all) expect((await server.anonymous.get(at)).status).toBe(404);
      await show('public');
      for (const at of all) {
        const { status, headers, body } = await server.anonymous.get(at);
        expect([status, (body['info'] as Json).title]).toEqual([200, 'Pets']);
        expect(headers).toMatchObject({
          'content-type': 'application/json; charset=utf-8',
          'access-control-allow-origin': '*',
          'cache-control': 'public, no-cache',
        });
        const tag = { 'if-none-match': headers['etag'] ?? '' };
        expect((await server.anonymous.get(at, { headers: tag })).status).toBe(304);
      }
      await show('private');
      for (const at of all) expect((await server.anonymous.get(at)).status).toBe(404);
    });

    it('is for members alone while it is private', async () => {
      await put();
      const { status, headers } = await ada.api.get(shown);
      expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache']);
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      const [guest, reader] = [
        await server.member(ada.organization, null),
        await server.member(ada.organization, 'read'),
      ];
      expect((await reader.api.get(shown)).status).toBe(200);
      expect((await guest.api.get(shown)).status).toBe(404);
      expect((await (await server.administrator()).api.get(shown)).status).toBe(404);
      for (const [scope, expected] of [
        ['openapi:read', 200],
        ['space:read', 404],
      ] as const) {
        const { body } = await ada.api.post('/v1/user/tokens', { label: scope, scopes: [scope] });
        expect((await server.as(body.token).get(shown)).status).toBe(expected);
      }
      expect((await server.as('nobody').get(shown)).status).toBe(404);
    });

    it('is not there where there is no version', async () => {
      await ada.api.put(path, { source: { text: specification('Pets') } });
      await show('public');
      for (const at of [shown, `/openapi/${ada.organization}/nothing`, `/openapi/nobody/pets`, `${shown}/versions/x`])
        expect((await ada.api.get(at)).status).toBe(404);
    });
  });

  describe('for the visitors of a site', () => {
    it('is had with a content token where the site shows something of it, and nothing else of it', async () => {
      await put();
      const site = await TestSite.publish(server, ada, ['Docs']);
      const [siteSpace] = await site.siteSpaces();
      const space = TestSpace.at(ada.api, (siteSpace?.['space'] as Json).id);
      const token = String((await site.visit()).body['apiToken']);
      const visitor = server.as(token);
      expect((await visitor.get(`${path}/versions/latest/content`)).status).toBe(404);
      const block =
        '{% openapi-operation spec="pets" path="/pets" method="get" %}\n[Pets](https://example.com)\n{% endopenapi-operation %}';
      await space.insert('Pets', block);
      const { status, headers } = await visitor.get(`${path}/versions/latest/content`);
      expect(status).toBe(200);
      expect(headers['x-gitbook-cache-tag']).toBe(`organization:${ada.organization}:openapi:pets`);
      for (const at of ['', '/versions', '/versions/latest', '/versions/latest/content/raw'])
        expect((await visitor.get(path + at)).status).toBe(403);
      expect((await visitor.get(shown)).status).toBe(404);
      const other = await server.administrator();
      const theirs = await TestSite.publish(server, other, ['Docs']);
      const stranger = server.as(String((await theirs.visit()).body['apiToken']));
      expect((await stranger.get(`${path}/versions/latest/content`)).status).toBe(404);
    });
  });

  describe('that is large', () => {
    const port = (): number => (server.app.getHttpServer().address() as AddressInfo).port;
    async function opened(): Promise<IncomingMessage> {
      const sent = httpRequest({ port: port(), path: shown, headers: { authorization: `Bearer ${ada.token}` } }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.on('error', () => undefined);
      return response;
    }

    it('holds no database connection while a slow client reads, and none when it disconnects', async () => {
      await put(specification('Large', { 'x-words': 'x'.repeat(9_000_000) }));
      const slow = await Promise.all(Array.from({ length: 8 }, () => opened()));
      const busy = async () => (await streams()).filter(({ state }) => state !== 'idle').length;
      await until(async () => (await busy()) === 8, 'all to be under way');
      expect((await ada.api.get(path)).status).toBe(200);
      for (const each of slow) each.destroy();
      await until(async () => (await streams()).every(({ state }) => state === 'idle'));
      expect((await latest()).status).toBe(200);
    });
  });
});
