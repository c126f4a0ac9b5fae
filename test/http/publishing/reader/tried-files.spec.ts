import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { taken, TestSite } from '../visits/visits.js';

interface Seen {
  url: string | undefined;
  type: string | undefined;
  body: Buffer;
}

describe('files sent from the page of an operation', () => {
  let server: TestServer;
  let target: Server;
  let site: TestSite;
  let ada: TestUser & { organization: string };
  let seen: Seen[] = [];

  const bytes = { type: 'string', format: 'binary' };
  const operation = (content: object): object => ({ requestBody: { content }, responses: {} });
  const specification = {
    openapi: '3.0.3',
    info: { title: 'Pets', version: '1' },
    'x-enable-proxy': true,
    servers: [{ url: '/v1' }],
    paths: {
      '/photos': {
        post: operation({
          'multipart/form-data': {
            schema: { type: 'object', properties: { title: { type: 'string' }, photo: bytes } },
          },
        }),
        put: operation({ 'image/png': { schema: bytes } }),
      },
    },
  };

  /** The API, and the specification beside it. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/docs/openapi.json') return void response.end(JSON.stringify(specification));
    seen.push({ url: request.url, type: request.headers['content-type'], body: await buffer(request) });
    response.writeHead(201).end('kept');
  }

  const block = (method: string): object => ({
    object: 'block',
    type: 'openapi-operation',
    isVoid: true,
    data: { ref: { kind: 'openapi', spec: 'photos' }, path: '/photos', method },
  });

  beforeAll(async () => {
    target = createServer((request, response) => void answer(request, response));
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    const { port } = target.address() as AddressInfo;
    server = await TestServer.start({ env: { QUIRE_OUTBOUND_ALLOW: 'localhost' } });
    ada = await server.administrator();
    const source = { url: `http://localhost:${port}/docs/openapi.json` };
    taken(await ada.api.put(`/v1/orgs/${ada.organization}/openapi/photos`, { source }));
    await server.runJobs();
    site = await TestSite.publish(server, ada, ['Photos']);
    const [first] = await site.siteSpaces();
    const space = TestSpace.at(ada.api, (first?.['space'] as Json)['id'] as string);
    const document = { document: { object: 'document', data: {}, nodes: [block('post'), block('put')] } };
    await space.change({ operation: 'insert_page', type: 'document', title: 'Send', document });
    await server.runJobs();
  });

  beforeEach(() => {
    seen = [];
  });

  afterAll(async () => {
    await server.stop();
    target.close();
  });

  type Field = [name: string, value: string | Buffer, filename?: string];

  const send = (method: string, ...fields: Field[]) => sendFrom('127.0.0.1', method, fields);

  async function sendFrom(
    remoteAddress: string,
    method: string,
    fields: readonly Field[],
  ): Promise<{ status: number; text: string }> {
    const boundary = 'boundary-of-a-browser';
    const all: Field[] = [
      ['page', `/s/${site.id}/send`],
      ['spec', 'photos'],
      ['path', '/photos'],
      ['method', method],
      ...fields,
    ];
    const parts = all.map(([name, value, filename]) => {
      const file = filename === undefined ? '' : `; filename="${filename}"\r\ncontent-type: image/png`;
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`;
      return Buffer.concat([Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')]);
    });
    const { statusCode, body } = await server.app.inject({
      method: 'POST',
      url: `/s/${site.id}/~/try`,
      remoteAddress,
      payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'sec-fetch-site': 'same-origin' },
    });
    return { status: statusCode, text: body };
  }

  const picture = Buffer.from([137, 80, 78, 71, 0, 255, 13, 10, 45, 45]);

  it('have their fields on the page, in a form that can send them', async () => {
    const { body } = await server.app.inject({ url: `/s/${site.id}/send` });
    expect(body.match(/<form class="api-form"[^>]* enctype="multipart\/form-data"/g)).toHaveLength(2);
    expect(body.match(/<input type="file"/g)).toHaveLength(2);
  });

  it('arrive byte for byte in a form, beside the fields, at a server relative to the specification', async () => {
    const { status, text } = await send('post', ['body', '{"title":"Mimi"}'], ['file.0.0', picture, 'mimi.png']);
    expect([status, text]).toEqual([200, expect.stringContaining('HTTP 201')]);
    const [{ url, type, body } = {} as Seen] = seen;
    expect(url).toBe('/v1/photos');
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': String(type) } }).formData();
    expect(form.get('title')).toBe('Mimi');
    const file = form.get('photo') as File;
    expect([file.name, file.type]).toEqual(['mimi.png', 'image/png']);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(picture);
  });

  it('arrive as the body where the specification says so', async () => {
    expect((await send('put', ['file.0.0', picture, 'mimi.png'])).status).toBe(200);
    expect(seen).toEqual([{ url: '/v1/photos', type: 'image/png', body: picture }]);
  });

  it('are left out where none was chosen', async () => {
    expect((await send('post', ['body', '{"title":"Mimi"}'], ['file.0.0', '', ''])).status).toBe(200);
    expect(String(seen[0]?.body)).not.toContain('photo');
  });

  it('that arrive slowly keep only others of the same network waiting', async () => {
    const type = 'multipart/form-data; boundary=slow';
    const slow = [1, 2].map((number) => {
      const payload = new PassThrough();
      payload.write(`--slow\r\ncontent-disposition: form-data; name="file.0.0"; filename="${number}"\r\n\r\n`);
      const request = server.app.inject({
        ...{ method: 'POST', url: `/s/${site.id}/~/try`, remoteAddress: `2001:db8:0:1::${number}`, payload },
        headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' },
      });
      // Sent only when it is waited for.
      return { payload, answered: Promise.resolve(request) };
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const from = (address: string) => sendFrom(address, 'put', [['file.0.0', picture, 'mimi.png']]);
    expect((await from('2001:db8:0:1::3')).status).toBe(503);
    expect((await from('2001:db8:0:2::3')).status).toBe(200);
    for (const { payload, answered } of slow) {
      payload.end('--slow--\r\n');
      await answered;
    }
    expect((await from('2001:db8:0:1::3')).status).toBe(200);
  });

  it('are refused when they are too large or too many, and then nothing is sent', async () => {
    const large = await send('put', ['file.0.0', Buffer.alloc(4_100_000), 'large.png']);
    expect(large.status).toBe(413);
    const half = Buffer.alloc(2_100_000);
    expect((await send('post', ['file.0.0', half, 'a'], ['file.0.1', half, 'b'])).status).toBe(413);
    const many = Array.from({ length: 9 }, (_, index): Field => ['file.0.0', picture, `${index}.png`]);
    expect((await send('post', ...many)).status).toBe(413);
    expect((await send('post', ['body', '{}'], ['body', '{}'])).status).toBe(400);
    expect(seen).toEqual([]);
    expect((await send('put', ['file.0.0', picture, 'mimi.png'])).status).toBe(200);
  });

  it('are refused from pages of other origins', async () => {
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: `/s/${site.id}/~/try`,
      payload: '--x--\r\n',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'sec-fetch-site': 'cross-site' },
    });
    expect(statusCode).toBe(403);
  });
});
