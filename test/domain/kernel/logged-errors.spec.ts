import { Logger, ServiceUnavailableException, type ArgumentsHost } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { NotFound, Unavailable } from '#kernel/domain/errors';
import { ErrorFilter } from '#kernel/interface/error.filter';
import { createLog, NestLog } from '../../../src/logging.js';

describe('errors in the log', () => {
  const lines: { level: string; msg: string }[] = [];
  let server: FastifyInstance;
  let thrown: Error;
  let retryAfter: string | undefined;

  beforeAll(() => {
    const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[0]) });
    Logger.overrideLogger(new NestLog(log));
    server = fastify();
    server.get('/', (_request, reply) => {
      if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
      const host = { switchToHttp: () => ({ getResponse: () => reply }) };
      new ErrorFilter().catch(thrown, host as unknown as ArgumentsHost);
    });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    lines.length = 0;
    retryAfter = undefined;
  });

  it('are warnings without a stack where the answer is 503 and says when to ask again', async () => {
    [thrown, retryAfter] = [new ServiceUnavailableException('It is being made'), '5'];
    const { statusCode, headers } = await server.inject('/');
    expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
    expect(lines).toEqual([expect.objectContaining({ level: 'warn', msg: 'It is being made' })]);
  });

  it('are errors with a stack where a service does not answer', async () => {
    thrown = new Unavailable('The store does not answer', { cause: new Error('connect ECONNREFUSED') });
    expect((await server.inject('/')).statusCode).toBe(503);
    expect(lines).toEqual([expect.objectContaining({ level: 'error' })]);
    expect(lines[0]?.msg).toMatch(/logged-errors\.spec[^]*caused by Error: connect ECONNREFUSED/);
  });

  it('are errors where the server fails, whenever the client may ask again', async () => {
    [thrown, retryAfter] = [new Error('a bug'), '5'];
    expect((await server.inject('/')).statusCode).toBe(500);
    expect(lines).toEqual([expect.objectContaining({ level: 'error' })]);
  });

  it('are not logged where the caller is at fault', async () => {
    thrown = new NotFound('There is no such page');
    expect((await server.inject('/')).statusCode).toBe(404);
    expect(lines).toEqual([]);
  });
});
