import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '#testing/api-client';
import { publication } from '#testing/test-integration';
import { TestServer } from '#testing/test-server';
import { ScriptTokens } from '../../../../src/integrations/tokens/domain/script-tokens.js';
import { TestSupport, ticket, type Owner } from '../support.js';

let names = 0;

describe('a script that ingests conversations', () => {
  let server: TestServer;
  let support: TestSupport;

  beforeAll(async () => {
    server = await TestServer.shared();
    support = await TestSupport.create(server);
  });
  afterAll(() => server.stop());

  async function install(owner: Owner, scopes: string[]): Promise<{ name: string; id: string; script: ApiClient }> {
    const name = `helpdesk-${Date.now()}-${names++}`;
    const base = `/v1/integrations/${name}`;
    await owner.api.post(base, publication(owner.organization, { scopes }));
    const { id } = (await owner.api.post(`${base}/installations`, { organization: owner.organization })).body;
    await server.drain();
    const [row] = await server.rows<{ id: string }>('select id from integrations.integration where name = $1', [name]);
    const installation = { id, organizationId: owner.organization };
    const identity = { integrationId: row?.id ?? '', installation, depth: 0 };
    const token = await server.app.get(ScriptTokens, { strict: false }).mint(identity, server.clock.now());
    return { name, id, script: server.as(token) };
  }

  it('is named as their source', async () => {
    const { name, id, script } = await install(support.owner, ['conversations:ingest']);
    expect((await script.post(`${support.org}/conversations`, [ticket('s-1', 'Hi'), ticket('s-2', 'Hi')])).status).toBe(
      204,
    );
    const source = `integration:${name}:${id}`;
    expect((await support.conversations({ source })).map((one) => one['source'])).toEqual([source, source]);
  });

  it('needs the scope, and reads none of them', async () => {
    const { script: without } = await install(support.owner, ['space:content:write']);
    expect((await without.post(`${support.org}/conversations`, ticket('s-3', 'Hi'))).status).toBe(403);
    const { script } = await install(support.owner, ['conversations:ingest']);
    expect((await script.get(`${support.org}/conversations`)).status).toBe(403);
    expect((await support.owner.api.get(`${support.org}/conversations/s-3`)).status).toBe(404);
  });

  it('knows of no other organization', async () => {
    const { script } = await install(support.owner, ['conversations:ingest']);
    const other = await TestSupport.create(server);
    expect((await script.post(`${other.org}/conversations`, ticket('s-4', 'Hi'))).status).toBe(404);
    expect(await other.conversations()).toEqual([]);
  });
});
