import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer, Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { MOST_WAITING } from '../../../../src/publishing/openapi/domain/openapi-specs.js';
import { specification } from './openapi-sources.js';

describe('OpenAPI specifications', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let path: string;
  let slugs = 0;

  beforeAll(async () => {
    server = await TestServer.shared();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    ada = await server.administrator();
    path = `/v1/orgs/${ada.organization}/openapi`;
  });

  const text = (title = 'Pets', more: object = {}) => ({ source: { text: specification(title, more) } });
  const put = (slug: string, body: object = text(), api = ada.api): Promise<Answer> => api.put(`${path}/${slug}`, body);
  /** Puts a specification and has it processed. */
  async function processed(slug = `spec-${++slugs}`, body: object = text()): Promise<Json> {
    expect((await put(slug, body)).status).toBe(200);
    await server.runJobs();
    return (await ada.api.get(`${path}/${slug}`)).body;
  }
  const versions = async (slug: string): Promise<Json[]> => (await ada.api.get(`${path}/${slug}/versions`)).body.items;

  describe('are created', () => {
    it('from a text, wait to be processed, and have a version then', async () => {
      const { status, body, headers } = await ada.api.post(path, { slug: 'petstore', ...text(), unknown: 1 });
      expect(status).toBe(201);
      expect(body).toEqual({
        object: 'openapi-spec',
        id: expect.stringMatching(/^[0-9A-Za-z]{20}$/),
        createdAt: expect.stringMatching(/^\d{4}-/),
        updatedAt: body.createdAt,
        slug: 'petstore',
        processingState: 'pending',
        visibility: 'private',
        lastProcessedErrorCount: 0,
        permissions: { view: true, edit: true },
        urls: {
          location: `http://quire.test${path}/petstore`,
          app: `http://quire.test/o/${ada.organization}/openapi/petstore`,
        },
      });
      expect(headers['location']).toBe(body.urls['location']);
      expect((await ada.api.get(`${path}/petstore/versions/latest`)).status).toBe(404);
      expect(await versions('petstore')).toEqual([]);
      expect(await server.runJobs()).toContain('publishing.process-openapi-spec');
      const done = (await ada.api.get(`${path}/petstore`)).body;
      expect(done).toMatchObject({
        processingState: 'complete',
        lastVersion: expect.any(String),
        lastProcessedErrorCount: 0,
      });
      expect(done).not.toHaveProperty('lastProcessErrorCode');
      expect((await ada.api.get(path)).body.items).toEqual([done]);
    });

    it('as long as no more than fifty of the organization wait to be processed', async () => {
      for (let at = 0; at < MOST_WAITING; at++) expect((await put(`waiting-${at}`)).status).toBe(200);
      expect((await ada.api.post(path, { slug: 'one-more', ...text() })).status).toBe(429);
      const refused = await put('one-more');
      expect(refused.status).toBe(429);
      expect(refused.body).toMatchObject({
        error: { message: expect.stringMatching(/^50 OpenAPI specifications wait/) },
      });
      expect((await ada.api.get(`${path}/one-more`)).status).toBe(404);
      expect((await put('waiting-7', text('Again'))).status).toBe(200);
      const other = await server.administrator();
      const elsewhere = `/v1/orgs/${other.organization}/openapi/one-more`;
      expect((await other.api.put(elsewhere, text())).status).toBe(200);
      await server.runJobs();
      expect((await put('one-more')).status).toBe(200);
    });

    it('by PUT as well, with the status 200, and are found by their ids too', async () => {
      const { status, body } = await put('petstore');
      expect([status, body['processingState']]).toEqual([200, 'pending']);
      await server.runJobs();
      const read = await ada.api.get(`${path}/${body.id}`);
      expect(read.body).toEqual((await ada.api.get(`${path}/petstore`)).body);
      expect((await put(body.id, text('Other'))).body.id).toBe(body.id);
      expect((await ada.api.get(path)).body.count).toBe(1);
      for (const at of ['latest', 'latest/content', 'latest/content/raw', String(read.body['lastVersion'])])
        expect((await ada.api.get(`${path}/${body.id}/versions/${at}`)).status).toBe(200);
    });

    it('once under a slug, whatever its capitals', async () => {
      await put('petstore');
      for (const slug of ['petstore', 'PetStore'])
        expect((await ada.api.post(path, { slug, ...text() })).status).toBe(409);
      expect((await put('PETSTORE')).status).toBe(409);
      expect((await ada.api.get(`${path}/PETSTORE`)).status).toBe(404);
    });

    it('once when two put them at the same moment', async () => {
      const answers = await Promise.all([put('petstore'), put('petstore', text('Other')), put('petstore')]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
      await server.runJobs();
      expect((await ada.api.get(`${path}/petstore`)).body['processingState']).toBe('complete');
    });

    const REFUSED: [string, object, RegExp][] = [
      ['no source', { slug: 'a' }, /source/],
      [
        'a source of both kinds',
        { slug: 'a', source: { url: 'https://example.com', text: 'a' } },
        /either url or text/,
      ],
      ['a source of no kind', { slug: 'a', source: {} }, /either url or text/],
      ['a source that is a text', { slug: 'a', source: 'openapi: 3.1.0' }, /source/],
      ['an empty text', { slug: 'a', source: { text: '' } }, /source\.text/],
      ['a text that is none', { slug: 'a', source: { text: 1 } }, /source\.text/],
      ['an address of a file', { slug: 'a', source: { url: 'file:///etc/passwd' } }, /source\.url/],
      ['an address with credentials', { slug: 'a', source: { url: 'https://me:secret@example.com' } }, /source\.url/],
      ['a long address', { slug: 'a', source: { url: `https://example.com/${'a'.repeat(2048)}` } }, /source\.url/],
      ['an address that is none', { slug: 'a', source: { url: 'petstore' } }, /source\.url/],
      ['a slug with a space', { slug: 'a b', ...text() }, /slug/],
      ['a slug with two hyphens', { slug: 'a--b', ...text() }, /slug/],
      ['a slug that ends with a hyphen', { slug: 'a-', ...text() }, /slug/],
      ['no slug', text(), /slug/],
      ['a long slug', { slug: 'a'.repeat(101), ...text() }, /slug/],
    ];
    it.each(REFUSED)('not with %s', async (_what, body, message) => {
      const { status, body: answer } = await ada.api.post(path, body);
      expect(status).toBe(400);
      expect(answer.error.message).toMatch(message);
      expect(answer.error.message).not.toContain('secret');
    });

    it('not by PUT under what is no slug', async () => {
      for (const slug of ['a--b', '-a', 'a%20b', 'ä', 'a'.repeat(101)]) expect((await put(slug)).status).toBe(400);
    });

    it('from texts of up to 10 MB, where other bodies are refused', async () => {
      const words = (bytes: number) => specification('Large', { 'x-words': 'w"'.repeat(bytes / 2) });
      const fits = words(6_000_000);
      expect(JSON.stringify({ source: { text: fits } }).length).toBeGreaterThan(10_000_000);
      expect((await put('large', { source: { text: fits } })).status).toBe(200);
      const over = await put('large', { source: { text: 'x'.repeat(10 * 1024 * 1024 + 1) } });
      expect([over.status, over.body.error.message]).toEqual([400, expect.stringMatching(/source\.text/)]);
      expect((await put('large', { source: { text: 'x'.repeat(25_000_000) } })).status).toBe(413);
      expect((await ada.api.patch(`${path}/large`, { visibility: 'x'.repeat(11_000_000) })).status).toBe(413);
    });
  });

  describe('are processed', () => {
    it('into a version each time that something changed', async () => {
      const first = await processed('pets');
      server.clock.advance(1000);
      const same = await processed('pets');
      expect(same['lastVersion']).toBe(first['lastVersion']);
      expect(same['lastProcessedAt']).not.toBe(first['lastProcessedAt']);
      const reformatted = JSON.stringify(JSON.parse(specification('Pets')), null, 2);
      expect((await processed('pets', { source: { text: reformatted } }))['lastVersion']).toBe(first['lastVersion']);
      server.clock.advance(1000);
      const second = await processed('pets', text('Dogs'));
      expect((await versions('pets')).map(({ id }) => id)).toEqual([second['lastVersion'], first['lastVersion']]);
      const [latest] = await versions('pets');
      expect(latest).toEqual({
        object: 'openapi-spec-version',
        id: second['lastVersion'],
        createdAt: expect.stringMatching(/^\d{4}-/),
        url: `http://quire.test/openapi/${ada.organization}/pets/versions/${latest?.id}`,
        urls: { location: `http://quire.test${path}/pets/versions/${latest?.id}` },
      });
      expect((await ada.api.get(`${path}/pets/versions/latest`)).body).toEqual(latest);
      expect((await ada.api.get(`${path}/pets/versions/${latest?.id}`)).body).toEqual(latest);
      expect((await ada.api.get(`${path}/pets/versions/nobody`)).status).toBe(404);
    });

    it('with an error that leaves the last version, and is gone when it is mended', async () => {
      const good = await processed('pets');
      const bad = await processed('pets', { source: { text: 'no specification' } });
      expect(bad).toMatchObject({
        processingState: 'complete',
        lastVersion: good['lastVersion'],
        lastProcessErrorCode: 'PARSE_ERROR',
        lastProcessedErrors: [{ message: expect.any(String) }],
        lastProcessedErrorCount: 1,
      });
      const mended = await processed('pets');
      expect(mended).not.toHaveProperty('lastProcessErrorCode');
      expect(mended).not.toHaveProperty('lastProcessedErrors');
      expect(mended['lastVersion']).toBe(good['lastVersion']);
    });

    it('with what is wrong noted where they can be shown all the same', async () => {
      const spec = await processed('pets', { source: { text: '{"openapi":"3.1.0","paths":{}}' } });
      expect(spec['lastVersion']).toEqual(expect.any(String));
      expect(spec).not.toHaveProperty('lastProcessErrorCode');
      expect(spec['lastProcessedErrorCount']).toBeGreaterThan(0);
    });

    it('without the text that was sent being kept twice', async () => {
      await put('pets');
      const held = () =>
        server.rows<{ text: string | null }>(
          'select source_text as text from publishing.openapi_spec where organization_id = $1',
          [ada.organization],
        );
      expect(await held()).toEqual([{ text: specification('Pets') }]);
      await server.runJobs();
      expect(await held()).toEqual([{ text: null }]);
      await put('pets');
      await put('pets', { source: { url: 'https://sample.invalid/openapi.json' } });
      expect(await held()).toEqual([{ text: null }]);
    });
  });

  it('are shown to everybody, or to members alone', async () => {
    await processed('pets');
    const { status, body } = await ada.api.patch(`${path}/pets`, { visibility: 'public' });
    expect([status, body['visibility']]).toEqual([200, 'public']);
    expect(body.urls['published']).toBe(`http://quire.test/openapi/${ada.organization}/pets`);
    expect((await ada.api.patch(`${path}/pets`, { visibility: 'private' })).body.urls).not.toHaveProperty('published');
    for (const wrong of [{}, { visibility: 'unlisted' }, { visibility: null }])
      expect((await ada.api.patch(`${path}/pets`, wrong)).status).toBe(400);
    expect((await ada.api.patch(`${path}/nothing`, { visibility: 'public' })).status).toBe(404);
  });

  it('end when they are deleted, again and again', async () => {
    await processed('pets');
    for (let time = 0; time < 2; time++) expect((await ada.api.delete(`${path}/pets`)).status).toBe(204);
    for (const at of ['', '/versions', '/versions/latest', '/versions/latest/content'])
      expect((await ada.api.get(`${path}/pets${at}`)).status).toBe(404);
    for (const table of ['openapi_spec', 'openapi_version', 'openapi_part'])
      expect(
        await server.rows(`select from publishing.${table} where organization_id = $1`, [ada.organization]),
      ).toEqual([]);
  });

  it('are seen by members, and changed by those who may create', async () => {
    await processed('pets');
    const [guest, reader, creator] = await Promise.all(
      ([null, 'read', 'create'] as const).map((role) => server.member(ada.organization, role)),
    );
    expect((await guest!.api.get(`${path}/pets`)).status).toBe(403);
    const { body } = await reader!.api.get(`${path}/pets`);
    expect(body.permissions).toEqual({ view: true, edit: false });
    expect((await reader!.api.get(`/v1/orgs/${ada.organization}`)).body.permissions['createOpenAPISpec']).toBe(false);
    for (const sent of [
      reader!.api.post(path, { slug: 'dogs', ...text() }),
      put('pets', text(), reader!.api),
      reader!.api.patch(`${path}/pets`, { visibility: 'public' }),
      reader!.api.delete(`${path}/pets`),
    ])
      expect((await sent).status).toBe(403);
    expect((await creator!.api.get(`/v1/orgs/${ada.organization}`)).body.permissions['createOpenAPISpec']).toBe(true);
    expect((await put('dogs', text(), creator!.api)).body.permissions).toEqual({ view: true, edit: true });
  });

  it('are in the audit trail', async () => {
    await put('pets');
    await put('pets', text('Dogs'));
    await ada.api.patch(`${path}/pets`, { visibility: 'public' });
    await ada.api.delete(`${path}/pets`);
    await server.drain();
    const { items } = (await ada.api.get(`/v1/orgs/${ada.organization}/audit-events`)).body;
    expect(items.map(({ action }) => action).filter((action) => String(action).startsWith('openapi'))).toEqual([
      'openapi-spec.deleted',
      'openapi-spec.visibility-changed',
      'openapi-spec.source-updated',
      'openapi-spec.created',
    ]);
  });
});
