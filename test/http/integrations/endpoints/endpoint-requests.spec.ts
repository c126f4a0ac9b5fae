import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publication } from '#testing/test-integration';
import { TestServer, type TestUser } from '#testing/test-server';
import { MOST_CALLS } from '../../../../src/integrations/runtime/domain/scripts.js';
import { OpenSession } from '../../../../src/organization/sign-in/application/session/open-session.js';

/** A script that answers by the last part of the address, with requests read as the library of scripts does. */
const SCRIPT = `
  const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  export default { async fetch(sent) {
    const form = await sent.formData();
    const event = JSON.parse(form.get('event'));
    const { url, ...init } = event.request;
    const request = new Request(url, { ...init, body: form.get('fetch-body') });
    const bytes = await request.arrayBuffer();
    switch (new URL(url).pathname.split('/').pop()) {
      case 'back':
        return new Response(bytes, { status: 201, headers: { 'content-type': 'application/x-own' } });
      case 'signed': {
        const key = await crypto.subtle.importKey('raw', new TextEncoder().encode('key'), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
        const own = hex(await crypto.subtle.sign('HMAC', key, bytes));
        return new Response('', { status: own === request.headers.get('x-signature') ? 204 : 401 });
      }
      case 'moved':
        return Response.redirect('http://127.0.0.1:1/never', 307);
      case 'zipped':
        return new Response('a text '.repeat(1000), { headers: { 'content-encoding': 'gzip' } });
      case 'loop': {
        const next = await fetch(JSON.parse(form.get('environment')).integration.urls.publicEndpoint + '/loop', { method: 'POST' });
        const text = await next.text();
        return new Response(next.ok ? String(Number(text) + 1) : next.status === 409 ? '1' : text);
      }
      case 'cors':
        return new Response(null, { status: 204, headers: { 'access-control-allow-origin': 'https://a.example.com', 'access-control-allow-methods': 'PUT' } });
      default:
        return Response.json({ method: request.method, event, size: bytes.byteLength, sha: hex(await crypto.subtle.digest('SHA-256', bytes)) });
    }
  } };`;

interface Told {
  method: string;
  size: number;
  event: { auth?: { userId: string }; request: { method: string; headers: Record<string, string> } };
}

describe('requests to public addresses of integrations', () => {
  const name = `Requests-${Date.now()}`;
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let at: string;
  let installed: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    expect(
      (await ada.api.post(`/v1/integrations/${name}`, publication(ada.organization, { script: SCRIPT }))).status,
    ).toBe(200);
    const path = `/v1/integrations/${name}/installations`;
    const { id } = (await ada.api.post(path, { organization: ada.organization })).body;
    at = `${await server.listen()}/integrations/${name}`;
    installed = `${at}/installations/${id}`;
  });
  afterAll(() => server.stop());

  const send = (method: string, url: string, init: RequestInit = {}): Promise<Response> =>
    fetch(url, { method, redirect: 'manual', ...init });
  const told = async (method: string, url: string, init: RequestInit = {}): Promise<Told> =>
    (await (await send(method, url, init)).json()) as Told;
  const post = (url: string, body: Buffer, headers: Record<string, string> = {}): Promise<Response> =>
    send('POST', url, { body: new Uint8Array(body), headers });

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('reach the script with %s', async (method) => {
    for (const url of [at, `${installed}/deep/down?x=1`]) {
      const { method: seen, event, size } = await told(method, url, method === 'GET' ? {} : { body: 'four' });
      expect([seen, event.request.method, size]).toEqual([method, method.toLowerCase(), method === 'GET' ? 0 : 4]);
    }
  });

  it('answer HEAD as GET, without the body', async () => {
    const [got, head] = [await send('GET', `${at}/back`), await send('HEAD', `${at}/back`)];
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      got.status,
      'application/x-own',
      '',
    ]);
  });

  it.each([
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; charset=utf-16',
    'image/png',
    'application/vnd.quire.raw',
    'no type at all',
    undefined,
  ])('carry any bytes of the type %s there and back', async (type) => {
    const bytes = Buffer.concat([Buffer.from('{"a":\u0000 [[['), randomBytes(3000)]);
    const answer = await post(`${at}/back`, bytes, type === undefined ? {} : { 'content-type': type });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([201, 'application/x-own']);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
    const { event } = await told('POST', at, {
      body: new Uint8Array(bytes),
      headers: type === undefined ? {} : { 'content-type': type },
    });
    expect(event.request.headers['content-type']).toBe(type);
  });

  it('let a script check a signature of the body', async () => {
    const body = Buffer.from('{ "spaces" :  "kept"\r\n, "ümlaut": "\u2028" }');
    const signature = createHmac('sha256', 'key').update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-signature': signature };
    expect((await post(`${at}/signed`, body, headers)).status).toBe(204);
    expect((await post(`${at}/signed`, Buffer.concat([body, Buffer.from(' ')]), headers)).status).toBe(401);
  });

  it('are refused above 5 MB, whether or not they say their length', async () => {
    expect((await told('PUT', at, { body: new Uint8Array(5_000_000) })).size).toBe(5_000_000);
    expect((await post(at, Buffer.alloc(5_000_001))).status).toBe(413);
    const { hostname, port, pathname } = new URL(at);
    const socket = connect(Number(port), hostname);
    socket.write(`POST ${pathname} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`);
    for (let sent = 0; sent <= 5_000_000; sent += 0x10000) socket.write(`10000\r\n${'x'.repeat(0x10000)}\r\n`);
    const [head] = (await once(socket, 'data')) as [Buffer];
    expect(String(head)).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  it('are answered with what the script gives: redirects, compressed bytes, what it allows other origins', async () => {
    const moved = await send('POST', `${at}/moved`, { body: 'x' });
    expect([moved.status, moved.headers.get('location')]).toEqual([307, 'http://127.0.0.1:1/never']);
    const zipped = await send('GET', `${at}/zipped`, { headers: { 'accept-encoding': 'gzip' } });
    expect([zipped.headers.get('content-encoding'), await zipped.text()]).toEqual(['gzip', 'a text '.repeat(1000)]);
    const preflight = await send('OPTIONS', `${at}/cors`, {
      headers: { origin: 'https://a.example.com', 'access-control-request-method': 'PUT' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'https://a.example.com',
    ]);
  });

  it('end where a script asks itself, with no token, again and again', async () => {
    const answer = await send('POST', `${at}/loop`, { headers: { 'x-quire-script-calls': '-1000' } });
    expect([answer.status, Number(await answer.text())]).toEqual([200, MOST_CALLS]);
    const { event } = await told('GET', at, { headers: { 'x-quire-script-calls': '1' } });
    expect(event.request.headers).not.toHaveProperty('x-quire-script-calls');
    expect((await send('GET', at, { headers: { 'x-quire-script-calls': String(MOST_CALLS) } })).status).toBe(409);
  });

  it('keep conditions for the script, and lose what belongs to the connection', async () => {
    const headers = { 'if-match': '"one"', 'if-none-match': '"two"', 'idempotency-key': 'three', 'x-own': 'four' };
    const { event } = await told('PUT', at, { body: new Uint8Array(gzipSync('x')), headers });
    expect(event.request.headers).toMatchObject(headers);
    const { hostname, port, pathname } = new URL(at);
    const socket = connect(Number(port), hostname);
    socket.write(
      `GET ${pathname} HTTP/1.1\r\nHost: a\r\nConnection: close, X-Mine\r\nX-Mine: 1\r\nTE: trailers\r\nX-Other: 2\r\nX-Other: 3\r\n\r\n`,
    );
    let raw = '';
    for await (const chunk of socket) raw += String(chunk);
    const seen = (JSON.parse(raw.slice(raw.indexOf('{'), raw.lastIndexOf('}') + 1)) as Told).event.request.headers;
    expect(seen).toEqual({ host: 'a', 'x-other': '2, 3' });
  });

  describe('name the user who sends them', () => {
    const userOf = async (
      url: string,
      headers: Record<string, string>,
      method = 'GET',
    ): Promise<string | undefined> => {
      const { event } = await told(method, url, { headers });
      expect(JSON.stringify(event.request.headers)).not.toMatch(/quire_/);
      return event.auth?.userId;
    };

    it('by a token, which the script does not see', async () => {
      const headers = { authorization: `Bearer ${ada.token}` };
      expect(await userOf(at, headers)).toBe(ada.id);
      expect(await userOf(installed, headers, 'POST')).toBe(ada.id);
      expect(await userOf(at, { authorization: 'Bearer quire_unknown' })).toBeUndefined();
    });

    it('but not where the organization is another', async () => {
      const eve = await server.user();
      expect(await userOf(installed, { authorization: `Bearer ${eve.token}` })).toBeUndefined();
    });

    it('but not by a token that is limited to scopes', async () => {
      const made = await ada.api.post('/v1/user/tokens', { label: 'Limited', scopes: ['user:read'] });
      expect(await userOf(at, { authorization: `Bearer ${made.body.token}` })).toBeUndefined();
    });

    it('by a session, from pages of this server only', async () => {
      const { secret } = await server.dispatcher.run(new OpenSession(ada.id, { kind: 'password' }));
      const cookie = `mine=1; quire_session=${secret}`;
      expect(await userOf(installed, { cookie, 'sec-fetch-site': 'same-origin' })).toBe(ada.id);
      expect(await userOf(installed, { cookie, origin: 'http://quire.test' }, 'POST')).toBe(ada.id);
      for (const site of ['cross-site', 'same-site', 'none'])
        expect(await userOf(installed, { cookie, 'sec-fetch-site': site })).toBeUndefined();
      expect(await userOf(installed, { cookie })).toBeUndefined();
      expect(await userOf(installed, { cookie, origin: 'https://evil.example.com' }, 'POST')).toBeUndefined();
    });

    it('while other credentials reach the script as they are', async () => {
      const { event } = await told('GET', at, {
        headers: { authorization: 'Bearer of-another-server', cookie: 'a=1' },
      });
      expect(event.request.headers).toMatchObject({ authorization: 'Bearer of-another-server', cookie: 'a=1' });
      expect(event).not.toHaveProperty('auth');
    });
  });
});
