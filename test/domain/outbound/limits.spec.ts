import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  GuardedOutbound,
  OutboundFailed,
  OutboundRefused,
  OutboundSilent,
  OutboundTimeout,
  OutboundTooLarge,
} from '#outbound';
import { listen, stopServers, text } from './servers.js';

const caps = { maxBytes: 1_000_000, timeoutMs: 5_000 };
const outbound = new GuardedOutbound({ allow: ['127.0.0.1/32'] });

afterAll(async () => {
  await outbound.close();
  await stopServers();
});

describe('redirects', () => {
  it('follows them and returns the URL of the response', async () => {
    const server = await listen((request, response) => {
      if (request.url === '/from') response.writeHead(302, { location: '/to' }).end();
      else response.end(`at ${request.url}`);
    });
    const answer = await outbound.fetch(`${server}/from`, caps);
    expect(answer.url).toBe(`${server}/to`);
    expect(await text(answer.body)).toBe('at /to');
  });

  it.each(['http://127.0.0.2/', 'http://[::1]/', 'http://169.254.169.254/', 'file:///etc/passwd'])(
    'refuses a redirect to %s',
    async (target) => {
      const server = await listen((_request, response) => response.writeHead(302, { location: target }).end());
      await expect(outbound.fetch(server, caps)).rejects.toBeInstanceOf(OutboundRefused);
    },
  );

  it('gives up after as many as allowed', async () => {
    let asked = 0;
    const server = await listen((_request, response) => {
      asked += 1;
      response.writeHead(302, { location: `/${asked}` }).end();
    });
    await expect(outbound.fetch(server, { ...caps, maxRedirects: 3 })).rejects.toBeInstanceOf(OutboundFailed);
    expect(asked).toBe(4);
  });

  it('keeps credentials on one origin and drops them on the way to another', async () => {
    const seen: (string | undefined)[] = [];
    const second = await listen((request, response) => {
      seen.push(request.headers.authorization, request.headers.cookie, request.headers['x-plain'] as string);
      response.end();
    });
    const first = await listen((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(302, { location: request.url === '/' ? '/again' : second }).end();
    });
    const url = first.replace('http://', 'http://user:pa%3Ass@');
    const headers = { Cookie: 'a=b', 'X-Plain': 'kept' };
    const answer = await outbound.fetch(url, { ...caps, headers });
    answer.body.resume();
    const basic = `Basic ${Buffer.from('user:pa:ss').toString('base64')}`;
    expect(seen).toEqual([basic, basic, undefined, undefined, 'kept']);
    expect(answer.url).not.toContain('pa');
  });

  it('repeats a POST on 307 and changes it to a GET on 303', async () => {
    const seen: string[] = [];
    const server = await listen((request, response) => {
      void text(request).then((body) => {
        seen.push(`${request.method} ${request.url} ${body}`);
        if (request.url === '/done') response.end();
        else response.writeHead(request.url === '/307' ? 307 : 303, { location: '/done' }).end();
      });
    });
    for (const path of ['/307', '/303']) {
      (await outbound.fetch(server + path, { ...caps, method: 'POST', body: 'x' })).body.resume();
    }
    expect(seen).toEqual(['POST /307 x', 'POST /done x', 'POST /303 x', 'GET /done ']);
  });
});

describe('an answer that is wanted as it is', () => {
  it('is given with its status, its cookies and its body', async () => {
    const cookies = ['a=1; expires=Mon, 01 Jan 2035', 'b=2'];
    const server = await listen((_request, response) => {
      response.writeHead(503, { 'set-cookie': cookies }).end('later');
    });
    const answer = await outbound.fetch(server, { ...caps, asIs: true });
    expect([answer.status, answer.cookies, await text(answer.body)]).toEqual([503, cookies, 'later']);
  });

  it('may be a redirect, which is not followed', async () => {
    const server = await listen((_request, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end('moved');
    });
    const answer = await outbound.fetch(server, { ...caps, asIs: true });
    expect([answer.status, answer.url, answer.headers['location']]).toEqual([
      302,
      `${server}/`,
      'http://169.254.169.254/',
    ]);
    answer.body.resume();
  });

  it('is refused like any other', async () => {
    const fetching = outbound.fetch('http://169.254.169.254/', { ...caps, asIs: true });
    await expect(fetching).rejects.toBeInstanceOf(OutboundRefused);
  });

  it.each([
    ['HEAD', 200],
    ['GET', 304],
  ])('has no body to decode after %s with status %d', async (method, status) => {
    const server = await listen((_request, response) =>
      response.writeHead(status, { 'content-encoding': 'gzip' }).end(),
    );
    expect(await text((await outbound.fetch(server, { ...caps, method, asIs: true })).body)).toBe('');
  });
});

describe('caps', () => {
  it('stops a gzip bomb at the cap', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000));
    const server = await listen((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    const answer = await outbound.fetch(server, caps);
    let seen = 0;
    const reading = (async () => {
      for await (const chunk of answer.body) seen += (chunk as Buffer).length;
    })();
    await expect(reading).rejects.toBeInstanceOf(OutboundTooLarge);
    expect(seen).toBeLessThanOrEqual(caps.maxBytes);
  });

  it('decodes gzip and returns a response of exactly the limit', async () => {
    const bytes = 'x'.repeat(1000);
    const server = await listen((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(bytes)),
    );
    const answer = await outbound.fetch(server, { ...caps, maxBytes: 1000 });
    expect(await text(answer.body)).toBe(bytes);
  });

  it('fails on an encoding it did not request', async () => {
    const server = await listen((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'zstd' }).end('?'),
    );
    await expect(outbound.fetch(server, caps)).rejects.toBeInstanceOf(OutboundFailed);
  });

  it('times out on a silent server', async () => {
    const server = await listen(() => undefined);
    await expect(outbound.fetch(server, { ...caps, timeoutMs: 200 })).rejects.toBeInstanceOf(OutboundTimeout);
  });

  it('gives up on a silent server, at the beginning or in the middle, long before the deadline', async () => {
    const mute = await listen(() => undefined);
    await expect(outbound.fetch(mute, { ...caps, silenceMs: 200 })).rejects.toBeInstanceOf(OutboundSilent);
    const pausing = await listen((_request, response) => void response.write('And then'));
    const answer = await outbound.fetch(pausing, { ...caps, silenceMs: 200 });
    await expect(text(answer.body)).rejects.toBeInstanceOf(OutboundSilent);
  });

  it('waits for a body that drips, as long as its time is not up', async () => {
    let left = 10;
    const server = await listen((_request, response) => {
      const drip = setInterval(() => (left-- > 0 ? response.write('.') : response.end()), 50);
      response.on('close', () => clearInterval(drip));
    });
    const answer = await outbound.fetch(server, { ...caps, silenceMs: 250 });
    expect(await text(answer.body)).toBe('..........');
  });

  it('times out on a body that drips', async () => {
    const server = await listen((_request, response) => {
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const answer = await outbound.fetch(server, { ...caps, timeoutMs: 300 });
    await expect(text(answer.body)).rejects.toBeInstanceOf(OutboundTimeout);
  });

  it('ends the connection when the reader stops', async () => {
    let closed: () => void;
    const ended = new Promise<void>((resolve) => (closed = resolve));
    const server = await listen((_request, response) => {
      response.on('close', () => closed());
      response.write('x'.repeat(100_000));
    });
    (await outbound.fetch(server, caps)).body.destroy();
    await ended;
  });

  it('stops when the caller aborts', async () => {
    const server = await listen(() => undefined);
    const stop = new AbortController();
    const fetching = outbound.fetch(server, { ...caps, signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(fetching).rejects.toThrow('enough');
  });

  it('reports the status of a refusal', async () => {
    const server = await listen((_request, response) => response.writeHead(404).end('nothing'));
    await expect(outbound.fetch(server, caps)).rejects.toMatchObject({ name: 'OutboundFailed', status: 404 });
  });

  it('reports a refused connection', async () => {
    await expect(outbound.fetch('http://127.0.0.1:1/', caps)).rejects.toMatchObject({ name: 'OutboundFailed' });
  });
});
