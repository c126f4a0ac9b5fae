import { gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { FetchLimits } from '../../../../src/publishing/openapi/infrastructure/fetched-specification.js';
import { INTERNAL_TARGETS } from '../../../domain/outbound/targets.js';
import { specification, TestSource } from './openapi-sources.js';

const PROCESS = 'publishing.process-openapi-spec';
const REFETCH = 'publishing.refetch-openapi-specs';
const HOUR_MS = 3_600_000;
const BOMB = gzipSync(Buffer.alloc(200_000_000));

describe('OpenAPI specifications at an address', () => {
  let server: TestServer;
  let limits: FetchLimits;
  /** Its host alone may be reached, by name. */
  let source: TestSource;
  let inside: TestSource;
  let ada: TestUser & { organization: string };
  let path: string;
  let url: string;

  beforeAll(async () => {
    [source, inside] = [await TestSource.start(), await TestSource.start()];
    server = await TestServer.start({ env: { QUIRE_OUTBOUND_ALLOW: 'localhost' } });
    limits = server.app.get<FetchLimits>(FetchLimits, { strict: false });
  });
  afterAll(async () => {
    source.stop();
    inside.stop();
    await server.stop();
  });
  beforeEach(async () => {
    ada = await server.administrator();
    path = `/v1/orgs/${ada.organization}/openapi/pets`;
    url = `${source.url.replace('127.0.0.1', 'localhost')}/openapi.json`;
    source.answers(specification('Pets'));
    inside.answers(specification('Secret'));
    Object.assign(limits, new FetchLimits());
    server.clock.reset();
    await server.rows('delete from publishing.openapi_spec');
  });

  const read = async (): Promise<Json> => (await ada.api.get(path)).body;
  async function fetched(at = url): Promise<Json> {
    const { status, text } = await ada.api.put(path, { source: { url: at } });
    expect([status, text]).toEqual([200, text]);
    await server.runJobs();
    return read();
  }
  const refetch = async (): Promise<string[]> => {
    await server.runJob(REFETCH);
    return (await server.runJobs()).filter((name) => name.startsWith('publishing.'));
  };
  const content = async (): Promise<Json> => (await ada.api.get(`${path}/versions/latest/content`)).body;

  it('are fetched, and say where they come from', async () => {
    const spec = await fetched();
    expect(spec).toMatchObject({ sourceURL: url, processingState: 'complete', lastProcessedErrorCount: 0 });
    expect((await content())['urls']).toEqual({ source: url, public: null });
    await ada.api.patch(path, { visibility: 'public' });
    expect((await content())['urls']).toEqual({ source: url, public: url });
    expect((await ada.api.get(`${path}/versions/latest/content/raw`)).body['text']).toBe(specification('Pets'));
    expect(source.asked).toHaveLength(1);
  });

  it('are fetched after redirects, and with a byte order mark or in UTF-16', async () => {
    source.answers((request, response) => {
      if (request.url === '/openapi.json') response.writeHead(302, { location: '/moved' }).end();
      else response.end(Buffer.from(`\ufeff${specification('Pets é')}`, 'utf16le'));
    });
    await fetched();
    expect(JSON.stringify(await content())).toContain('Pets é');
  });

  describe('with errors', () => {
    const answering: [string, (response: ServerResponse) => void, string, RegExp][] = [
      ['is silent', () => undefined, 'FETCH_TIMEOUT', /did not answer in full within 1 seconds/],
      [
        'never comes to an end',
        (response) => void response.write('openapi: 3.1.0\n'),
        'FETCH_TIMEOUT',
        /did not answer in full/,
      ],
      ['answers 500', (response) => response.writeHead(500).end('secret'), 'FETCH_ERROR', /answered with status 500$/],
      ['answers 404', (response) => response.writeHead(404).end(), 'FETCH_ERROR', /answered with status 404$/],
      ['answers 304 unasked', (response) => response.writeHead(304).end(), 'FETCH_ERROR', /answered with status 304$/],
      ['ends the connection', (response) => response.destroy(), 'FETCH_ERROR', /can’t be reached, or breaks off/],
      [
        'ends it half way',
        (response) => {
          response.writeHead(200, { 'content-length': 1000 }).write('{');
          setTimeout(() => response.destroy(), 50);
        },
        'FETCH_ERROR',
        /can’t be reached, or breaks off/,
      ],
      ['sends 20 MB', (response) => response.end(Buffer.alloc(20_000_000, 'x')), 'FETCH_ERROR', /more than \d+ bytes/],
      [
        'sends 20 MB without saying so before',
        (response) => {
          response.write(Buffer.alloc(10_000_000, 'x'));
          response.end(Buffer.alloc(10_000_000, 'x'));
        },
        'FETCH_ERROR',
        /more than \d+ bytes/,
      ],
      [
        'sends what becomes 200 MB',
        (response) => {
          response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB);
        },
        'FETCH_ERROR',
        /more than \d+ bytes/,
      ],
      ['sends HTML', (response) => response.end('<!doctype html><html><body>Hi</body></html>'), 'PARSE_ERROR', /./],
      ['sends nothing', (response) => response.end(), 'PARSE_ERROR', /./],
      ['sends a picture', (response) => response.end(Buffer.from('89504e470d0a1a0a0000', 'hex')), 'PARSE_ERROR', /./],
      ['leads round and round', (response) => response.writeHead(302, { location: url }).end(), 'FETCH_ERROR', /./],
    ];

    it.each(answering)('where the server %s, and the last version stays', async (_what, answer, code, message) => {
      const good = await fetched();
      if (code === 'FETCH_TIMEOUT') limits.documentMs = 1_000;
      source.answers((_request, response) => answer(response));
      const spec = await fetched();
      expect(spec).toMatchObject({
        processingState: 'complete',
        lastVersion: good['lastVersion'],
        lastProcessErrorCode: code,
        lastProcessedErrors: [{ message: expect.stringMatching(message) }],
      });
      expect(JSON.stringify(spec['lastProcessedErrors'])).not.toMatch(/127\.0\.0\.1|secret/);
      source.answers(specification('Pets'));
      expect(await fetched()).not.toHaveProperty('lastProcessErrorCode');
    });

    it('if nothing listens there, or the name is unknown', async () => {
      for (const at of ['http://localhost:1/openapi.json', 'https://sample.invalid/openapi.json']) {
        const spec = await fetched(at);
        expect([at, spec['lastProcessErrorCode']]).toEqual([at, 'FETCH_ERROR']);
      }
    });

    it('where the certificate is not trusted', async () => {
      const spec = await fetched(url.replace('http:', 'https:'));
      expect(spec['lastProcessErrorCode']).toBe('FETCH_ERROR');
    });
  });

  describe('reach nothing inside', () => {
    const refused = async (at: string): Promise<void> => {
      const spec = await fetched(at);
      expect([at, spec['lastProcessErrorCode']]).toEqual([at, 'FETCH_ERROR']);
      const told = JSON.stringify(spec['lastProcessedErrors']);
      // The name is resolved to an address, which the response does not contain.
      expect(told).toContain('not public');
      expect(spec).not.toHaveProperty('lastVersion');
    };

    it.each(
      INTERNAL_TARGETS.filter(
        (target) => /^https?:/.test(target) && URL.canParse(target) && !/localhost|@/.test(target),
      ),
    )('at %s', refused);

    it('by a redirect', async () => {
      for (const location of [inside.url, inside.url.replace('127.0.0.1', '0x7f.1'), 'http://[::ffff:127.0.0.1]/']) {
        source.answers((_request, response) => response.writeHead(302, { location }).end());
        await refused(url);
      }
      expect(inside.asked).toEqual([]);
    });

    it('by what a specification refers to', async () => {
      const targets = [`${inside.url}/a.json`, `http://169.254.169.254/latest`, `${url}.redirected`];
      source.answers((request, response) => {
        if (request.url?.endsWith('.redirected')) response.writeHead(302, { location: inside.url }).end();
        else {
          const schemas = Object.fromEntries(targets.map((target, at) => [`S${at}`, { $ref: `${target}#/a` }]));
          response.end(specification('Pets', { components: { schemas } }));
        }
      });
      const spec = await fetched();
      expect(inside.asked).toEqual([]);
      expect(spec['lastProcessedErrorCount']).toBeGreaterThanOrEqual(targets.length);
      expect(JSON.stringify(await content())).not.toContain('Secret');
    });
  });

  describe('are fetched again', () => {
    beforeEach(() => fetched());

    it('after about six hours, not sooner', async () => {
      server.clock.advance(5 * HOUR_MS);
      expect(await refetch()).toEqual([]);
      server.clock.advance(2 * HOUR_MS);
      expect(await refetch()).toEqual([PROCESS]);
      expect(await refetch()).toEqual([]);
      expect(source.asked).toHaveLength(2);
    });

    it('and have a new version where something changed', async () => {
      const before = await read();
      server.clock.advance(7 * HOUR_MS);
      source.answers(specification('Dogs'));
      await refetch();
      const after = await read();
      expect(after['lastVersion']).not.toBe(before['lastVersion']);
      expect((await ada.api.get(`${path}/versions`)).body.count).toBe(2);
    });

    it('with what tells that nothing changed, where the server knows such', async () => {
      source.answers((request, response) => {
        if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
        else
          response
            .writeHead(200, { etag: '"v1"', 'last-modified': 'Tue, 03 Feb 2026 14:05:10 GMT' })
            .end(specification('Pets'));
      });
      const before = await fetched();
      server.clock.advance(7 * HOUR_MS);
      await refetch();
      expect(source.asked.at(-1)?.headers).toMatchObject({
        'if-none-match': '"v1"',
        'if-modified-since': 'Tue, 03 Feb 2026 14:05:10 GMT',
      });
      const { lastProcessedAt, ...after } = await read();
      expect(Date.parse(String(lastProcessedAt))).toBeGreaterThan(Date.parse(String(before['lastProcessedAt'])));
      expect({ ...after, lastProcessedAt: before['lastProcessedAt'] }).toEqual(before);
      // Putting it again requests that it is read in full.
      await fetched();
      expect(source.asked.at(-1)?.headers).not.toHaveProperty('if-none-match');
    });

    it('in full where they refer to other documents, which may have changed', async () => {
      source.answers((request, response) => {
        const schemas = { Pet: { $ref: `${url}.pet` } };
        if (request.url?.endsWith('.pet')) response.end('{"type":"object"}');
        else response.writeHead(200, { etag: '"v1"' }).end(specification('Pets', { components: { schemas } }));
      });
      await fetched();
      server.clock.advance(7 * HOUR_MS);
      await refetch();
      expect(source.asked).toHaveLength(4);
      for (const { headers } of source.asked) expect(headers).not.toHaveProperty('if-none-match');
    });

    it('at most 200 at a time, and none of those that were sent as text', async () => {
      await ada.api.put(`${path}-text`, { source: { text: specification('Text') } });
      await server.runJobs();
      const more = await server.rows<{ id: string }>(
        `insert into publishing.openapi_spec as more (organization_id, id, version, slug, visibility, source_url,
           processing_state, attempts, faults, fault_count, next_run_at, created_by, created_at, updated_at)
         select organization_id, 'id' || n, 1, 'slug' || n, visibility, source_url, processing_state, 0, faults, 0,
           next_run_at, created_by, created_at, updated_at
         from publishing.openapi_spec, generate_series(1, 205) n where organization_id = $1 and slug = 'pets'
         returning id`,
        [ada.organization],
      );
      expect(more).toHaveLength(205);
      server.clock.advance(7 * HOUR_MS);
      await server.runJob(REFETCH);
      const waiting = () =>
        server.rows(
          `select from graphile_worker._private_jobs where task_id =
             (select id from graphile_worker._private_tasks where identifier = $1)`,
          [PROCESS],
        );
      expect(await waiting()).toHaveLength(200);
      await server.runJob(REFETCH);
      expect(await waiting()).toHaveLength(206);
      await server.rows('delete from graphile_worker._private_jobs');
    });
  });

  describe('while a run is under way', () => {
    /** Puts a source, and does something before the server answers. */
    async function during(what: () => Promise<unknown>): Promise<void> {
      source.answers((_request, response) => {
        void what().finally(() => response.end(specification('Old')));
      });
      await ada.api.put(path, { source: { url } });
      await server.runJobs();
    }

    it('say so', async () => {
      let state: unknown;
      await during(async () => (state = (await read())['processingState']));
      expect([state, (await read())['processingState']]).toEqual(['progress', 'complete']);
    });

    it('take another source, whose run alone counts', async () => {
      await during(() => ada.api.put(path, { source: { text: specification('New') } }));
      expect(await read()).toMatchObject({ processingState: 'pending' });
      expect(await read()).not.toHaveProperty('lastVersion');
      await server.runJobs();
      expect(await read()).toMatchObject({ processingState: 'complete' });
      expect(JSON.stringify(await content())).toContain('New');
      expect((await ada.api.get(`${path}/versions`)).body.count).toBe(1);
    });

    it('can be deleted, and made anew', async () => {
      await during(() => ada.api.delete(path));
      expect((await ada.api.get(path)).status).toBe(404);
      expect(await server.rows('select from publishing.openapi_part')).toEqual([]);
      await during(async () => {
        await ada.api.delete(path);
        await ada.api.put(path, { source: { text: specification('New') } });
      });
      expect(await read()).toMatchObject({ processingState: 'pending' });
      expect(await server.rows('select from publishing.openapi_part')).toEqual([]);
      await server.runJobs();
      expect(JSON.stringify(await content())).toContain('New');
    });

    it('are taken up again where it was cut off, three times', async () => {
      await ada.api.put(path, { source: { url } });
      const { id } = await read();
      const job = { organizationId: ada.organization, specId: id };
      source.answers((_request, response) => response.end(specification('Pets')));
      await server.rows(`update publishing.openapi_spec set processing_state = 'progress', run = 'gone', attempts = 1`);
      await server.runJob(PROCESS, job);
      expect(await read()).toMatchObject({ processingState: 'complete', lastProcessedErrorCount: 0 });
      await ada.api.put(path, { source: { url } });
      await server.rows(`update publishing.openapi_spec set processing_state = 'progress', run = 'gone', attempts = 3`);
      await server.runJob(PROCESS, job);
      expect(await read()).toMatchObject({ processingState: 'complete', lastProcessErrorCode: 'PARSE_ERROR' });
    });

    it('are found by the look for those whose time has come where their job is lost', async () => {
      await ada.api.put(path, { source: { text: specification('Pets') } });
      await server.rows('delete from graphile_worker._private_jobs');
      server.clock.advance(HOUR_MS);
      expect(await refetch()).toEqual([PROCESS]);
      expect((await read())['processingState']).toBe('complete');
    });
  });
});
