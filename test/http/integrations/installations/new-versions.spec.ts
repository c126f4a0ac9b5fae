import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publication } from '#testing/test-integration';
import { TestServer, type TestUser } from '#testing/test-server';

type Administrator = TestUser & { organization: string };
type Payload = Record<string, unknown>;

const requiring = (...required: string[]): object => ({
  properties: { region: { type: 'string' }, days: { type: 'number' } },
  required,
});

describe('a new version', () => {
  const base = `/v1/integrations/versions-${Date.now()}`;
  let server: TestServer;
  let ada: Administrator;
  let eve: Administrator;

  beforeAll(async () => {
    server = await TestServer.shared();
    [ada, eve] = [await server.administrator(), await server.administrator()];
  });
  afterAll(() => server.stop());

  async function publish(account: object, site: object = requiring()): Promise<void> {
    const more = { visibility: 'public', configurations: { account, site } };
    expect((await ada.api.post(base, publication(ada.organization, more))).status).toBe(200);
    await react();
  }
  /** Lets installations follow, and then what their scripts are sent be delivered. */
  async function react(): Promise<void> {
    for (let at = 0; at < 2; at++) {
      await server.drain();
      await server.runJobs();
    }
  }
  async function install(who: Administrator): Promise<string> {
    const { body } = await who.api.post(`${base}/installations`, { organization: who.organization });
    return `${base}/installations/${body.id}`;
  }
  /** What the script was sent since the last time, the oldest first. */
  let seen = 0;
  async function sent(): Promise<Payload[]> {
    const { items } = (await ada.api.get(`${base}/events`, { query: { limit: 1000 } })).body;
    const all = (items as unknown as { payload: Payload }[]).map(({ payload }) => payload).reverse();
    return all.slice(seen, (seen = all.length));
  }

  it('that requires more makes installations pending, one that requires less makes them active, and tells the script', async () => {
    await publish(requiring('region'));
    const [complete, paused] = [await install(ada), await install(eve)];
    await ada.api.patch(complete, { configuration: { region: 'eu' } });
    await eve.api.patch(paused, { configuration: { region: 'eu' }, status: 'paused' });
    const { body: made } = await ada.api.post(`/v1/orgs/${ada.organization}/sites`, { title: 'Docs' });
    const onSite = `${complete}/sites/${made.id}`;
    await ada.api.post(`${complete}/sites`, { siteId: made.id });
    const statuses = async (): Promise<unknown[]> => [
      (await ada.api.get(complete)).body['status'],
      (await ada.api.get(onSite)).body['status'],
      (await eve.api.get(paused)).body['status'],
    ];
    await react();
    await sent();
    expect(await statuses()).toEqual(['active', 'active', 'paused']);

    await publish(requiring('region', 'days'), requiring('region'));
    expect(await statuses()).toEqual(['pending', 'pending', 'paused']);
    const [first, second, ...others] = await sent();
    expect(first).toMatchObject({
      type: 'installation_setup',
      status: 'pending',
      previous: { status: 'active', configuration: { region: 'eu' } },
    });
    expect(second).toMatchObject({ type: 'site_installation_setup', siteId: made.id, status: 'pending' });
    expect(others).toEqual([]);

    await publish(requiring('region'), requiring());
    expect(await statuses()).toEqual(['active', 'active', 'paused']);
    expect((await sent()).map(({ type, status }) => [type, status])).toEqual([
      ['installation_setup', 'active'],
      ['site_installation_setup', 'active'],
    ]);
  });

  it('that requires the same tells nothing', async () => {
    await publish({ ...requiring('region'), more: 1 });
    await sent();
    await publish(requiring('region'), { componentId: 'screen' });
    expect(await sent()).toEqual([]);
  });
});
