import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { PublishOwnIntegrations } from '#integrations';

const BUILT = 'dist/run/integrations';
const NAMES = ['quire-analytics', 'quire-mermaid', 'quire-webhook'];

describe('the integrations that come with Quire', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.start();
    ada = await server.administrator();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    await server.rows('truncate integrations.integration, integrations.own_integration cascade');
  });

  const publish = (): Promise<string[]> => server.dispatcher.run(new PublishOwnIntegrations());
  const listed = async (): Promise<Json[]> => (await ada.api.get('/v1/integrations')).body.items;
  const versions = async (): Promise<unknown[]> =>
    (await listed()).map(({ name, version }) => `${String(name)} ${String(version)}`).sort();

  /** Runs what comes with another process, with these settings, on the same database. */
  async function startAnother<T>(env: Record<string, string>, work: (other: TestServer) => Promise<T>): Promise<T> {
    const other = await TestServer.start({ databaseUrl: server.databaseUrl, env });
    try {
      return await work(other);
    } finally {
      await other.stop();
    }
  }

  it('are published for all organizations, by the server itself', async () => {
    expect((await publish()).sort()).toEqual(NAMES);
    const found = await listed();
    expect(found.map(({ name }) => name).sort()).toEqual(NAMES);
    for (const integration of found)
      expect(integration).toMatchObject({
        visibility: 'public',
        verified: true,
        owner: { id: 'quire', title: 'Quire' },
        urls: { icon: expect.any(String) },
        permissions: { admin: false },
      });
    expect((await ada.api.get('/v1/orgs')).body.items.map(({ id }) => id)).toEqual([ada.organization]);
    expect((await ada.api.get('/v1/orgs/quire')).status).toBe(404);
  });

  it('are published once by processes that start at the same time, and not again by later ones', async () => {
    const done = await startAnother({}, (other) =>
      Promise.all([publish(), other.dispatcher.run(new PublishOwnIntegrations()), publish()]),
    );
    expect(done.flat().sort()).toEqual(NAMES);
    expect(await publish()).toEqual([]);
    expect(await versions()).toEqual(NAMES.map((name) => `${name} 1`));
  });

  it('are published again by a version of Quire that brings others', async () => {
    await publish();
    await server.rows(
      `update integrations.integration_version v set script = '' from integrations.integration i
       where i.id = v.integration_id and i.name = 'quire-webhook'`,
    );
    await server.rows(`update integrations.own_integration set digest = 'older' where name <> 'quire-mermaid'`);
    expect((await publish()).sort()).toEqual(['quire-analytics', 'quire-webhook']);
    // What is the same makes no version.
    expect(await versions()).toEqual(['quire-analytics 1', 'quire-mermaid 1', 'quire-webhook 2']);
  });

  it('stay un-published where the operator un-published one', async () => {
    await publish();
    await server.rows(`update integrations.integration set published = false where name = 'quire-webhook'`);
    await server.rows(`update integrations.own_integration set digest = 'older'`);
    expect(await publish()).not.toContain('quire-webhook');
    expect((await listed()).map(({ name }) => name).sort()).toEqual(['quire-analytics', 'quire-mermaid']);
  });

  it('are those that the settings name, and come back when they do', async () => {
    await publish();
    const started = (setting: string) =>
      startAnother({ QUIRE_OWN_INTEGRATIONS: setting }, async (other) => {
        await other.dispatcher.run(new PublishOwnIntegrations());
        return (await listed()).map(({ name }) => name).sort();
      });
    expect(await started('quire-mermaid, quire-analytics')).toEqual(['quire-analytics', 'quire-mermaid']);
    expect(await started('off')).toEqual([]);
    expect(await started('on')).toEqual(NAMES);
    expect(await versions()).toEqual(NAMES.map((name) => `${name} 1`));
  });

  it('leave a name alone that an organization took before', async () => {
    const body = JSON.parse(readFileSync(`${BUILT}/quire-webhook.json`, 'utf8')) as object;
    const own = { ...body, organization: ada.organization, visibility: 'private' };
    expect((await ada.api.post('/v1/integrations/quire-webhook', own)).status).toBe(200);
    expect((await publish()).sort()).toEqual(['quire-analytics', 'quire-mermaid']);
  });

  it.each(NAMES)('are what any author may publish: %s', async (name) => {
    const body = JSON.parse(readFileSync(`${BUILT}/${name}.json`, 'utf8')) as object;
    const { status, text } = await ada.api.post(`/v1/integrations/my-${name}`, {
      ...body,
      organization: ada.organization,
    });
    expect([status, text]).toEqual([200, text]);
  });
});
