import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '#testing/api-client';
import { operationsOf, readApiDocument } from '#testing/api-document';
import { requestFor, wholeCustomization } from '#testing/sample-request';
import { TestServer } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { ModelServer, pieces } from '../../../domain/language-model/model-server.js';
import { makeRecords, type Owner } from '../../authorization/records.js';
import { printing } from '../../content/printing/printing.js';
import { TestSite } from '../visits/visits.js';

describe('an organization that has switched AI off', () => {
  // What is deleted can't be tried a second time.
  /** Those that take away what others need are left out: deletions, and the file of a site that has none of its spaces. */
  const operations = operationsOf(readApiDocument()).filter(
    ({ method, operation }) => method !== 'delete' && operation.operationId !== 'applySiteConfig',
  );
  let model: ModelServer;
  let server: TestServer;
  let ada: Owner;
  let ids: Record<string, string>;
  let site: TestSite;
  let callers: ApiClient[];
  let endPrinting: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    model = await ModelServer.start();
    model.reply = pieces('An answer.');
    server = await TestServer.start({ env: { QUIRE_MODEL_URL: model.url, QUIRE_MODEL_NAME: 'small' } });
    ada = await server.administrator();
    ({ ids } = await makeRecords(server, ada, []));
    site = TestSite.at(server, ada, ids['siteId'] ?? '');
    callers = [ada.api, (await site.visit()).api];
    await settle();
    endPrinting = printing(server);
  }, 120_000);

  afterAll(async () => {
    await endPrinting?.();
    await server?.stop();
    await model?.stop();
  });

  async function visitor(): Promise<ApiClient> {
    await ada.api.post(`${site.path}/publish`);
    return (await site.visit()).api;
  }

  const set = (ai: boolean) => ada.api.patch(`/v1/orgs/${ada.organization}`, { ai });

  async function settle(): Promise<void> {
    for (let work = 1; work > 0;) {
      const jobs = await server.runJobs().catch(() => ['failed']);
      work = (await server.drain()) + jobs.length;
    }
  }

  /** Calls every operation; answers the statuses of those during which the model was asked, or of these. */
  async function statuses(of?: ReadonlySet<string>): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const { method, path, operation } of operations) {
      for (const [at, api] of callers.entries()) {
        const named = `${operation.operationId} ${at === 0 ? 'as a member' : 'as a visitor'}`;
        const { url, request } = requestFor(path, operation, ids);
        const query = { ...request.query };
        if ('source' in query) query['source'] = ids['siteRedirectSource'] ?? '';
        const words = request.body !== undefined && 'query' in (request.body as object) ? { query: 'sample' } : {};
        const body = request.body === undefined ? {} : { body: { ...(request.body as object), ...words } };
        model.asked.length = 0;
        const send = async (client: ApiClient) =>
          (await client.send(method.toUpperCase(), url, { ...request, query, ...body })).status;
        // Some operations end visits: the visitor signs in again.
        const first = await send(api);
        const status = first === 401 ? await send(await visitor()) : first;
        if (of ? of.has(named) : model.asked.length > 0) found.set(named, status);
        if (of) expect([named, model.asked.length]).toEqual([named, 0]);
      }
    }
    return found;
  }

  it('asks no model, whatever operation is called: those that would are refused', async () => {
    await TestSpace.at(ada.api, ids['spaceId'] ?? '').insert('Sample', 'A confidential sample.');
    await settle();
    const using = await statuses();
    expect([...using.values()].every((status) => status < 300)).toBe(true);
    expect([...using.keys()].filter((name) => name.endsWith('visitor')).length).toBeGreaterThan(1);
    expect([...using.keys()].filter((name) => name.endsWith('member')).length).toBeGreaterThan(2);
    await settle();
    await set(false);
    const refused = await statuses(new Set(using.keys()));
    expect([...refused]).toEqual([...using.keys()].map((name) => [name, 403]));
    await settle();
    expect(model.asked).toEqual([]);
  }, 240_000);

  it('has no translation made, and says why', async () => {
    const translations = `/v1/orgs/${ada.organization}/translations`;
    const path = `${translations}/${ids['translationId']}`;
    await set(true);
    await ada.api.post(`${path}/run`);
    await settle();
    await set(false);
    const space = TestSpace.at(ada.api, ids['spaceId'] ?? '');
    await space.insert('Later', 'Not translated.');
    model.asked.length = 0;
    await settle();
    expect(model.asked).toEqual([]);
    expect((await ada.api.get(path)).body).toMatchObject({ error: 'The organization has switched AI off' });
    const source = { space: space.id, language: 'en' };
    expect((await ada.api.post(translations, { source, language: 'fr' })).status).toBe(403);
    expect((await ada.api.post(`${path}/run`)).status).toBe(403);
  }, 120_000);

  it('has no assistant in what renderers read', async () => {
    const own = await server.administrator();
    const published = await TestSite.publish(server, own, ['Docs']);
    const settings = wholeCustomization({ ai: { mode: 'assistant' } });
    expect((await own.api.put(`${published.path}/customization`, settings)).status).toBeLessThan(300);
    await own.api.patch(`/v1/orgs/${own.organization}`, { ai: false });
    const { api } = await published.visit();
    const { customizations } = (await api.get(`${published.path}/published`)).body as unknown as {
      customizations: { site: { ai: { mode: string } } };
    };
    expect(customizations.site.ai.mode).toBe('none');
  });
});
