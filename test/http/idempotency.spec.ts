import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { operationsOf, readApiDocument } from '#testing/api-document';
import { requestFor } from '#testing/sample-request';
import { REQUESTS } from './authorization/matrix.js';
import { makeRecords } from './authorization/records.js';
import { StoredRequests } from '#kernel/infrastructure/requests/stored-requests';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

describe('idempotency', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let keys = 0;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });

  afterAll(() => server.stop());

  const withKey = (key = `key-${++keys}`) => ({ headers: { 'idempotency-key': key } });
  const spaces = async (title: string): Promise<number> =>
    (await server.rows('select 1 from content.space where title = $1', [title])).length;

  describe('a POST with an Idempotency-Key', () => {
    it('takes effect once and gives the first answer again', async () => {
      const path = `/v1/orgs/${ada.organization}/spaces`;
      const key = withKey();
      const first = await ada.api.post(path, { title: 'Once' }, key);
      const again = await ada.api.post(path, { title: 'Once' }, key);
      expect(first.status).toBe(201);
      expect(again.status).toBe(201);
      expect(again.text).toBe(first.text);
      expect(again.headers.location).toBe(first.headers.location);
      expect(again.headers.etag).toBe(first.headers.etag);
      expect(first.headers).not.toHaveProperty('idempotency-replayed');
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(await spaces('Once')).toBe(1);
      const other = await ada.api.post(path, { title: 'Once' }, withKey());
      expect(other.body.id).not.toBe(first.body.id);
    });

    it('takes effect once when the same request arrives many times at once', async () => {
      const path = `/v1/orgs/${ada.organization}/spaces`;
      const key = withKey();
      const answers = await Promise.all(Array.from({ length: 6 }, () => ada.api.post(path, { title: 'Race' }, key)));
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await spaces('Race')).toBe(1);
    });

    it('refuses another request under the same key with 409', async () => {
      const key = withKey();
      await ada.api.post('/v1/orgs', { title: 'First title' }, key);
      const other = await ada.api.post('/v1/orgs', { title: 'Other title' }, key);
      expect(other.status).toBe(409);
      expect(other.body.error.message).toMatch(/used with another request/);
      const elsewhere = await ada.api.post('/v1/user/tokens', { label: 'x' }, key);
      expect(elsewhere.status).toBe(409);
    });

    it('keeps the keys of different callers apart', async () => {
      const key = withKey();
      const eve = await server.user();
      const mine = await ada.api.post('/v1/user/tokens', { label: 'Same' }, key);
      const hers = await eve.api.post('/v1/user/tokens', { label: 'Same' }, key);
      expect(hers.status).toBe(201);
      expect(hers.body.id).not.toBe(mine.body.id);
    });

    it('replays an answer that carries a secret, without keeping the secret readable', async () => {
      const key = withKey('secret-key');
      const first = await ada.api.post('/v1/user/tokens', { label: 'Secret' }, key);
      const again = await ada.api.post('/v1/user/tokens', { label: 'Secret' }, key);
      expect(again.body.token).toBe(first.body.token);
      const [row] = await server.rows<{ row: string; body: string }>(
        `select r::text as row, r.body from kernel.idempotent_request r where key = 'secret-key'`,
      );
      expect(row?.row).not.toContain(first.body.token);
      expect(Buffer.from(row?.body ?? '', 'base64url').toString('latin1')).not.toContain(first.body.token);
    });

    it('keeps its key when it is refused, for the same request or one that was mended', async () => {
      const space = await TestSpace.create(ada);
      const key = withKey('refused-key');
      const missing = [{ operation: 'delete_page', page: 'nothing' }];
      for (let time = 0; time < 2; time++) {
        const refused = await space.send(missing, key);
        expect([refused.status, refused.headers['idempotency-replayed']]).toEqual([404, undefined]);
      }
      expect((await space.send([{ operation: 'insert_nothing' }], key)).status).toBe(400);
      expect(await server.rows(`select 1 from kernel.idempotent_request where key = 'refused-key'`)).toEqual([]);
      const taken = await space.send([{ operation: 'insert_page', title: 'Page' }], key);
      expect(taken.status).toBe(200);
      expect((await space.send([{ operation: 'insert_page', title: 'Page' }], key)).text).toBe(taken.text);
      expect((await space.send(missing, key)).status).toBe(409);
      expect(await space.paths()).toEqual(['page']);
    });

    it('runs again after 24 hours', async () => {
      const key = withKey('old-key');
      const first = await ada.api.post('/v1/user/tokens', { label: 'Old' }, key);
      await server.rows(
        `update kernel.idempotent_request set created_at = created_at - interval '25 hours' where key = 'old-key'`,
      );
      const again = await ada.api.post('/v1/user/tokens', { label: 'Old' }, key);
      expect(again.body.id).not.toBe(first.body.id);
    });

    it('says so when the first took effect and its answer was lost', async () => {
      const key = withKey('lost-key');
      await ada.api.post('/v1/user/tokens', { label: 'Lost' }, key);
      await server.rows(
        `update kernel.idempotent_request set status = null, body = null, headers = null,
         claimed_until = now() - interval '1 second' where key = 'lost-key' and took_effect`,
      );
      const again = await ada.api.post('/v1/user/tokens', { label: 'Lost' }, key);
      expect(again.status).toBe(409);
      expect(again.body.error.message).toMatch(/took effect, but its answer was lost/);
    });

    it('says so as well when the first took effect and was answered with a fault of the server', async () => {
      const { id, path } = await TestSpace.create(ada);
      const send = () => {
        const headers = { authorization: `Bearer ${ada.token}`, 'idempotency-key': 'half-key' };
        const payload = { body: { markdown: 'Half.' } };
        return server.app
          .getHttpAdapter()
          .getInstance()
          .inject({ method: 'POST', url: `${path}/comments`, headers, payload });
      };
      // A comment is made without this table, and can not be read without it.
      await server.rows('alter table content.comment_reaction rename to away');
      try {
        expect((await send()).statusCode).toBe(500);
      } finally {
        await server.rows('alter table content.away rename to comment_reaction');
      }
      await server.rows(
        `update kernel.idempotent_request set claimed_until = now() - interval '1 second' where key = 'half-key'`,
      );
      const again = await send();
      expect([again.statusCode, again.body]).toEqual([409, expect.stringContaining('took effect, but its answer')]);
      expect(await server.rows('select from content.comment where space_id = $1', [id])).toHaveLength(1);
    });

    it('runs again when the first died before it took effect', async () => {
      const key = withKey('dead-key');
      await ada.api.post('/v1/user/tokens', { label: 'Dead' }, key);
      await server.rows(
        `update kernel.idempotent_request set status = null, body = null, headers = null, took_effect = false,
         claimed_until = now() - interval '1 second' where key = 'dead-key'`,
      );
      expect((await ada.api.post('/v1/user/tokens', { label: 'Dead' }, key)).status).toBe(201);
    });

    it.each([
      ['an empty key', ''],
      ['a key of 256 characters', 'k'.repeat(256)],
    ])('is refused with %s', async (_what, key) => {
      expect((await ada.api.post('/v1/user/tokens', { label: 'x' }, withKey(key))).status).toBe(400);
    });

    it('is forgotten with the hourly purge when it is older than 24 hours', async () => {
      await ada.api.post('/v1/user/tokens', { label: 'Purged' }, withKey('purged-key'));
      await ada.api.post('/v1/user/tokens', { label: 'Purged' }, withKey('young-key'));
      await server.rows(
        `update kernel.idempotent_request set created_at = now() - interval '25 hours' where key = 'purged-key'`,
      );
      await server.app.get(StoredRequests, { strict: false }).purge();
      const left = await server.rows<{ key: string }>(
        `select key from kernel.idempotent_request where key in ('purged-key', 'young-key')`,
      );
      expect(left).toEqual([{ key: 'young-key' }]);
    });
  });

  describe('an Idempotency-Key', () => {
    const writes = operationsOf(readApiDocument())
      .filter(({ method }) => method !== 'get')
      // What is deleted below a record is deleted before it.
      .sort((a, b) => Number(a.method === 'delete') - Number(b.method === 'delete') || b.path.length - a.path.length)
      .map((described) => [described.operation.operationId, described] as const);

    let ids: Readonly<Record<string, string>>;

    beforeAll(async () => {
      ({ ids } = await makeRecords(server, ada, []));
    });

    it.each(writes)('of %s gives its first answer again, and is free after a refusal', async (_id, described) => {
      const { method, path, operation } = described;
      expect(operation.parameters?.map(({ name }) => name)).toContain('idempotency-key');
      const { url, request: sample } = requestFor(path, operation, ids);
      const request = {
        ...sample,
        ...REQUESTS[operation.operationId]?.(ids, { site: '', template: ids['spaceId'] ?? '' }),
      };
      const key = `generated-${operation.operationId}`;
      const headers = { ...request.headers, ...withKey(key).headers };
      const send = () => ada.api.send(method.toUpperCase(), url, { ...request, headers });
      const first = await send();
      const again = await send();
      const kept = await server.rows('select 1 from kernel.idempotent_request where key = $1', [key]);
      const isEvents = first.headers['content-type']?.startsWith('text/event-stream') === true;
      const isUpload = request.headers?.['content-type']?.startsWith('multipart/') === true;
      const isKept = first.status < 300 && !isEvents && !isUpload;
      expect([first.status, again.headers['idempotency-replayed'] === 'true', kept.length]).toEqual([
        first.status,
        isKept,
        isKept ? 1 : 0,
      ]);
      if (isKept) expect([again.status, again.text]).toEqual([first.status, first.text]);
      if (first.status === 201) {
        const { location = '' } = first.headers;
        expect(location).toMatch(/^http:\/\/quire\.test\/v1\//);
        expect(location).toBe((first.body as Partial<Json> | undefined)?.urls?.['location'] ?? location);
        if (isKept) expect(again.headers.location).toBe(location);
      }
    });
  });
});
