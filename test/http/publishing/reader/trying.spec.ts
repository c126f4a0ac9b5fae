import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import type { Json } from '#testing/api-client';
import { taken, TestSite } from '../visits/visits.js';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

type Fields = Record<string, string>;

describe('requests tried from the page of an operation', () => {
  let server: TestServer;
  let target: Server;
  let port: number;
  let site: TestSite;
  let ada: TestUser & { organization: string };
  let seen: Seen[] = [];

  /** The API that the specification describes. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    seen.push({ method: request.method, url: request.url, headers: request.headers, body });
    const path = request.url?.split('?')[0];
    if (path === '/v1/pets/away') return void response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    if (path === '/v1/pets/html') {
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<script>alert(1)</script>');
    }
    if (path === '/v1/pets/large') return void response.writeHead(200).end('x'.repeat(3_000_000));
    if (path === '/v1/pets/picture') {
      return void response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([137, 80, 78, 71, 0, 255]));
    }
    response.writeHead(201, { 'content-type': 'application/json', 'set-cookie': 'a=1; HttpOnly' }).end('{"id":7}');
  }

  const operation = (more: object = {}): object => ({
    'x-enable-proxy': true,
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    requestBody: { content: { 'application/json': { example: { name: 'Mimi' } } } },
    responses: { 201: { description: 'Made', content: { 'application/json': {} } } },
    ...more,
  });

  const block = (path: string, method: string): object => ({
    object: 'block',
    type: 'openapi-operation',
    isVoid: true,
    data: { ref: { kind: 'openapi', spec: 'pets' }, path, method },
  });

  beforeAll(async () => {
    target = createServer((request, response) => void answer(request, response));
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    ({ port } = target.address() as AddressInfo);
    server = await TestServer.start({ env: { QUIRE_OUTBOUND_ALLOW: 'localhost' } });
    ada = await server.administrator();
    const specification = {
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1' },
      servers: [{ url: `http://localhost:${port}/v1` }, { url: 'http://127.0.0.1:1/v1' }],
      security: [{ token: [] }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      paths: {
        '/pets/{id}': { post: operation(), delete: operation(), put: operation({ 'x-enable-proxy': false }) },
      },
    };
    taken(
      await ada.api.put(`/v1/orgs/${ada.organization}/openapi/pets`, {
        source: { text: JSON.stringify(specification) },
      }),
    );
    await server.runJobs();
    site = await TestSite.publish(server, ada, ['Pets']);
    const [first] = await site.siteSpaces();
    const space = TestSpace.at(ada.api, (first?.['space'] as Json)['id'] as string);
    const nodes = [block('/pets/{id}', 'post'), block('/pets/{id}', 'put')];
    const document = { document: { object: 'document', data: {}, nodes } };
    await space.change({ operation: 'insert_page', type: 'document', title: 'Make', document });
    await server.runJobs();
  });

  beforeEach(() => {
    seen = [];
  });

  afterAll(async () => {
    await server.stop();
    target.close();
  });

  const form = (fields: Fields = {}): Fields => ({
    page: `/s/${site.id}/make`,
    spec: 'pets',
    path: '/pets/{id}',
    method: 'post',
    'parameter.0': '7',
    ...fields,
  });

  async function send(
    fields: Fields,
    headers: Fields = {},
  ): Promise<{ status: number; text: string; headers: Record<string, unknown> }> {
    const {
      statusCode,
      body,
      headers: answered,
    } = await server.app.inject({
      method: 'POST',
      url: `/s/${site.id}/~/try`,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
    });
    return { status: statusCode, text: body, headers: answered };
  }

  it('has its form on the page, for operations whose specification says so', async () => {
    const { body } = await server.app.inject({ url: `/s/${site.id}/make` });
    expect(body.match(/<form class="api-form"/g)).toHaveLength(1);
    expect(body).toContain(`action="/s/${site.id}/~/try"`);
    expect(body).toContain(`value="/s/${site.id}/make"`);
  });

  it('arrives as it was entered, with the credentials and nothing of this server', async () => {
    const entered = form({ 'auth.0': 'secret', body: '{"name":"Mimi"}' });
    const { status, text } = await send(entered, {
      cookie: 'quire_visitor=own; session=own',
      'x-forwarded-for': '1.2.3.4',
    });
    expect(status).toBe(200);
    expect(seen).toHaveLength(1);
    const [{ method, url, headers, body } = {} as Seen] = seen;
    expect([method, url, body]).toEqual(['POST', '/v1/pets/7', '{"name":"Mimi"}']);
    expect(headers).toMatchObject({
      authorization: 'Bearer secret',
      host: `localhost:${port}`,
      'content-type': 'application/json',
    });
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['cookie']));
    expect(JSON.stringify(headers)).not.toMatch(/own|1\.2\.3\.4|same-origin/);
    expect(text).toMatch(/^HTTP 201\n/);
    expect(text).toContain('{\n  "id": 7\n}');
  });

  it('is answered with text that no browser runs, and sets no cookie', async () => {
    const { text, headers } = await send(form({ 'parameter.0': 'html' }));
    expect(text).toContain('<script>alert(1)</script>');
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    expect((await send(form())).headers).not.toHaveProperty('set-cookie');
  });

  it('is answered as JSON for the script of the page', async () => {
    const { text, headers } = await send(form(), { accept: 'application/json' });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(text)).toMatchObject({
      status: 201,
      headers: expect.arrayContaining([['set-cookie', 'a=1; HttpOnly']]),
      body: '{\n  "id": 7\n}',
      isCut: false,
      milliseconds: expect.any(Number),
    });
  });

  it('shows the beginning of a large answer, and only names what is no text', async () => {
    const large = JSON.parse(
      (await send(form({ 'parameter.0': 'large' }), { accept: 'application/json' })).text,
    ) as Json;
    expect([String(large['body']).length, large['isCut']]).toEqual([256_000, true]);
    const picture = await send(form({ 'parameter.0': 'picture' }), { accept: 'application/json' });
    expect(JSON.parse(picture.text)).toMatchObject({ body: '[image/png]', isCut: false });
  });

  it('follows no redirect', async () => {
    const { text } = await send(form({ 'parameter.0': 'away' }));
    expect(text).toMatch(/^HTTP 302\n/);
    expect(text).toContain('location: http://10.0.0.1/');
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['an operation that the page does not show', { method: 'delete' }],
    ['one whose requests are not tried', { method: 'put' }],
    ['a path that the page does not show', { path: '/admin' }],
    ['a specification that the page does not show', { spec: 'other' }],
    ['a page that is not there', { page: '/s/none/make' }],
    ['a page of another host', { page: '//evil.example/make' }],
    ['a page without the operation', { page: 'pets-home' }],
  ])('is not sent for %s', async (_, fields) => {
    expect((await send(form(fields as unknown as Fields))).status).toBe(404);
    expect(seen).toEqual([]);
  });

  it.each([
    ['another server', { server: '2' }, 400],
    ['a server by its address', { server: `http://localhost:1/` }, 400],
    ['a path above', { 'parameter.0': '..' }, 400],
    ['a listed server that the rules for outgoing requests do not allow', { server: '1' }, 503],
  ])('does not reach %s', async (_, fields, status) => {
    const answered = await send(form(fields as unknown as Fields));
    expect(answered.status).toBe(status);
    expect(answered.text).not.toContain('127.0.0.1');
    expect(seen).toEqual([]);
  });

  it('is refused from pages of other origins', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
    ])
      expect((await send(form(), headers)).status).toBe(403);
    expect(seen).toEqual([]);
  });

  it('is refused to those who may not read the page', async () => {
    await site.patch({ visibility: 'share-link' });
    expect((await send(form())).status).toBe(404);
    await site.patch({ visibility: 'public' });
    expect((await send(form())).status).toBe(200);
    expect(seen).toHaveLength(1);
  });

  it('is limited for each network', async () => {
    const statuses: number[] = [];
    // More than there are in the two minutes that a run may touch.
    for (let count = 0; count < 61 && !statuses.includes(429); count++)
      statuses.push((await send(form({ server: '2' }))).status);
    expect(statuses).toContain(429);
    expect(seen).toEqual([]);
  });
});
