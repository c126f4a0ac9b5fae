import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { GuardedOutbound } from '#outbound';
import { outboundEgress, type EgressContext, type LocalServer } from '#script-runtime';
import { listen, stopServers, text } from '../outbound/servers.js';
import { ask, LIMITS, openRuntime, scriptOf, stopRuntimes } from './runtimes.js';

/** Tests reach no public hosts: they use servers on this machine, under a name that is allowed. */
const outbound = new GuardedOutbound({
  allow: ['public.test'],
  resolve: (host) => Promise.resolve([{ address: host === 'private.test' ? '10.0.0.1' : '127.0.0.1', family: 4 }]),
});
let local: (url: URL, context: EgressContext) => LocalServer | undefined = () => undefined;
const runtime = openRuntime({
  egress: outboundEgress({
    outbound,
    timeoutMs: 1_000,
    maxRequestBytes: 100_000,
    maxResponseBytes: 100_000,
    local: (url, context) => local(url, context),
  }),
});

/** Fetches what it is asked to, and answers with what it got. */
const fetcher = scriptOf(`export default { async fetch(request) {
  const { url, bytes, ...init } = await request.json();
  if (bytes) init.body = new Uint8Array(bytes);
  const answer = await fetch(url, init);
  const body = await answer.text().catch((error) => 'broken off');
  return Response.json({ status: answer.status, url: answer.url, body, headers: [...answer.headers] });
} };`);

interface Got {
  status: number;
  url: string;
  body: string;
  headers: [string, string][];
}

async function fetchFrom(url: string, init: object = {}): Promise<Got> {
  const body = Buffer.from(JSON.stringify({ url, ...init }));
  return JSON.parse(
    (await runtime.run(fetcher, { path: '/v1', body }, { ...LIMITS, tag: 'a-tag' })).body.toString(),
  ) as Got;
}

/** Starts a server and returns its origin under a name that is treated as public. */
async function listenPublicly(listener: Parameters<typeof listen>[0]): Promise<string> {
  return (await listen(listener)).replace('127.0.0.1', 'public.test');
}

afterAll(async () => {
  await stopRuntimes();
  await outbound.close();
  await stopServers();
});

describe('a fetch of a script', () => {
  it('arrives with its method, headers and body, and brings any status with its body and cookies', async () => {
    const server = await listenPublicly((request, response) => {
      void text(request).then((body) => {
        response.writeHead(418, { 'set-cookie': ['a=1', 'b=2; expires=Mon, 01 Jan 2035'], 'content-encoding': 'gzip' });
        response.end(gzipSync(`${request.method} ${request.url} ${request.headers['x-own']} ${body}`));
      });
    });
    const got = await fetchFrom(`${server}/p?q=1`, { method: 'PUT', headers: { 'x-own': 'h' }, body: 'sent' });
    expect([got.status, got.body]).toEqual([418, 'PUT /p?q=1 h sent']);
    expect(got.headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value)).toEqual([
      'a=1',
      'b=2; expires=Mon, 01 Jan 2035',
    ]);
  });

  it('sees redirects where it follows none, and follows them otherwise', async () => {
    const server = await listenPublicly((request, response) => {
      if (request.url === '/from') response.writeHead(302, { location: '/to' }).end('moved');
      else response.end('there');
    });
    expect(await fetchFrom(`${server}/from`, { redirect: 'manual' })).toMatchObject({ status: 302, body: 'moved' });
    expect(await fetchFrom(`${server}/from`)).toMatchObject({ status: 200, body: 'there', url: `${server}/to` });
  });

  it('gets the head of what it asks only that of', async () => {
    const server = await listenPublicly((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip', 'x-seen': 'yes' }).end(),
    );
    const got = await fetchFrom(server, { method: 'HEAD' });
    expect([got.status, got.body, got.headers.some(([name]) => name === 'x-seen')]).toEqual([200, '', true]);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1:1/',
    'http://localhost/',
    'http://[::1]/',
    'http://2130706433/',
    'https://private.test/',
  ])('is refused to %s', async (url) => {
    const { status, body } = await fetchFrom(url);
    expect([status, body]).toEqual([403, expect.stringContaining('is not a public address')]);
  });

  it('is refused where a public host redirects to a private one', async () => {
    const server = await listenPublicly((_request, response) =>
      response.writeHead(307, { location: 'http://private.test/' }).end(),
    );
    expect((await fetchFrom(server)).status).toBe(403);
  });

  it('sends so much, receives so much, and waits so long', async () => {
    const server = await listenPublicly((request, response) => {
      request.resume();
      if (request.url === '/silent') return;
      request.once('end', () => response.end('x'.repeat(request.url === '/large' ? 100_001 : 1)));
    });
    expect((await fetchFrom(server, { method: 'POST', bytes: 100_001 })).status).toBe(413);
    expect((await fetchFrom(server, { method: 'POST', bytes: 100_000 })).status).toBe(200);
    expect((await fetchFrom(`${server}/large`)).body).toBe('broken off');
    expect((await fetchFrom(`${server}/silent`)).status).toBe(504);
  });

  it('says that a server could not be reached', async () => {
    expect((await fetchFrom('http://public.test:1/')).status).toBe(502);
  });

  it('goes to a server of this machine where its host is served by that, which knows who asks, and in which call', async () => {
    const server = await listen((request, response) => {
      void text(request).then((body) => {
        const { host, 'x-script': script, 'x-forwarded-for': from, 'x-script-call': call } = request.headers;
        response.end(JSON.stringify([request.method, request.url, host, script, from, call, body]));
      });
    });
    local = ({ host }, { scriptId, tag }) =>
      host === 'api.test' ? { origin: server, headers: { 'x-script': `${scriptId} ${tag}` } } : undefined;
    const headers = { 'x-script': 'forged', 'x-forwarded-for': '1.2.3.4' };
    const got = await fetchFrom('https://api.test/v1/user?a=b', { method: 'POST', headers, body: 'hi' });
    expect(JSON.parse(got.body)).toEqual(['POST', '/v1/user?a=b', 'api.test', `${fetcher.id} a-tag`, null, null, 'hi']);
  });

  it('streams both ways', async () => {
    const script = scriptOf(`export default { async fetch(request) {
      const { readable, writable } = new TransformStream();
      const url = new URL(request.url).searchParams.get('url');
      const sending = fetch(url, { method: 'POST', body: readable });
      const writer = writable.getWriter();
      await writer.write(new TextEncoder().encode('first '));
      const reader = (await sending).body.pipeThrough(new TextDecoderStream()).getReader();
      let all = (await reader.read()).value;
      await writer.write(new TextEncoder().encode('second'));
      await writer.close();
      for (let next = await reader.read(); !next.done; next = await reader.read()) all += next.value;
      return new Response(all);
    } };`);
    const server = await listenPublicly((request, response) => request.pipe(response));
    expect(await ask(runtime, script, {}, `/v1?url=${encodeURIComponent(server)}`)).toBe('first second');
  });

  it('is refused when there are too many at once', async () => {
    const script = scriptOf(`export default { async fetch(request) {
      const url = new URL(request.url).searchParams.get('url');
      const all = await Promise.all(Array.from({ length: 40 }, () => fetch(url).then(({ status }) => status)));
      return new Response(String(all.filter((status) => status === 429).length));
    } };`);
    // All are answered when no more have come for a while.
    let quiet: NodeJS.Timeout | undefined;
    const open: (() => void)[] = [];
    const server = await listenPublicly((_request, response) => {
      open.push(() => response.end('ok'));
      clearTimeout(quiet);
      quiet = setTimeout(() => open.splice(0).forEach((end) => end()), 300);
    });
    expect(Number(await ask(runtime, script, {}, `/v1?url=${encodeURIComponent(server)}`))).toBeGreaterThan(0);
  });
});
