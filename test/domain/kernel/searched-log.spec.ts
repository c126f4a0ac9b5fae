import { describe, expect, it } from '@jest/globals';
import { fastify, type FastifyInstance } from 'fastify';
import { SearchedLog } from '#testing/log/searched-log';
import { createLog } from '../../../src/logging.js';

const SECRET = 'q7Zr0dX1kT5vWm9bYc3nLh8sPj2fGa4eUi6oRx0tBzDw';

describe('the search of logs', () => {
  /** The faults of a server that logs `line` while it responds with `status`. */
  async function faults(line: { level: 'info' | 'warn' | 'error'; text: string }, sent: object, status = 200) {
    const searched = new SearchedLog({});
    const log = createLog('debug', searched);
    const server = fastify() as unknown as FastifyInstance;
    searched.follow(server);
    server.all('/things/:secret', (_request, reply) => {
      log[line.level](line.text);
      return reply.status(status).send({ token: `quire_${SECRET}` });
    });
    await server.inject({ method: 'POST', url: '/things/one', ...sent });
    await server.close();
    return searched.faults();
  }

  it.each<[string, string, object]>([
    ['a token of an answer', `made quire_${SECRET}`, {}],
    [
      'a bearer token',
      'sent by a-token.of_some-length',
      { headers: { authorization: 'Bearer a-token.of_some-length' } },
    ],
    ['a cookie', 'sent with chocolate-chip', { headers: { cookie: 'quire_session=chocolate-chip' } }],
    ['a password in a body', 'tried four walnut kettles sing', { payload: { password: 'four walnut kettles sing' } }],
    ['a secret in an address', `POST /things/${SECRET}`, { url: `/things/${SECRET}` }],
    ['a key in a query, escaped', 'GET ?key=four%20walnut%20kettles', { url: '/things/1?key=four%20walnut%20kettles' }],
    [
      'credentials in an address',
      'git: hunter2hunter2',
      { payload: { url: 'https://ada:hunter2hunter2@git.example/x' } },
    ],
  ])('finds %s', async (_, text, sent) => {
    expect(await faults({ level: 'info', text }, sent)).toHaveLength(1);
  });

  it('finds errors logged for requests that succeeded', async () => {
    expect(await faults({ level: 'error', text: 'oh' }, {})).toHaveLength(1);
    expect(await faults({ level: 'warn', text: 'oh' }, {})).toHaveLength(1);
    expect(await faults({ level: 'error', text: 'oh' }, {}, 404)).toHaveLength(1);
    expect(await faults({ level: 'error', text: 'oh' }, {}, 500)).toEqual([]);
    expect(await faults({ level: 'warn', text: 'oh' }, {}, 404)).toEqual([]);
  });

  it('finds nothing in lines without secrets', async () => {
    expect(await faults({ level: 'info', text: 'POST /things/:secret 200' }, {})).toEqual([]);
  });

  it('does not treat public values as secrets', async () => {
    const payload = { password: 'four walnut kettles sing', title: 'four walnut kettles sing' };
    expect(await faults({ level: 'info', text: 'made four walnut kettles sing' }, { payload })).toEqual([]);
    const shaped = { title: SECRET, secret: SECRET };
    expect(await faults({ level: 'info', text: `made ${SECRET}` }, { payload: shaped })).toHaveLength(1);
  });

  it('takes broken escapes in credentials as they are', async () => {
    const payload = { url: 'https://ada:%zzhunter2hunter2@git.example/x' };
    expect(await faults({ level: 'info', text: 'git: %zzhunter2hunter2' }, { payload })).toHaveLength(1);
  });
});
