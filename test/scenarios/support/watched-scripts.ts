import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { QuireProcess } from './quire-process.js';

const PATIENCE_MS = 30_000;

/** What a script reports of an event. */
export interface Report {
  integration: string;
  state: 'begun' | 'done';
  type: string;
  eventId: string;
  /** Of the version that reports. */
  version: string;
}

/** Milliseconds that a script takes for an event, which it has begun so many times; undefined: it never answers. */
export type Pace = (begun: number) => number | undefined;

/**
 * Scripts that report each event when they begin it and when they have done it. They are installed on an organization of
 * their own each, with one space, so that their events don't mix.
 */
export class WatchedScripts {
  readonly reports: Report[] = [];
  readonly #paces = new Map<string, Pace>();
  readonly #server: Server;

  private constructor(private readonly quire: QuireProcess) {
    this.#server = createServer((request, response) => {
      void text(request).then((body) => {
        const report = JSON.parse(body) as Report;
        this.reports.push(report);
        const times = this.count(report);
        const pace = this.#paces.get(report.integration);
        response.end(JSON.stringify(report.type === 'space_content_updated' && pace ? (pace(times) ?? null) : 0));
      });
    });
  }

  static async listen(quire: QuireProcess): Promise<WatchedScripts> {
    const scripts = new WatchedScripts(quire);
    scripts.#server.listen(0, '127.0.0.1');
    await once(scripts.#server, 'listening');
    return scripts;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  count({ integration, state, eventId }: Report): number {
    return this.reports.filter(
      (one) => one.integration === integration && one.state === state && one.eventId === eventId,
    ).length;
  }

  /** The events about content that an integration has begun or done, in the order of its reports. */
  events(integration: string, state: Report['state'], type = 'space_content_updated'): string[] {
    return this.reports
      .filter((one) => one.integration === integration && one.state === state && one.type === type)
      .map(({ eventId }) => eventId);
  }

  source(integration: string, version: string): string {
    const { port } = this.#server.address() as AddressInfo;
    return `
      const report = (state, { type, eventId }) => fetch('http://127.0.0.1:${port}/', {
        method: 'POST',
        body: JSON.stringify({ integration: '${integration}', state, type, eventId, version: '${version}' }),
      });
      export default { async fetch(request) {
        const form = await request.formData();
        const event = JSON.parse(form.get('event'));
        if (event.type === 'fetch') return new Response('here');
        const ms = await (await report('begun', event)).json();
        await (ms === null ? new Promise(() => setInterval(() => 0, 1_000)) : scheduler.wait(ms));
        await report('done', event);
        return new Response('ok');
      } };`;
  }

  async publish(integration: string, organization: string, version = '1'): Promise<void> {
    const { status, body } = await this.quire.call('POST', `/integrations/${integration}`, {
      organization,
      title: integration,
      description: '',
      scopes: ['space:content:read'],
      script: this.source(integration, version),
    });
    if (status !== 200) throw new Error(`${integration} was not published: ${JSON.stringify(body)}`);
  }

  /** Publishes one, installs it on a new organization, and answers a space of that. */
  async add(integration: string, pace: Pace): Promise<Watched> {
    this.#paces.set(integration, pace);
    const organization = await this.#made('/orgs', { title: integration });
    await this.publish(integration, organization);
    await this.#made(`/integrations/${integration}/installations`, { organization });
    const space = await this.#made(`/orgs/${organization}/spaces`, { empty: true });
    return { integration, organization, space };
  }

  /** Changes the content of a space, which is an event. */
  async change({ space }: Watched): Promise<void> {
    const changes = [{ operation: 'insert_page', title: 'Another', document: { markdown: 'Words.' } }];
    const { status } = await this.quire.call('POST', `/spaces/${space}/content`, { changes });
    if (status !== 200) throw new Error(`The space was not changed: ${status}`);
  }

  async #made(path: string, body: object): Promise<string> {
    const made = await this.quire.call<{ id: string }>('POST', path, body);
    if (made.status >= 300) throw new Error(`${path} answered ${made.status}: ${JSON.stringify(made.body)}`);
    return made.body.id;
  }
}

export interface Watched {
  integration: string;
  organization: string;
  space: string;
}

/** Waits until something is true. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const giveUp = Date.now() + PATIENCE_MS; Date.now() < giveUp; await sleep(20)) if (await holds()) return;
  throw new Error(`It took too long until ${what}`);
}
