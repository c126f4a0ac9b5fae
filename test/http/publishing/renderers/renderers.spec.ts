import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestChangeRequest } from '#testing/test-change-request';
import { JOB_TABLE } from '#library-internals';
import { publication, renderRequest } from '#testing/test-integration';
import { until } from '#testing/test-kernel';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { wholeCustomization } from '#testing/sample-request';
import { makeSpec } from '../openapi/openapi-sources.js';
import { taken, TestSite } from '../visits/visits.js';

const SECRET = 'a-secret-that-is-shared';

interface Told {
  method: string | undefined;
  url: string | undefined;
  signature: string | undefined;
  body: Buffer;
}

/** A renderer that records its requests, and answers with a status of the test's choice. */
class TestRenderer {
  readonly told: Told[] = [];
  status = 200;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TestRenderer> {
    const server = createServer((request: IncomingMessage, response) => {
      void buffer(request).then((body) => {
        const signature = request.headers['x-gitbook-signature'] as string | undefined;
        renderer.told.push({ method: request.method, url: request.url, signature, body });
        response.writeHead(renderer.status, renderer.status === 302 ? { location: '/elsewhere' } : {}).end('{}');
      });
    });
    const renderer = new TestRenderer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return renderer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The tags that it received since the last call, sorted. */
  tags(): string[] {
    return this.told
      .splice(0)
      .flatMap(({ body }) => (JSON.parse(body.toString()) as { tags: string[] }).tags)
      .sort();
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

describe('renderers', () => {
  let renderer: TestRenderer;
  let other: TestRenderer;

  beforeAll(async () => {
    [renderer, other] = [await TestRenderer.start(), await TestRenderer.start()];
  });

  afterAll(() => {
    renderer.stop();
    other.stop();
  });

  const settings = () => ({
    QUIRE_RENDERER_URLS: `${renderer.url}/, ${other.url}`,
    QUIRE_RENDERER_SECRET: SECRET,
  });

  describe('receive their requests', () => {
    let server: TestServer;
    let ada: TestUser & { organization: string };
    let site: TestSite;
    let shown: TestSpace;
    let inside: TestSpace;

    beforeAll(async () => {
      server = await TestServer.start({ env: settings() });
      ada = await server.administrator();
      site = await TestSite.publish(server, ada, ['Shown', 'Beside']);
      shown = TestSpace.at(ada.api, ((await site.siteSpaces())[0]?.['space'] as Json).id);
      inside = await TestSpace.create(ada, { title: 'Inside', empty: true });
      const path = `/v1/orgs/${ada.organization}/sites`;
      taken(await ada.api.post(path, { title: 'Not live', spaces: [inside.id] }));
    });

    afterAll(() => server.stop());

    beforeEach(async () => {
      await tell();
      for (const each of [renderer, other]) [each.status, each.told.length] = [200, 0];
    });

    /** Lets everything happen that waits to. */
    async function tell(): Promise<void> {
      await server.drain();
      await server.runJobs();
    }

    const changes: [string, () => Promise<unknown>][] = [
      ['its record', () => site.patch({ title: 'Other' })],
      ['its visibility', () => site.patch({ visibility: 'unlisted' })],
      ['its looks', () => ada.api.put(`${site.path}/customization`, wholeCustomization({ title: 'Other' }))],
      [
        'the looks of a site space',
        async () => {
          const [siteSpace] = await site.siteSpaces();
          return ada.api.patch(
            `${site.path}/site-spaces/${siteSpace?.id}/customization`,
            wholeCustomization({ title: 'Other' }),
          );
        },
      ],
      [
        'its structure',
        async () => {
          const [siteSpace] = await site.siteSpaces();
          return ada.api.patch(`${site.path}/site-spaces/${siteSpace?.id}`, { hidden: true });
        },
      ],
      ['what it redirects', () => ada.api.post(`${site.path}/redirects`, redirect)],
      ['who may read it', () => ada.api.post(`${site.path}/publishing/auth/regenerate`)],
    ];
    const redirect = { source: '/a', destination: { kind: 'external', url: 'https://example.com' } };

    it.each(changes)('of a site: %s', async (_, change) => {
      await change();
      await tell();
      expect([renderer.tags(), other.tags()]).toEqual([[`site:${site.id}`], [`site:${site.id}`]]);
    });

    it('by a request that is signed with the shared secret', async () => {
      await site.patch({ title: 'Signed' });
      await tell();
      const [{ method, url, signature, body }] = renderer.told as [Told];
      expect([method, url]).toEqual(['POST', '/~gitbook/revalidate']);
      expect(JSON.parse(body.toString())).toEqual({ tags: [`site:${site.id}`] });
      expect(signature).toBe(createHmac('sha256', SECRET).update(body).digest('hex'));
    });

    it('once of what changed often', async () => {
      for (const title of ['One', 'Two', 'Three']) await site.patch({ title });
      await tell();
      expect(renderer.tags()).toEqual([`site:${site.id}`]);
    });

    it('of a site that goes', async () => {
      const going = await TestSite.publish(server, ada, ['Going']);
      await tell();
      renderer.tags();
      await ada.api.post(`${going.path}/unpublish`);
      await tell();
      expect(renderer.tags()).toEqual([`site:${going.id}`]);
      await ada.api.delete(going.path);
      await tell();
      expect(renderer.tags()).toEqual([`site:${going.id}`]);
    });

    it('of the content of a space that a live site shows, and of no other', async () => {
      await shown.insert('New', 'New.');
      await inside.insert('New', 'New.');
      await tell();
      expect(renderer.tags()).toEqual([`space:${shown.id}`]);
    });

    it('of how a space is called that a live site shows, and of no other', async () => {
      await ada.api.patch(shown.path, { title: 'Renamed' });
      await ada.api.patch(inside.path, { title: 'Renamed' });
      await tell();
      expect(renderer.tags()).toEqual([`site:${site.id}`, `space:${shown.id}`]);
    });

    it('of a change request of such a space, and when it is merged of the space as well', async () => {
      const request = await TestChangeRequest.create(shown);
      const unseen = await TestChangeRequest.create(inside);
      await tell();
      renderer.tags();
      for (const each of [request, unseen]) await each.insert('Proposed', 'Proposed.');
      await tell();
      const tag = `space:${shown.id}:change-request:${request.id}`;
      expect(renderer.tags()).toEqual([tag]);
      for (const each of [request, unseen]) taken(await each.merge());
      await tell();
      expect(new Set(renderer.tags())).toEqual(new Set([`space:${shown.id}`, tag]));
    });

    it('of a space that is deleted, and again when it is back', async () => {
      const [, beside] = await site.siteSpaces();
      const path = `/v1/spaces/${(beside?.['space'] as Json).id}`;
      await ada.api.delete(path);
      await tell();
      expect(renderer.tags()).toEqual([`site:${site.id}`]);
      await ada.api.post(`${path}/restore`);
      await tell();
      expect(renderer.tags()).toEqual([`site:${site.id}`]);
    });

    it('of an OpenAPI specification that is new, is read by others, or goes, by its slug and its id', async () => {
      await makeSpec(server, ada, 'pets');
      const path = `/v1/orgs/${ada.organization}/openapi/pets`;
      const { id } = (await ada.api.get(path)).body;
      const tags = [id, 'pets'].map((name) => `organization:${ada.organization}:openapi:${name}`).sort();
      await tell();
      expect(renderer.tags()).toEqual(tags);
      await makeSpec(server, ada, 'pets');
      await tell();
      expect(renderer.tags()).toEqual([]);
      for (const change of [
        () => makeSpec(server, ada, 'pets', 'Dogs'),
        () => ada.api.patch(path, { visibility: 'public' }),
        () => ada.api.delete(path),
      ]) {
        await change();
        await tell();
        expect(renderer.tags()).toEqual(tags);
      }
    });

    it('of an integration that is published anew, or set up otherwise, by its name; a minute later where it failed', async () => {
      const name = `rendered-${Date.now()}`;
      const path = `/v1/integrations/${name}`;
      const publish = async (title: string): Promise<unknown> =>
        taken(await ada.api.post(path, publication(ada.organization, { title, script: 'export default {' })));
      const told = async (): Promise<string[]> => {
        await tell();
        return renderer.tags().filter((tag) => tag.startsWith('integration:'));
      };
      await publish('First');
      expect(await told()).toEqual([`integration:${name}`]);
      const { id } = taken(await ada.api.post(`${path}/installations`, { organization: ada.organization }));
      expect(await told()).toEqual([`integration:${name}`]);
      await ada.api.patch(`${path}/installations/${id}`, { configuration: { color: 'red' } });
      expect(await told()).toEqual([`integration:${name}`]);
      const { api: visitor } = await site.visit();
      for (const api of [ada.api, visitor, visitor]) taken(await api.post(`${path}/render`, renderRequest(shown.id)));
      const jobs = await server.rows<{ key: string; soon: boolean }>(
        `select j.key, j.run_at < now() + interval '125 s' as soon from ${JOB_TABLE} j where j.key like '%' || $1 || '%'`,
        [name],
      );
      expect(jobs.map(({ soon }) => soon)).toEqual([true, true]);
      expect(await told()).toEqual([`integration:${name}`]);
    });

    it('of nothing that does not concern them', async () => {
      await inside.insert('Unseen', 'Unseen.');
      await ada.api.patch(`/v1/orgs/${ada.organization}`, { title: 'Renamed' });
      await TestChangeRequest.create(inside);
      await tell();
      expect([renderer.tags(), other.tags()]).toEqual([[], []]);
    });

    it.each([500, 401, 302, 404])('again where they answer %i: the job does not end', async (status) => {
      renderer.status = status;
      await site.patch({ title: `Answered ${status}` });
      await server.drain();
      await expect(server.runJobs()).rejects.toThrow();
      expect(renderer.told).toHaveLength(1);
    });
  });

  it('that refuse are called again, while others have been notified', async () => {
    const server = await TestServer.start({ env: settings(), live: true });
    try {
      const ada = await server.administrator();
      const [siteSpace] = await (await TestSite.publish(server, ada, ['Handbook'])).siteSpaces();
      const request = await TestChangeRequest.create(TestSpace.at(ada.api, (siteSpace?.['space'] as Json).id));
      const tag = `space:${request.space.id}:change-request:${request.id}`;
      const times = ({ told }: TestRenderer) => told.filter(({ body }) => body.includes(tag)).length;
      const failed = () =>
        server.rows(
          `select 1 from graphile_worker._private_jobs
           where attempts = 1 and locked_at is null and payload->>'url' = $1 and payload::text like '%' || $2 || '%'`,
          [renderer.url, tag],
        );
      renderer.status = 503;
      await request.insert('Proposed', 'Proposed.');
      await until(() => times(renderer) === 1 && times(other) === 1, 'both to be told');
      await until(async () => (await failed()).length === 1, 'the job to be given back');
      renderer.status = 200;
      await server.rows('update graphile_worker._private_jobs set run_at = now()');
      await until(() => times(renderer) === 2, 'the renderer to be told again');
      expect(times(other)).toBe(1);
    } finally {
      await server.stop();
    }
  });
});
