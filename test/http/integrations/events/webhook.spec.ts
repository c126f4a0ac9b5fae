import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { PublishOwnIntegrations } from '#integrations';
import { TestSite } from '../../publishing/visits/visits.js';

const BASE = '/v1/integrations/quire-webhook/installations';
// Published from dist/run/integrations.

interface Received {
  at: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A server of the operator's that takes events, and answers them with these statuses, the last one again and again. */
class Receiver {
  readonly received: Received[] = [];
  readonly #server: Server;
  answers: number[] = [204];

  constructor() {
    this.#server = createServer((request, response) => {
      void text(request).then((body) => {
        this.received.push({ at: Date.now(), headers: request.headers, body });
        const status = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
        response.writeHead(status ?? 500).end();
      });
    }).listen(0, '127.0.0.1');
  }

  async url(): Promise<string> {
    if (!this.#server.listening) await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/events`;
  }

  types(): unknown[] {
    return this.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
  }

  stop(): void {
    this.#server.close();
  }
}

describe('the webhook that comes with Quire', () => {
  const receiver = new Receiver();
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let space: TestSpace;
  let installation: string;

  beforeAll(async () => {
    server = await TestServer.start({ env: { QUIRE_OUTBOUND_ALLOW: '127.0.0.1' } });
    await server.listen();
    await server.dispatcher.run(new PublishOwnIntegrations());
  });
  afterAll(async () => {
    receiver.stop();
    await server.stop();
  });
  beforeEach(async () => {
    ada = await server.administrator();
    space = await TestSpace.create(ada);
    installation = (await ada.api.post(BASE, { organization: ada.organization })).body.id;
    await deliver();
    receiver.answers = [204];
    receiver.received.length = 0;
  });

  async function set(configuration: object, path = ''): Promise<void> {
    const { status } = await ada.api.patch(`${BASE}/${installation}${path}`, { configuration });
    expect(status).toBe(200);
    await deliver();
  }
  /** Lets everything that waits be delivered, with what scripts do after their answer. */
  async function deliver(): Promise<void> {
    await server.drain();
    await server.runJobs();
  }
  async function update(): Promise<void> {
    await space.insert('Another');
    await deliver();
  }
  const signature = (received: Received | undefined, secret: string): [string | undefined, string] => {
    const sent = String(received?.headers['x-quire-signature']);
    const [, time = '', signed] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(sent) ?? [];
    return [
      signed,
      createHmac('sha256', secret)
        .update(`${time}.${received?.body ?? ''}`)
        .digest('hex'),
    ];
  };

  it('posts new content to the address, signed with the secret', async () => {
    await set({ url: await receiver.url(), secret: 'a secret of mine' });
    await update();
    expect(receiver.received).toHaveLength(1);
    const [received] = receiver.received;
    expect(JSON.parse(received?.body ?? '')).toMatchObject({
      type: 'space_content_updated',
      eventId: expect.any(String),
      installationId: installation,
      spaceId: space.id,
      revisionId: await space.revision(),
    });
    const [signed, expected] = signature(received, 'a secret of mine');
    expect(signed).toBe(expected);
    expect(received?.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Quire-Webhook' });
  });

  it('tries again after 503 and 429, later each time, and sends the same', async () => {
    await set({ url: await receiver.url(), secret: 's' });
    receiver.answers = [503, 429, 204];
    await update();
    expect(receiver.received).toHaveLength(3);
    const [first, second, third] = receiver.received;
    expect([second?.body, third?.body]).toEqual([first?.body, first?.body]);
    const delays = [(second?.at ?? 0) - (first?.at ?? 0), (third?.at ?? 0) - (second?.at ?? 0)];
    expect(delays[0]).toBeGreaterThanOrEqual(990);
    expect(delays[1]).toBeGreaterThanOrEqual(1990);
    expect(delays[1]).toBeLessThan(3500);
  });

  it('gives up after three more times', async () => {
    await set({ url: await receiver.url(), secret: 's' });
    receiver.answers = [500];
    await update();
    expect(receiver.received).toHaveLength(4);
  }, 30_000);

  it.each([400, 404, 302])('does not try again after %d', async (status) => {
    await set({ url: await receiver.url(), secret: 's' });
    receiver.answers = [status];
    await update();
    expect(receiver.received).toHaveLength(1);
  });

  it('shows its log to administrators of the organization that it is installed on, and to no other', async () => {
    await set({ url: await receiver.url(), secret: 's' });
    await update();
    const events = '/v1/integrations/quire-webhook/events';
    const items = (await ada.api.get(events)).body.items as unknown as {
      id: string;
      payload: { type: string; installationId: string };
    }[];
    expect(items.every(({ payload }) => payload.installationId === installation)).toBe(true);
    const sent = `${events}/${items.find(({ payload }) => payload.type === 'space_content_updated')?.id}`;
    expect((await ada.api.get(sent)).body['trace']).toMatchObject({ logs: [{ message: 'Delivered, attempt 1' }] });
    expect((await ada.api.post(`${sent}/deliveries`)).status).toBe(204);
    await deliver();
    expect(receiver.received).toHaveLength(2);
    const eve = await server.administrator();
    expect((await eve.api.get(events)).body.items).toEqual([]);
    expect([(await eve.api.get(sent)).status, (await eve.api.post(`${sent}/deliveries`)).status]).toEqual([404, 404]);
    const bob = await server.member(ada.organization, 'create');
    expect([(await bob.api.get(events)).status, (await bob.api.get(sent)).status]).toEqual([403, 403]);
  });

  it('posts nothing before it has an address, and nothing that was not chosen', async () => {
    await update();
    await set({ url: await receiver.url(), space_content_updated: false });
    await update();
    expect(receiver.received).toEqual([]);
  });

  it('lets a space choose otherwise, and have an address of its own', async () => {
    await set({ url: 'http://127.0.0.1:1/', space_content_updated: false, secret: 's' });
    await ada.api.post(`${BASE}/${installation}/spaces`, { space: space.id });
    await set({ url: await receiver.url(), space_content_updated: true }, `/spaces/${space.id}`);
    await update();
    expect(receiver.types()).toEqual(['space_content_updated']);
    await set({ space_content_updated: false }, `/spaces/${space.id}`);
    await update();
    expect(receiver.received).toHaveLength(1);
  });

  it('posts feedback of readers, and views only where a site wants them', async () => {
    const site = await TestSite.publish(server, ada, ['Guide']);
    await deliver();
    await set({ url: await receiver.url(), secret: 's', space_content_updated: false });
    const session = { visitorId: 'v', cookies: {}, userAgent: 'Browser', ip: '192.0.2.1' };
    const location = { url: 'https://docs.example/page', siteSpace: 'ss1', space: 's1', page: 'p1' };
    const events = [
      { type: 'page_view', session, location },
      { type: 'page_post_feedback_comment', session, location, feedback: { rating: 'bad', comment: 'Too short' } },
    ];
    const visit = async (): Promise<unknown[]> => {
      receiver.received.length = 0;
      expect((await server.anonymous.post(`${site.path}/insights/events`, { events })).status).toBe(204);
      await deliver();
      return receiver.types().sort();
    };
    expect(await visit()).toEqual(['page_feedback']);
    await ada.api.post(`${BASE}/${installation}/sites`, { siteId: site.id });
    await set({ site_view: true }, `/sites/${site.id}`);
    expect(await visit()).toEqual(['page_feedback', 'site_view']);
  });
});
