import { createHmac } from 'node:crypto';
import { SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import type { Answer, ApiClient, Json } from '#testing/api-client';
import { operationsOf, readApiDocument, type Described } from '#testing/api-document';
import { requestFor } from '#testing/sample-request';
import { postComments, TestChangeRequest } from '#testing/test-change-request';
import { TestServer } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { makeRecords, type Owner, type Records } from '../../authorization/records.js';
import { sourceOf } from '../openapi/specifications.js';
import { signed, TestBackend } from '../visitors/visitor-tokens.js';
import { TestSite } from './visits.js';

describe('a content token', () => {
  const operations = operationsOf(readApiDocument());
  const isPublic = ({ operation }: Described) => operation.security?.length === 0;
  const isForVisitors = ({ operation }: Described) => 'x-quire-visitors' in operation;
  const named = (list: Described[]) => list.map((described) => [described.operation.operationId, described] as const);

  let server: TestServer;
  let ada: Owner;
  /** On its site, on another site of the organization, and in another organization. */
  let own: Records;
  let beside: Records;
  let elsewhere: Records;
  let site: TestSite;
  let token: string;
  let visitor: ApiClient;
  /** The same, who came to see the preview of the change request. */
  let previewer: ApiClient;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    own = await makeRecords(server, ada, []);
    beside = await makeRecords(server, ada, []);
    elsewhere = await makeRecords(server, await server.administrator(), []);
    site = TestSite.at(server, ada, own.ids['siteId'] ?? '');
    token = String((await site.visit()).body['apiToken']);
    visitor = server.as(token);
    previewer = (await site.visit(`~/changes/${own.ids['changeRequestId']}/`)).api;
  });

  afterAll(() => server.stop());

  function send(api: ApiClient, { method, path, operation }: Described, ids: Record<string, string>): Promise<Answer> {
    const { url, request } = requestFor(path, operation, ids);
    const { query = {} } = request;
    if ('source' in query) query['source'] = ids['siteRedirectSource'] ?? '';
    const props = { doc: 'operation', page: '/pets', method: 'get' };
    const source = sourceOf(ids['specSlug'] ?? '', props);
    const bodies: Record<string, object> = {
      getComputedDocument: { source, seed: '1' },
      submitSiteAgentFeedback: { ...(request.body as object), spaceId: ids['spaceId'] },
    };
    const body = bodies[operation.operationId] ?? request.body;
    return api.send(method.toUpperCase(), url, { ...request, query, body });
  }

  describe('with the ids of what its site shows', () => {
    it.each(named(operations.filter((described) => !isForVisitors(described) && !isPublic(described))))(
      '%s is refused',
      async (_, described) => {
        const { status, text } = await send(visitor, described, own.ids);
        expect([401, 403, 404]).toContain(status);
        expect(text).not.toContain(own.ids['pagePath']);
      },
    );

    it.each(named(operations.filter(isPublic)))('%s answers as it answers anybody', async (_, described) => {
      const answers = [await send(visitor, described, own.ids), await send(server.anonymous, described, own.ids)];
      expect(answers[0]?.status).toBe(answers[1]?.status);
      expect(answers[0]?.text).toBe(answers[1]?.text);
    });

    it.each(named(operations.filter(isForVisitors)))(
      '%s is answered, without addresses of people',
      async (_, described) => {
        const { status, text } = await send(previewer, described, own.ids);
        expect(status).toBeLessThan(300);
        for (const { ids } of [beside, elsewhere]) expect(text).not.toContain(ids['pagePath']);
        expect(text).not.toContain('@');
      },
    );

    it('does nothing that is kept', async () => {
      const state = () => server.rows('select count(*) from public.event');
      const before = await state();
      for (const described of operations.filter((each) => !isPublic(each) && each.method !== 'get'))
        await send(visitor, described, own.ids);
      expect(await state()).toEqual(before);
    });
  });

  describe('with one id of what its site does not show', () => {
    const swaps = operations.filter(isForVisitors).flatMap((described) => {
      const names = [...described.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      return names.map((name) => [described.operation.operationId, name, described] as const);
    });

    it.each(swaps)('%s, another %s: nothing', async (id, name, described) => {
      for (const { ids } of [beside, elsewhere]) {
        // It is in the same organization, installed on all of its spaces; users mentioned on a site are public by name.
        if (ids === beside.ids && ['organizationId', 'integrationName', 'userId'].includes(name)) continue;
        const other = { ...own.ids, [name]: ids[name] ?? '', [`changeRequests.${name}`]: ids[name] ?? '' };
        const { status, text } = await send(previewer, described, other);
        expect([id, status]).toEqual([id, 404]);
        expect(text).not.toContain(ids['pagePath']);
      }
    });

    it.each(named(operations.filter((each) => isForVisitors(each) && each.path.includes('{'))))(
      '%s, with all ids of another: nothing',
      async (id, described) => {
        for (const { ids } of [beside, elsewhere]) {
          if (id === 'getUserById' && ids === beside.ids) continue;
          expect((await send(visitor, described, ids)).status).toBe(404);
        }
      },
    );

    it('reads a space of its organization that is on no site as little', async () => {
      const unplaced = own.ids['unplacedSpaceId'] ?? '';
      for (const path of ['', '/revisions/x', '/embed?url=https://example.com'])
        expect((await visitor.get(`/v1/spaces/${unplaced}${path}`)).status).toBe(404);
    });
  });

  describe('that this server did not make', () => {
    const keyOf = (): Uint8Array => {
      const box = server.app.get<SecretBox>(SecretBox as never, { strict: false });
      return box.keyFor('content tokens v1');
    };
    const payload = (): JWTPayload & { access: number; spaces: string[] } =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const parts = () => token.split('.') as [string, string, string];
    const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    /** Signed as the server signs, with something other in it. */
    const ours = (changes: object, { key = keyOf(), ...header }: { key?: Uint8Array; jwk?: object } = {}) =>
      new SignJWT({ ...payload(), ...changes })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...(header as object) })
        .sign(key);

    it('is distinguished from one that it did', async () => {
      expect((await server.as(await ours({})).get(`${site.path}/published`)).status).toBe(200);
    });

    const FORGED: [string, () => string | Promise<string>][] = [
      ['that is not signed', () => new UnsecuredJWT(payload()).encode()],
      [
        'that says it is not signed, with the signature',
        () => [base64({ alg: 'none' }), parts()[1], parts()[2]].join('.'),
      ],
      ['without its signature', () => `${parts()[0]}.${parts()[1]}.`],
      ['with half of its signature', () => token.slice(0, -20)],
      ['signed with another secret', () => ours({}, { key: Buffer.alloc(32, 1) })],
      ['signed with an empty secret', () => ours({}, { key: Buffer.alloc(32) })],
      [
        'signed in a stronger way',
        () => {
          const said = `${base64({ alg: 'HS512' })}.${parts()[1]}`;
          return `${said}.${createHmac('sha512', keyOf()).update(said).digest('base64url')}`;
        },
      ],
      ['that brings its own key', () => ours({}, { key: Buffer.alloc(32, 2), jwk: { kty: 'oct', k: base64('k') } })],
      [
        'whose spaces are more',
        () => {
          const more = { ...payload(), spaces: [...payload().spaces, beside.ids['spaceId']] };
          return [parts()[0], base64(more), parts()[2]].join('.');
        },
      ],
      [
        'whose site is another',
        () => [parts()[0], base64({ ...payload(), site: beside.ids['siteId'] }), parts()[2]].join('.'),
      ],
      ['that has ended', () => ours({ exp: Math.floor(server.clock.now().getTime() / 1000) - 1 })],
      ['that never ends', () => ours({ exp: undefined })],
      ['that begins tomorrow', () => ours({ nbf: Math.floor(server.clock.now().getTime() / 1000) + 86_400 })],
      ['of no kind', () => ours({ kind: undefined })],
      ['of another kind', () => ours({ kind: 'space' })],
      ['of nobody', () => ours({ iss: undefined })],
      ['of somebody else', () => ours({ iss: 'other' })],
      ['of a site that is not there', () => ours({ site: 'nothing' })],
      ['of a site of another organization', () => ours({ organization: elsewhere.ids['organizationId'] })],
      ['of visits that have ended', () => ours({ access: payload().access - 1 })],
      ['of visits that have not begun', () => ours({ access: payload().access + 1 })],
      ['that shows who a visitor is', async () => (await TestBackend.of(site)).sign({ ...payload() })],
      ['that is no JSON Web Token', () => 'a.b.c'],
      ['that is empty', () => '..'],
      ['that is two', () => `${token}.${token}`],
      ['that is a personal token with dots', () => ada.token.replace(/^(.{8})(.{8})/, '$1.$2.')],
      ['that begins as one', () => `${parts()[0]}.${parts()[1]}`],
      ['that is huge', () => `${parts()[0]}.${'a'.repeat(32_000)}.${parts()[2]}`],
      ['that is beyond every measure', () => `${parts()[0]}.${'a'.repeat(200_000)}.${parts()[2]}`],
      ['that is deep', () => [parts()[0], Buffer.from('['.repeat(20_000)).toString('base64url'), parts()[2]].join('.')],
    ];

    it.each(FORGED)('%s opens nothing', async (_, forge) => {
      const forged = server.as(await forge());
      for (const path of [`${site.path}/published`, `/v1/spaces/${own.ids['spaceId']}`, '/v1/user']) {
        const { status, body } = await forged.get(path);
        expect([path, status, body.error.message]).toEqual([path, 401, 'The bearer token is not valid']);
      }
    });

    it('opens nothing in the place of a session either', async () => {
      for (const cookie of [`quire_session=${token}`, `__Host-quire_session=${token}`])
        expect((await server.anonymous.get(`${site.path}/published`, { headers: { cookie } })).status).toBe(401);
    });
  });

  it('does not show who a visitor is', async () => {
    const asking = await TestSite.publish(server, ada, ['Asking'], { visibility: 'visitor-auth' });
    const backend = await TestBackend.of(asking);
    const { body } = await backend.visit('', {});
    for (const jwtToken of [token, String(body['apiToken'])])
      expect((await asking.resolve(await asking.root(), { visitor: { jwtToken } })).status).toBe(403);
    const signedByOther = await signed((await TestBackend.of(site)).key, {}, server.clock.now());
    expect((await asking.resolve(await asking.root(), { visitor: { jwtToken: signedByOther } })).status).toBe(403);
  });

  it('tells nothing of what is worked on, not even that it is', async () => {
    const asked = await TestSite.publish(server, ada, ['Handbook']);
    const { api, body } = await asked.visit();
    const space = TestSpace.at(ada.api, String(body['space']));
    const before = await api.get(space.path);
    const request = await TestChangeRequest.create(space, 'Secret plans');
    await postComments(ada.api, request);
    expect((await ada.api.get(space.path)).body).toMatchObject({ comments: 1, changeRequests: 1 });
    const after = await api.get(space.path);
    expect([after.text, after.headers.etag]).toEqual([before.text, before.headers.etag]);
  });

  it('names members only', async () => {
    const { body } = await visitor.get(`/v1/users/${ada.id}`);
    expect(Object.keys(body as Json).sort()).toEqual(['displayName', 'id', 'object', 'urls']);
  });
});
