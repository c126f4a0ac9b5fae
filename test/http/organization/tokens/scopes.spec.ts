import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SCOPES } from '#kernel/application/scopes';
import { operationsOf, readApiDocument } from '#testing/api-document';
import { printing } from '../../content/printing/printing.js';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

describe('scopes', () => {
  /** What a restricted token may not do: create unrestricted tokens, or change the user. */
  const FOR_NO_SCOPE = [
    // For scripts alone.
    'createIntegrationInstallationToken',
    'createUserToken',
    'listUserTokens',
    'queueIntegrationTask',
    'revokeUserToken',
    'updateUserById',
  ];
  const operations = operationsOf(readApiDocument()).filter(({ operation }) => operation.security?.length !== 0);
  const scopeOf = (operation: object) => (operation as { 'x-quire-scope'?: string })['x-quire-scope'];

  let server: TestServer;
  let endPrinting: () => Promise<void>;
  let ada: TestUser & { organization: string };
  let space: TestSpace;

  beforeAll(async () => {
    server = await TestServer.shared();
    endPrinting = printing(server);
    ada = await server.administrator();
    space = await TestSpace.create(ada);
  });
  afterAll(async () => {
    await endPrinting();
    await server.stop();
  });

  async function limitedTo(...scopes: string[]) {
    const { status, body } = await ada.api.post('/v1/user/tokens', { label: 'Limited', scopes });
    expect([status, body.scopes]).toEqual([201, scopes]);
    return server.as(body.token as string);
  }

  describe('a token that is limited to scopes', () => {
    it('allows what its scopes include, and nothing else', async () => {
      const reader = await limitedTo('space:read');
      expect((await reader.get(space.path)).status).toBe(200);
      expect((await reader.get(`${space.path}/content/pages`)).status).toBe(200);
      const refused = await reader.patch(space.path, { title: 'Changed' });
      expect([refused.status, refused.body.error.message]).toEqual([403, 'The token lacks the scope space:write']);
      expect((await reader.get('/v1/user')).status).toBe(403);
      const both = await limitedTo('space:write', 'user:read');
      expect((await both.patch(space.path, { title: 'Changed' })).status).toBe(200);
      expect((await both.get('/v1/user')).status).toBe(200);
      expect((await both.get(space.path)).status).toBe(403);
    });

    it('can do no more than its user', async () => {
      const stranger = await server.administrator();
      const { body } = await stranger.api.post('/v1/user/tokens', { label: 'All', scopes: [...SCOPES] });
      expect((await server.as(body.token as string).get(space.path)).status).toBe(404);
    });

    it('shows what it is limited to, and must know the scopes', async () => {
      await limitedTo('organization:search');
      expect((await ada.api.get('/v1/user/tokens?limit=1')).body.items[0]).toMatchObject({
        scopes: ['organization:search'],
      });
      for (const scopes of [[], ['space:everything'], 'space:read', null]) {
        expect((await ada.api.post('/v1/user/tokens', { label: 'x', scopes })).status).toBe(400);
      }
    });
  });

  describe('every operation', () => {
    it('declares the scope it needs, or is for unrestricted tokens', () => {
      const without = operations.filter(({ operation }) => scopeOf(operation) === undefined);
      expect(without.map(({ operation }) => operation.operationId).sort()).toEqual(FOR_NO_SCOPE);
      for (const { operation } of operations) {
        const scope = scopeOf(operation);
        if (scope !== undefined) expect(SCOPES).toContain(scope);
      }
    });
  });
});
