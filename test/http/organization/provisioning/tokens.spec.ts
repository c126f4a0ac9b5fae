import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Callers } from '#kernel/application/callers';
import { TestServer, type TestUser } from '#testing/test-server';
import { ScimClient } from './scim-client.js';

describe('tokens for provisioning', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let tokens: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    tokens = `/v1/orgs/${ada.organization}/scim-tokens`;
  });
  afterAll(() => server.stop());

  it('are shown once, and afterwards by their beginning alone', async () => {
    const made = await ada.api.post(tokens, { label: ' Directory ', expiresAt: '2999-01-01T00:00:00.000Z' });
    expect(made).toMatchObject({ status: 201, body: { object: 'scim-token', label: 'Directory' } });
    expect(made.body.token).toMatch(/^quire_scim_[0-9A-Za-z]{43}$/);
    expect(made.body.token.startsWith(made.body.hint)).toBe(true);
    expect(made.body.urls['scim']).toBe('http://quire.test/scim/v2');
    const { text, body } = await ada.api.get(tokens);
    expect(body.items.map(({ id }) => id)).toEqual([made.body.id]);
    expect(text).not.toContain(made.body.token);
    const stored = await server.rows('select to_jsonb(t)::text as row from organization.scim_token t');
    expect(JSON.stringify(stored)).not.toContain(made.body.token);
    expect((await ada.api.delete(`${tokens}/${made.body.id}`)).status).toBe(204);
  });

  it('are made by administrators alone, and unknown to strangers', async () => {
    const reader = await server.member(ada.organization, 'read');
    const elsewhere = await server.administrator();
    expect((await reader.api.post(tokens, { label: 'Mine' })).status).toBe(403);
    expect((await reader.api.get(tokens)).status).toBe(403);
    expect((await elsewhere.api.post(tokens, { label: 'Mine' })).status).toBe(404);
    const { body } = await ada.api.post(tokens, { label: 'Directory' });
    expect((await elsewhere.api.delete(`${tokens}/${body.id}`)).status).toBe(204);
    const own = `/v1/orgs/${elsewhere.organization}/scim-tokens/${body.id}`;
    expect((await elsewhere.api.delete(own)).status).toBe(204);
    expect((await new ScimClient(server, ada.organization, body.token).get('/Users')).status).toBe(200);
    await ada.api.delete(`${tokens}/${body.id}`);
  });

  it('open nothing of the API, and personal tokens and sessions nothing of SCIM', async () => {
    const scim = await ScimClient.of(server, ada);
    const paths = ['/v1/user', '/v1/orgs', `/v1/orgs/${ada.organization}`, tokens];
    for (const path of paths) expect((await server.as(scim.token).get(path)).status).toBe(403);
    expect((await server.as(scim.token).post('/mcp', {})).status).toBe(403);
    const answers = [
      await new ScimClient(server, '', ada.token).get('/Users'),
      await new ScimClient(server, '', 'quire_scim_unknown').get('/Users'),
      await new ScimClient(server, '', '').get('/Users'),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' }, body: { status: '401' } });
    }
  });

  it('stop working when they are deleted or expire', async () => {
    const scim = await ScimClient.of(server, ada);
    expect((await scim.get('/Users')).status).toBe(200);
    expect((await ada.api.delete(`${tokens}/${scim.tokenId}`)).status).toBe(204);
    expect((await scim.get('/Users')).status).toBe(401);
    const expiresAt = new Date(server.clock.now().getTime() + 60_000).toISOString();
    const { body } = await ada.api.post(tokens, { label: 'Short', expiresAt });
    const short = new ScimClient(server, ada.organization, body.token);
    expect((await short.get('/Users')).status).toBe(200);
    server.clock.advance(61_000);
    expect((await short.get('/Users')).status).toBe(401);
    expect((await ada.api.post(tokens, { label: 'Past', expiresAt })).status).toBe(400);
  });

  it('say when they were last used', async () => {
    const scim = await ScimClient.of(server, ada);
    await scim.get('/Users');
    await server.app.get(Callers).flush();
    const { body } = await ada.api.get(tokens);
    expect(body.items.find(({ id }) => id === scim.tokenId)?.lastUsedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it('are ten at most, also when several are made at once', async () => {
    const owner = await server.administrator();
    const path = `/v1/orgs/${owner.organization}/scim-tokens`;
    const made = await Promise.all(Array.from({ length: 12 }, (_, at) => owner.api.post(path, { label: `T${at}` })));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(made.filter(({ status }) => status === 400)).toHaveLength(2);
  });

  it('are in the audit trail, and what they did names them', async () => {
    const owner = await server.administrator();
    const scim = await ScimClient.of(server, owner);
    await scim.user('audited@example.com');
    await owner.api.delete(`/v1/orgs/${owner.organization}/scim-tokens/${scim.tokenId}`);
    await server.drain();
    const { body } = await owner.api.get(`/v1/orgs/${owner.organization}/audit-events`);
    const actions = body.items.map((event) => event['action']);
    expect(actions).toEqual(expect.arrayContaining(['scim-token.created', 'member.joined', 'scim-token.deleted']));
    const joined = body.items.find((event) => event['action'] === 'member.joined');
    expect(joined).toMatchObject({ actor: { type: 'system' } });
    const details = await owner.api.get(`/v1/orgs/${owner.organization}/audit-events/${joined?.id}`);
    expect(details.body['payload']).toMatchObject({ by: 'provisioning', scimTokenId: scim.tokenId, role: 'read' });
  });
});
