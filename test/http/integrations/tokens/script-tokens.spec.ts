import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient, Json } from '#testing/api-client';
import { publication, scriptOf } from '#testing/test-integration';
import { TestServer } from '#testing/test-server';
import { ScriptTokens } from '../../../../src/integrations/tokens/domain/script-tokens.js';
import { makeRecords, type Owner } from '../../authorization/records.js';

let names = 0;

describe('the token of a script', () => {
  let server: TestServer;
  let ada: Owner;
  let eve: Owner;
  let ids: Record<string, string>;
  let base: string;
  let integrationId: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    [ada, eve] = [await server.administrator(), await server.administrator()];
    ({ ids } = await makeRecords(server, ada, []));
    await server.listen();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    server.clock.reset();
    base = `/v1/integrations/scripted-${Date.now()}-${names++}`;
    await publish('');
  });

  async function publish(body: string, more: object = {}): Promise<void> {
    const sent = publication(ada.organization, { script: scriptOf(body), visibility: 'public', ...more });
    expect((await ada.api.post(base, sent)).status).toBe(200);
    const [row] = await server.rows<{ id: string }>('select id from integrations.integration where name = $1', [
      base.split('/').at(-1),
    ]);
    integrationId = row?.id ?? '';
  }
  const install = async (who = ada): Promise<Json> =>
    (await who.api.post(`${base}/installations`, { organization: who.organization })).body;

  async function scriptAt(installation?: { id: string; organizationId: string }): Promise<ApiClient> {
    const identity = { integrationId, installation, depth: 0 };
    return server.as(await server.app.get(ScriptTokens, { strict: false }).mint(identity, server.clock.now()));
  }
  const scriptOn = ({ id }: Json, who = ada): Promise<ApiClient> => scriptAt({ id, organizationId: who.organization });

  async function deliver(): Promise<void> {
    for (let work = 1; work > 0;) work = (await server.drain()) + (await server.runJobs()).length;
  }

  it('lets it set up its own installation, as integrations do that sign in to another service', async () => {
    await publish(
      `if (event.status === 'pending') {
        const [status, body] = await call('PATCH', '/integrations/' + integration.name + '/installations/' + installation.id,
          { configuration: { key: 'found' }, externalIds: ['T1'] });
        console.log(status, body.status);
      }`,
      { configurations: { account: { properties: { key: { type: 'string' } }, required: ['key'] } } },
    );
    const { id } = await install();
    await deliver();
    expect((await ada.api.get(`${base}/installations/${id}`)).body).toMatchObject({
      status: 'active',
      configuration: { key: 'found' },
      externalIds: ['T1'],
    });
    const at = `/v1/orgs/${ada.organization}/audit-events`;
    const { items } = (await ada.api.get(at, { query: { action: 'installation.updated', target: id } })).body;
    expect(items).toEqual([
      expect.objectContaining({
        actor: { type: 'integration', id, label: base.split('/').at(-1) },
        target: expect.objectContaining({ type: 'installation', id }),
        source: 'api',
      }),
    ]);
  });

  it('comes to an end where a script changes what it hears of, again and again', async () => {
    await publish(`await call('PATCH', '/integrations/' + integration.name + '/installations/' + installation.id,
      { configuration: { count: (installation.configuration.count ?? 0) + 1 } });`);
    const { id } = await install();
    await deliver();
    const { configuration } = (await ada.api.get(`${base}/installations/${id}`)).body as unknown as {
      configuration: { count: number };
    };
    expect(configuration.count).toBeGreaterThan(3);
    expect(configuration.count).toBeLessThan(15);
  });

  it('reads and changes its own installation and no other', async () => {
    const [own, foreign] = [await install(), await install(eve)];
    const script = await scriptOn(own);
    const at = `${base}/installations/${own.id}`;
    await ada.api.patch(at, { configuration: { key: 'own' } });
    expect((await script.get(at)).body).toMatchObject({ configuration: { key: 'own' } });
    expect((await script.patch(at, { configuration: { key: 'changed' } })).status).toBe(200);
    expect((await script.patch(at, { status: 'paused' })).status).toBe(403);
    expect((await script.patch(at, { space_selection: 'selected' })).status).toBe(403);
    expect((await script.get(`${base}/installations/${foreign.id}`)).status).toBe(404);
    expect((await script.patch(`${base}/installations/${foreign.id}`, { externalIds: ['x'] })).status).toBe(404);
    expect((await script.get(`${base}/installations`)).body.items.map(({ id }) => id)).toEqual([own.id]);
    expect(
      (await script.get(`/v1/integrations/${ids['integrationName']}/installations/${ids['installationId']}`)).status,
    ).toBe(404);
  });

  it('of an integration sees all its installations, and is exchanged for that of one', async () => {
    const [own, foreign] = [await install(), await install(eve)];
    const script = await scriptAt();
    const { items } = (await script.get(`${base}/installations`)).body;
    expect(items.map(({ id }) => id).sort()).toEqual([own.id, foreign.id].sort());
    const { status, body } = await script.post(`${base}/installations/${foreign.id}/tokens`);
    expect(status).toBe(200);
    const installed = server.as(body.token);
    expect((await installed.get(`${base}/installations/${foreign.id}`)).status).toBe(200);
    expect((await installed.get(`${base}/installations/${own.id}`)).status).toBe(404);
    expect((await installed.post(`${base}/installations/${own.id}/tokens`)).status).toBe(404);
    expect((await ada.api.post(`${base}/installations/${own.id}/tokens`)).status).toBe(403);
  });

  it('ends with the installation, its pause, its integration and its hour', async () => {
    const own = await install();
    const at = `${base}/installations/${own.id}`;
    const script = await scriptOn(own);
    const statusOf = async (): Promise<number> => (await script.get(at)).status;
    expect(await statusOf()).toBe(200);
    await ada.api.patch(at, { status: 'paused' });
    expect(await statusOf()).toBe(401);
    await ada.api.patch(at, { status: 'active' });
    expect(await statusOf()).toBe(200);
    await ada.api.delete(base);
    expect(await statusOf()).toBe(401);
    await publish('');
    expect(await statusOf()).toBe(200);
    server.clock.advance(3_700_000);
    expect(await statusOf()).toBe(401);
    server.clock.reset();
    await ada.api.delete(at);
    expect(await statusOf()).toBe(401);
  });

  it('queues tasks, which it receives when they are due', async () => {
    await publish(`if (event.type === 'task') console.log('task', JSON.stringify(event.task));
      else console.log((await call('POST', '/integrations/' + integration.name + '/tasks', { task: { n: 1 }, schedule: 600 }))[0]);`);
    await install();
    await deliver();
    const sent = async (): Promise<unknown[]> =>
      (await ada.api.get(`${base}/events`)).body.items.map(({ payload }) => (payload as Json).type);
    expect(await sent()).toEqual(['installation_setup']);
    server.clock.advance(601_000);
    await deliver();
    expect((await sent()).sort()).toEqual(['installation_setup', 'task']);
    expect((await ada.api.post(`${base}/tasks`, { task: {} })).status).toBe(403);
    expect((await eve.api.post(`/v1/integrations/${ids['integrationName']}/tasks`, { task: {} })).status).toBe(404);
  });
});
