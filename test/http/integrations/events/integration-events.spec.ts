import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { publication } from '#testing/test-integration';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { TestSite } from '../../publishing/visits/visits.js';

/** A script that writes what it is sent to its log, and answers as `answer` says. */
const scriptOf = (answer = `new Response('OK')`, top = ''): string => `${top}
  export default { async fetch(request) {
    const form = await request.formData();
    const event = JSON.parse(form.get('event'));
    const environment = JSON.parse(form.get('environment'));
    console.log(JSON.stringify(event));
    return ${answer};
  } };`;

interface Sent {
  status: string;
  logs: string[];
  payload: Record<string, unknown>;
}

let names = 0;

describe('events of integrations', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let space: TestSpace;
  let name: string;
  let base: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    space = await TestSpace.create(ada);
    await server.listen();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    name = `events-${Date.now()}-${names++}`;
    base = `/v1/integrations/${name}`;
    server.clock.reset();
  });

  async function install(script: string, more: object = {}): Promise<string> {
    const body = publication(ada.organization, { script, scopes: ['space:content:read'], ...more });
    const { status, text } = await ada.api.post(base, body);
    expect([status, text]).toEqual([200, text]);
    const { body: installed } = await ada.api.post(`${base}/installations`, { organization: ada.organization });
    return installed.id;
  }

  /** Lets everything that waits be delivered. */
  async function deliver(): Promise<void> {
    await server.drain();
    await server.runJobs();
  }

  /** The events that were sent, the oldest first. */
  async function sent(): Promise<Sent[]> {
    const { items } = (await ada.api.get(`${base}/events`, { query: { limit: 1000 } })).body;
    const details = await Promise.all(items.map(async ({ id }) => (await ada.api.get(`${base}/events/${id}`)).body));
    return details.reverse().map((detail) => {
      const { event, trace } = detail as unknown as {
        event: { status: string; payload: Record<string, unknown> };
        trace: { logs: { message: string }[] };
      };
      return { status: event.status, payload: event.payload, logs: trace.logs.map(({ message }) => message) };
    });
  }

  const told = ({ logs }: Sent): Json => JSON.parse(logs[0] ?? '{}') as Json;

  it('tell a script that it was installed, and what was set before a change', async () => {
    const id = await install(scriptOf());
    await deliver();
    await ada.api.patch(`${base}/installations/${id}`, { configuration: { key: 'first' } });
    await ada.api.patch(`${base}/installations/${id}`, { configuration: { key: 'second' } });
    await deliver();
    const events = await sent();
    expect(events.map(({ status, payload }) => [payload['type'], status])).toEqual([
      ['installation_setup', 'success'],
      ['installation_setup', 'success'],
      ['installation_setup', 'success'],
    ]);
    expect(told(events[0]!)).toMatchObject({ type: 'installation_setup', installationId: id, status: 'active' });
    expect(told(events[2]!)).toMatchObject({ previous: { status: 'active', configuration: { key: 'first' } } });
    expect(events[2]!.payload).toMatchObject({ previous: { configuration: { key: 'first' } } });
  });

  it('tell scripts with the scope of new content, and others nothing', async () => {
    const id = await install(scriptOf());
    await deliver();
    await space.insert('Another');
    const revision = await space.revision();
    await deliver();
    expect(told((await sent())[1]!)).toMatchObject({
      type: 'space_content_updated',
      installationId: id,
      spaceId: space.id,
      revisionId: revision,
      updatedBy: [
        { object: 'user', id: ada.id, displayName: expect.any(String), urls: { location: expect.any(String) } },
      ],
    });
    expect((await sent())[1]!.logs.join()).not.toContain('@');
    await ada.api.post(base, publication(ada.organization, { script: scriptOf(), scopes: ['site:views:read'] }));
    await space.insert('Another');
    await deliver();
    expect(await sent()).toHaveLength(2);
  });

  it('tell scripts with the scopes of views and of feedback of a site', async () => {
    const site = await TestSite.publish(server, ada, ['Guide']);
    const id = await install(scriptOf(), { scopes: ['site:views:read', 'page:feedback:read'] });
    await deliver();
    const session = { visitorId: 'v', cookies: { theme: 'dark' }, userAgent: 'Browser', ip: '192.0.2.1' };
    const location = { url: 'https://docs.example/page', siteSpace: 'ss1', space: 's1', page: 'p1' };
    const feedback = { rating: 'bad', comment: 'Too short' };
    const events = [
      { type: 'page_view', session, location },
      { type: 'page_post_feedback_comment', session, location, feedback },
    ];
    expect((await server.anonymous.post(`${site.path}/insights/events`, { events })).status).toBe(204);
    await deliver();
    const visit = {
      ...{ installationId: id, siteId: site.id, siteSpaceId: 'ss1', spaceId: 's1', pageId: 'p1' },
      visitor: { anonymousId: 'v', cookies: { theme: 'dark' }, userAgent: 'Browser', ip: '192.0.2.1' },
      ...{ url: 'https://docs.example/page', referrer: '' },
    };
    const [setup, ...visits] = (await sent()).map(told);
    expect(setup).toMatchObject({ type: 'installation_setup' });
    expect(visits).toHaveLength(2);
    // What visitors do has no order among itself.
    expect(visits).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'site_view', ...visit }),
        expect.objectContaining({ type: 'page_feedback', ...visit, feedback }),
      ]),
    );
  });

  it('tell no installation that is paused, pending or does not cover the space', async () => {
    const id = await install(scriptOf(), {
      configurations: { account: { properties: { key: { type: 'string' } }, required: ['key'] } },
    });
    const at = `${base}/installations/${id}`;
    const heard = async (change: object): Promise<boolean> => {
      await ada.api.patch(at, change);
      await deliver();
      const before = (await sent()).length;
      await space.insert('Another');
      await deliver();
      return (await sent()).length > before;
    };
    expect(await heard({})).toBe(false);
    expect(await heard({ configuration: { key: 'x' } })).toBe(true);
    expect(await heard({ status: 'paused' })).toBe(false);
    expect(await heard({ status: 'active' })).toBe(true);
    expect(await heard({ space_selection: 'selected' })).toBe(false);
    await ada.api.post(`${at}/spaces`, { space: space.id });
    expect(await heard({})).toBe(true);
    await ada.api.patch(`${at}/spaces/${space.id}`, { status: 'paused' });
    expect(await heard({})).toBe(false);
  });

  it('give scripts the environment that their library reads', async () => {
    const id = await install(scriptOf(`(console.log(JSON.stringify(environment)), new Response('OK'))`), {
      secrets: { key: 'of-the-author-12345' },
    });
    await deliver();
    const environment = JSON.parse((await sent())[0]!.logs[1] ?? '{}') as Record<string, unknown>;
    expect(environment).toMatchObject({
      apiEndpoint: 'http://quire.test',
      // Masked in the log, not in the environment.
      apiTokens: { integration: '***', installation: '***' },
      authToken: '***',
      integration: { name, version: 1, externalLinks: [], urls: { publicEndpoint: expect.any(String) } },
      installation: { id, status: 'active', configuration: {}, target: { organization: ada.organization } },
      secrets: { key: '***' },
      signingSecrets: { integration: '***', installation: '***' },
      signingSecret: '***',
    });
  });

  it('are sent again with growing delays until the script takes them, in their order', async () => {
    const id = await install(scriptOf(`new Response('no', { status: event.status === 'active' ? 500 : 200 })`));
    await ada.api.patch(`${base}/installations/${id}`, { status: 'paused' });
    await deliver();
    expect((await sent()).map(({ status }) => status)).toEqual(['failed']);
    for (const attempts of [2, 3, 4, 5, 6, 7, 8]) {
      await server.runJobs();
      expect(await attemptsOfFirst()).toBe(attempts - 1);
      server.clock.advance(200_000);
      await server.runJobs();
      expect(await attemptsOfFirst()).toBe(attempts);
    }
    await server.runJobs();
    // The first is parked after its last attempt, and the second has its turn.
    expect((await sent()).map(({ status, payload }) => [status, payload['status']])).toEqual([
      ['failed', 'active'],
      ['success', 'paused'],
    ]);
  });

  async function attemptsOfFirst(): Promise<number | undefined> {
    const [row] = await server.rows<{ attempts: number }>(
      `select e.attempts from integrations.integration_event e join integrations.integration i on i.id = e.integration_id
       where i.name = $1 order by e.arrived_at limit 1`,
      [name],
    );
    return row?.attempts;
  }

  it('that a script has no handler for count as handled', async () => {
    await install(scriptOf(`new Response('', { status: 406 })`));
    await deliver();
    expect((await sent()).map(({ status }) => status)).toEqual(['success']);
  });

  it('that a script refuses are not sent again, but by hand', async () => {
    await install(scriptOf(`new Response('', { status: 422 })`));
    await deliver();
    const [event] = (await ada.api.get(`${base}/events`)).body.items;
    expect(event).toMatchObject({ status: 'failed' });
    await ada.api.post(base, publication(ada.organization, { script: scriptOf() }));
    expect((await ada.api.post(`${base}/events/${event?.id}/deliveries`)).status).toBe(204);
    await deliver();
    expect((await sent()).map(({ status }) => status)).toEqual(['success']);
  });

  it('say why a script that does not start got nothing', async () => {
    await install('export default {');
    await deliver();
    const [event] = await sent();
    expect(event?.status).toBe('failed');
    expect(event?.logs.join()).toContain('The script does not start');
  });

  it('tell a script of its end, although its installation is gone then', async () => {
    const id = await install(scriptOf());
    await deliver();
    await ada.api.patch(`${base}/installations/${id}`, { configuration: { key: 'kept' } });
    await ada.api.delete(`${base}/installations/${id}`);
    await deliver();
    expect(told((await sent()).at(-1)!)).toMatchObject({
      type: 'installation_deleted',
      previous: { status: 'active', configuration: { key: 'kept' } },
    });
  });

  it('tell installations that the integration was un-published, and that it is back', async () => {
    await install(scriptOf());
    await deliver();
    await ada.api.delete(base);
    await deliver();
    await ada.api.post(base, publication(ada.organization, { script: scriptOf() }));
    await deliver();
    expect((await sent()).map(({ payload }) => payload['type'])).toEqual([
      'installation_setup',
      'installation_deleted',
      'installation_setup',
    ]);
  });

  it('are seen by administrators of the organization that publishes alone', async () => {
    await install(scriptOf(), { visibility: 'public' });
    await deliver();
    const eve = await server.administrator();
    const bob = await server.member(ada.organization, 'create');
    expect([(await eve.api.get(`${base}/events`)).status, (await bob.api.get(`${base}/events`)).status]).toEqual([
      403, 403,
    ]);
  });

  it('are pruned 30 days after they ended', async () => {
    await install(scriptOf());
    await deliver();
    server.clock.advance(31 * 24 * 3_600_000);
    await server.runJob('integrations.prune-events');
    expect(await sent()).toEqual([]);
  });

  it('go to the tunnel in development mode, which must be at a public address', async () => {
    await install(scriptOf());
    await deliver();
    await ada.api.put(`${base}/dev`, { tunnelUrl: 'http://127.0.0.1:1/' });
    await space.insert('Another');
    await deliver();
    const event = (await sent()).at(-1);
    expect([event?.status, event?.logs.join()]).toEqual(['failed', expect.stringContaining('not a public address')]);
    await ada.api.delete(`${base}/dev`);
    server.clock.advance(10_000);
    await deliver();
    expect((await sent()).at(-1)?.status).toBe('success');
  });
});
