import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publication } from '#testing/test-integration';
import { TestServer, type TestUser } from '#testing/test-server';

const SCRIPT = `export default { async fetch() { console.log('in the sandbox'); return new Response('OK'); } };`;

/** A script on its author's machine, which keeps what it is sent. */
class OwnMachine {
  readonly requests: { path: string; event: Record<string, unknown>; environment: Record<string, unknown> }[] = [];
  status = 200;
  readonly #server: Server = createServer((request, reply) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const form = await new Response(Buffer.concat(chunks), {
        headers: { 'content-type': request.headers['content-type'] ?? '' },
      }).formData();
      const read = (name: string): Record<string, unknown> => JSON.parse(form.get(name) as string);
      this.requests.push({ path: request.url ?? '', event: read('event'), environment: read('environment') });
      reply.writeHead(this.status).end();
    })();
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describe('development mode', () => {
  const machine = new OwnMachine();
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let tunnel: string;

  beforeAll(async () => {
    tunnel = await machine.start();
    server = await TestServer.start({ env: { QUIRE_OUTBOUND_ALLOW: '127.0.0.1' } });
    await server.listen();
    ada = await server.administrator();
  });
  afterAll(async () => {
    machine.stop();
    await server.stop();
  });

  it('sends events to the tunnel, and the log says so, until it ends', async () => {
    const base = '/v1/integrations/dev-mode';
    const logs = async (): Promise<[status: string, messages: string[]]> => {
      await server.drain();
      await server.runJobs();
      const { items } = (await ada.api.get(`${base}/events`)).body;
      const { body } = await ada.api.get(`${base}/events/${items.at(0)?.id}`);
      const { event, trace } = body as unknown as { event: { status: string }; trace: { logs: { message: string }[] } };
      return [event.status, trace.logs.map(({ message }) => message)];
    };
    expect((await ada.api.post(base, publication(ada.organization, { script: SCRIPT }))).status).toBe(200);
    await ada.api.put(`${base}/dev`, { tunnelUrl: tunnel });
    const installations = `${base}/installations`;
    const { id } = (await ada.api.post(installations, { organization: ada.organization })).body;
    const sent = `Sent to the tunnel of the development mode, ${tunnel}, which answered`;
    expect(await logs()).toEqual(['success', [`${sent} 200`]]);
    expect(machine.requests).toMatchObject([
      {
        path: '/v1',
        event: { type: 'installation_setup', installationId: id },
        environment: { integration: { name: 'dev-mode' }, installation: { id } },
      },
    ]);

    machine.status = 406;
    await ada.api.patch(`${installations}/${id}`, { configuration: { first: 1 } });
    expect(await logs()).toEqual(['success', [`${sent} 406`]]);

    await ada.api.delete(`${base}/dev`);
    await ada.api.patch(`${installations}/${id}`, { configuration: { second: 2 } });
    expect(await logs()).toEqual(['success', ['in the sandbox']]);
    expect(machine.requests).toHaveLength(2);
  });
});
