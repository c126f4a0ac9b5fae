import { once, type EventEmitter } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';

describe('connection', () => {
  let server: TestServer;
  let ada: TestUser;
  let port: number;

  beforeAll(async () => {
    server = await TestServer.start();
    ada = await server.user();
    await server.app.listen({ port: 0, host: '127.0.0.1' } as never);
    port = (server.app.getHttpServer().address() as AddressInfo).port;
  });

  afterAll(() => server.stop());

  /** Sends bytes over a connection of their own, in parts; answers what came back until its end. */
  function talk(...parts: (string | (() => Promise<unknown>))[]): Promise<string> {
    return new Promise((resolve, reject) => {
      let heard = '';
      const socket = connect(port, '127.0.0.1', () => {
        void (async () => {
          for (const part of parts) {
            if (typeof part === 'string') socket.write(part);
            else await part();
          }
        })().catch(reject);
      });
      socket.setEncoding('utf8').on('data', (text: string) => (heard += text));
      socket.on('end', () => resolve(heard)).on('error', reject);
    });
  }

  const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.lastIndexOf('{"error"')));

  describe('what is no proper request', () => {
    it.each([
      ['bytes that are not HTTP', 'GET /v1/ HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n', 400],
      ['headers beyond the limit', `GET /v1/ HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(70_000)}\r\n\r\n`, 431],
    ])('%s are refused in the form of every error', async (_what, bytes, status) => {
      const answer = await talk(bytes);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      const type = status === 431 ? 'headers-too-large' : 'invalid';
      expect(bodyOf(answer)).toEqual({ error: { code: status, message: expect.stringMatching(/\w/), type } });
    });

    it('a body without a token is refused before it is there', async () => {
      const head = 'POST /v1/orgs HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
      const answer = await talk(`${head}Connection: close\r\nContent-Length: 90000\r\n\r\n{"title"`);
      expect(answer).toMatch(/^HTTP\/1.1 401 /);
    });

    it('a body that says it is too large is refused before it is there', async () => {
      const head = `POST /v1/orgs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\n`;
      const answer = await talk(`${head}Content-Type: application/json\r\nContent-Length: 100001\r\n\r\n{"title"`);
      expect(answer).toMatch(/^HTTP\/1.1 413 /);
    });

    it('is no token as long as content tokens may be', async () => {
      const head = `Host: x\r\nConnection: close\r\nAuthorization: Bearer ${'a'.repeat(32_000)}\r\n`;
      expect(await talk(`GET /v1/user HTTP/1.1\r\n${head}\r\n`)).toMatch(/^HTTP\/1.1 401 /);
    });

    it('is known by its request id even where a part of the address is too long', async () => {
      const { status, headers } = await ada.api.get(`/v1/orgs/${'a'.repeat(5_000)}`, {
        headers: { 'x-request-id': 'r1' },
      });
      expect([status, headers['x-request-id']]).toEqual([414, 'r1']);
    });
  });

  describe('a server that ends', () => {
    it('answers what is under way and refuses what comes behind it with 503', async () => {
      const body = JSON.stringify({ title: 'Example' });
      const head = `Host: x\r\nAuthorization: Bearer ${ada.token}\r\n`;
      let ended: Promise<void> | undefined;
      const pause = () => new Promise((resolve) => setTimeout(resolve, 200));
      const begun = once(server.app.getHttpServer() as EventEmitter, 'request');
      const answer = await talk(
        `POST /v1/user/tokens HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n{`,
        () => begun,
        async () => {
          ended = server.app.getHttpAdapter().getInstance().close() as unknown as Promise<void>;
          await pause();
        },
        `${body.slice(1)}GET /v1/user HTTP/1.1\r\n${head}\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 400 [\s\S]*label[\s\S]*HTTP\/1.1 503 [\s\S]*connection: close/i);
      expect(bodyOf(answer)).toEqual({
        error: { code: 503, message: 'The server is ending: try again later', type: 'unavailable' },
      });
      await ended;
    });
  });
});
