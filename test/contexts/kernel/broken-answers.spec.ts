import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fastify, type FastifyInstance } from 'fastify';
import pino from 'pino';
import { BrokenAnswers } from '#kernel/interface/http/log-requests';

describe('broken answers', () => {
  const lines: { level: number; msg: string; reqId?: string; route?: string; err?: { message: string } }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line) as never) });
  let server: FastifyInstance;
  let url: string;

  beforeAll(async () => {
    const options = { logController: new BrokenAnswers(log), loggerInstance: log, genReqId: () => 'request-1' };
    server = fastify(options) as unknown as FastifyInstance;
    server.get('/broken/:part', (_request, reply) => reply.send(Readable.from(halfOfIt())));
    server.get('/whole', (_request, reply) => reply.send(Readable.from(['whole'])));
    url = await server.listen({ port: 0, host: '127.0.0.1' });
  });

  afterAll(() => server.close());

  async function* halfOfIt() {
    yield 'half';
    await Promise.reject(new Error('the store went away'));
  }

  describe('an answer that broke off in the middle', () => {
    it('is logged with its request and reason, as its status was sent already', async () => {
      lines.length = 0;
      await expect(fetch(`${url}/broken/1?key=of-a-visitor`).then((answer) => answer.text())).rejects.toThrow();
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatchObject({ level: 50, reqId: 'request-1', route: '/broken/:part' });
      expect(lines[0]?.err?.message).toBe('the store went away');
      expect(JSON.stringify(lines)).not.toContain('of-a-visitor');
    });

    it('is not logged for a complete response', async () => {
      lines.length = 0;
      expect(await (await fetch(`${url}/whole`)).text()).toBe('whole');
      expect(lines).toEqual([]);
    });
  });
});
