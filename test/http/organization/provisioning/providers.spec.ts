import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer } from '#testing/test-server';
import { ENTRA, OKTA, type DocumentedRequest } from './provider-requests.js';
import { ScimClient } from './scim-client.js';

/** What identity providers document that they send, in the order in which they do. */
describe('documented requests', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.shared();
  });
  afterAll(() => server.stop());

  describe.each([
    ['of Entra ID', ENTRA],
    ['of Okta', OKTA],
  ])('%s', (_, requests) => {
    let scim: ScimClient;
    const ids = new Map<string, string>();

    beforeAll(async () => {
      scim = await ScimClient.of(server, await server.administrator());
    });

    const filled = (text: string): string =>
      text.replace(/\{(user|group)\}/g, (_match, name: string) => ids.get(name) ?? '');

    it.each(requests.map((request): [string, DocumentedRequest] => [request.what, request]))(
      'are answered as the provider expects: %s',
      async (_what, request) => {
        const body = request.body === undefined ? undefined : filled(JSON.stringify(request.body));
        const answer = await scim.send(request.method, filled(request.path), body);
        expect(answer).toMatchObject({ status: request.status, body: request.answer ?? {} });
        if (request.status === 201) expect(answer.headers['location']).toBe(answer.body.meta.location);
        if (request.keeps !== undefined) ids.set(request.keeps, answer.body.id);
      },
    );
  });
});
