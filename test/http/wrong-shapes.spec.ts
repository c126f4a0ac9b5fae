import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operationsOf, readApiDocument, type Described } from '#testing/api-document';
import { membersOfBody, placed, VALUES_OF_TYPES } from './hostile-bodies.js';
import { requestFor } from '#testing/sample-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { makeRecords } from './authorization/records.js';

describe('bodies of the wrong shape', () => {
  /** Values in the place of other types, above all nested lists. */
  const SHAPES = ['[[]]', '[null]', '{}', 'null', '1.5', '[{}]', '{"a":[[]]}', '{"toString":1,"length":-1}'];
  /** Of the settings of a site, whose parts are read by one table, not every member is tried. */
  const MOST_MEMBERS = 25;

  /**
   * Members that are not looked at more closely: what pages in browsers send along, of which as much is kept as can be
   * used; what makes no difference; and members of another form than the one that is sent.
   */
  const PASSED_OVER: Record<string, RegExp> = {
    trackEventsInSiteById: /^events\.0\./,
    streamAskInSite: /^session\./,
    streamAIResponseInSite: /^(?:input\.0\.context\.location|channel|session|tools\.0)(?:\.|$)/,
    createSiteRedirect: /^destination\./,
    getComputedDocument: /^source\.props\./,
  };

  const document = readApiDocument();
  const withBody = operationsOf(document)
    .filter(({ operation }) => operation.requestBody && 'application/json' in operation.requestBody.content)
    .map((described) => [described.operation.operationId, described] as const);

  let server: TestServer;
  let ada: TestUser & { organization: string };
  let ids: Record<string, string>;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    ({ ids } = await makeRecords(server, ada, []));
  });

  afterAll(() => server.stop());

  const takesLists = ({ operation }: Described) => {
    const { schema } = operation.requestBody?.content['application/json'] ?? {};
    return (schema as { oneOf?: { type?: string }[] } | undefined)?.oneOf?.some(({ type }) => type === 'array');
  };

  const send = ({ method, path, operation }: Described, payload: string, query = '') =>
    ada.api.send(method.toUpperCase(), `${requestFor(path, operation, ids).url}${query}`, { payload });

  it.each(withBody)('%s answers them as described, and never with a fault of its own', async (_id, described) => {
    const { body } = requestFor(described.path, described.operation, ids).request;
    const members = membersOfBody(document, described.operation).slice(0, MOST_MEMBERS);
    for (const { path } of members)
      // The client fails on every answer that the document does not describe, and it describes no 500.
      for (const shape of SHAPES) await send(described, placed(body, path, shape));
    for (const shape of ['[[]]', '[{}]', '"text"', '1', 'null']) {
      const { status } = await send(described, shape);
      expect([shape, status]).toEqual([shape, 400]);
    }
    // A list without any items is right where several are taken.
    expect((await send(described, '[]')).status).toBe(takesLists(described) ? 204 : 400);
  });

  it.each(withBody)('%s refuses what is of another type than it describes', async (_id, described) => {
    const { body } = requestFor(described.path, described.operation, ids).request;
    const taken: unknown[] = [];
    const passedOver = PASSED_OVER[described.operation.operationId] ?? /^$/;
    for (const { path, types } of membersOfBody(document, described.operation).slice(0, MOST_MEMBERS)) {
      if (passedOver.test(path.join('.'))) continue;
      for (const [type, value] of Object.entries(VALUES_OF_TYPES).filter(([name]) => !types.has(name))) {
        const { status } = await send(described, placed(body, path, value));
        if (status !== 400) taken.push([path.join('.'), type, status]);
      }
    }
    expect(taken).toEqual([]);
  });

  it.each(withBody)('%s refuses text that is none, wherever it is', async (_id, described) => {
    for (const payload of [
      '{"a":"\\ud800"}',
      '{"a\\udfff":1}',
      '{"a":[{"b":["x\\ude00\\ud83d"]}]}',
      '{"a":"\\u0000"}',
    ]) {
      const { status, body } = await send(described, payload);
      expect([payload, status, body.error.message]).toEqual([payload, 400, expect.stringMatching(/surrogate|NUL/)]);
    }
    const { status } = await send(described, '{}', '?a=%ed%a0%80');
    expect(status).toBe(400);
  });

  it('names the members that are at fault, at most twenty of them, and does not look at the others', async () => {
    const changes = Array.from({ length: 50 }, () => ({ operation: 'none', title: '', at: -1 }));
    const { status, body } = await ada.api.post(`/v1/spaces/${ids.spaceId}/content`, { changes });
    expect(status).toBe(400);
    const { fields, message, type } = body.error;
    expect(type).toBe('invalid');
    expect(fields).toHaveLength(20);
    expect(fields?.slice(0, 2)).toEqual([
      { path: 'changes.0.operation', message: expect.stringMatching(/^changes\.0\.operation must be one of/) },
      { path: 'changes.0.at', message: 'changes.0.at must not be less than 0' },
    ]);
    expect(message).not.toContain('changes.19');
  });

  it('does not look into a list that is too long', async () => {
    const { body } = await ada.api.post(`/v1/spaces/${ids.spaceId}/content`, { changes: Array(51).fill({}) });
    expect(body.error).toMatchObject({
      type: 'invalid',
      message: 'changes must contain no more than 50 elements',
      fields: [{ path: 'changes', message: 'changes must contain no more than 50 elements' }],
    });
  });

  it.each([
    ['a form of many fields', Array.from({ length: 300 }, (_, at) => `f${at}=1`).join('&'), /250 values/],
    ['a form with broken escapes', 'email=%ff&password=x', /escapes/],
    ['a form with half of a surrogate pair', 'email=%ed%a0%80', /escapes/],
  ])('%s is refused', async (_what, payload, message) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://quire.test' };
    const { status, text } = await server.anonymous.send('POST', '/signin', { payload, headers });
    expect(status).toBe(400);
    expect(text).toMatch(message);
  });

  it('an address with many values, or with escapes that are no text, is refused', async () => {
    for (const query of [Array(300).fill('a=1').join('&'), 'a=%zz', '%ff=1', 'title=%ed%a0%80']) {
      const { status, body } = await ada.api.get(`/v1/orgs?${query}`);
      expect([query.slice(0, 20), status, body.error.type]).toEqual([query.slice(0, 20), 400, 'invalid']);
    }
  });

  it('an id that can be none is not found, before the body is looked at', async () => {
    for (const id of ['a%20b', 'x'.repeat(101), '%F0%9F%8E%89']) {
      const { status } = await ada.api.send('PATCH', `/v1/spaces/${id}`, { payload: '{{{' });
      expect([id.slice(0, 10), status]).toEqual([id.slice(0, 10), 404]);
    }
  });
});
