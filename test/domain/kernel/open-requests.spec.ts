import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fastify, type FastifyInstance } from 'fastify';
import { OpenRequests } from '#kernel/interface/http/open-requests';

const PATIENCE_MS = 5_000;

describe('Requests that are being answered', () => {
  let server: FastifyInstance;
  let requests: OpenRequests;
  let port: number;
  let answer: () => void;

  beforeEach(async () => {
    server = fastify();
    requests = OpenRequests.of(server);
    server.addHook('onRequest', (_request, reply, done) => {
      if (requests.accept(reply)) done();
    });
    const answered = new Promise<void>((resolve) => (answer = resolve));
    server.get('/slow', async () => {
      await answered;
      return 'done';
    });
    server.post('/slow', async () => 'received');
    await server.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = server.server.address() as AddressInfo);
  });

  afterEach(() => server.close());

  async function until(count: number): Promise<void> {
    for (const giveUp = performance.now() + PATIENCE_MS; requests.count !== count; await sleep(5)) {
      if (performance.now() > giveUp) throw new Error(`${requests.count} requests are open, not ${count}`);
    }
  }

  it.each([
    ['waits for an answer', 'GET /slow HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['sends a body', 'POST /slow HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: 100\r\n\r\nhalf'],
  ])('end when the client leaves while it %s', async (_when, sent) => {
    const clients = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'));
    await Promise.all(clients.map((client) => once(client, 'connect')));
    for (const client of clients) client.write(sent);
    await until(3);
    clients[0]?.destroy();
    await until(2);
    for (const client of clients) client.destroy();
    await until(0);
    answer();
  });

  it('end when they are answered, though the connection stays', async () => {
    const client = connect(port, '127.0.0.1');
    await once(client, 'connect');
    client.write('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n');
    await until(1);
    answer();
    const [bytes] = (await once(client, 'data')) as [Buffer];
    expect(bytes.toString()).toContain('done');
    await until(0);
    expect(client.destroyed).toBe(false);
    client.destroy();
  });
});
