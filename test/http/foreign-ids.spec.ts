import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { operationsOf, readApiDocument, type Described } from '#testing/api-document';
import { requestFor, wholeCustomization } from '#testing/sample-request';
import { TestServer } from '#testing/test-server';
import { makeRecords, type Owner } from './authorization/records.js';
import { COMPLETED, reasonToTake, takenMembers } from './taken-ids.js';
import { KINDS, placesOf, type Place, type Schema } from './places-of-ids.js';

const all = operationsOf(readApiDocument());
/** Of lists, `page` is a token. */
const isPage = (operationId: string): boolean => operationId.endsWith('PDF');

describe('an id in a body or a query', () => {
  let server: TestServer;
  let ada: Owner;
  let elsewhere: Owner;
  let own: Record<string, string>;
  let foreign: Record<string, string>;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    elsewhere = await server.administrator();
    const idsOf = async (owner: Owner) => {
      const { ids, themselves } = await makeRecords(server, owner, []);
      const siteSpaces = `/v1/orgs/${owner.organization}/sites/${ids['siteId']}/site-spaces`;
      const { items } = (await owner.api.get(siteSpaces)).body;
      const otherSiteSpaceId = items.find(({ id }) => id !== ids['siteSpaceId'])?.id ?? '';
      const otherSectionId = items.find(({ id }) => id !== ids['siteSpaceId'])?.['section'] as string;
      return { ...ids, ownerId: themselves.id, otherSiteSpaceId, otherSectionId };
    };
    own = await idsOf(ada);
    foreign = await idsOf(elsewhere);
    await server.runJobs();
  }, 120_000);

  afterAll(() => server.stop());

  const inBodies = all.flatMap((described) => {
    const { operationId, requestBody } = described.operation;
    const schema = requestBody?.content['application/json']?.schema as Schema | undefined;
    const places = schema ? placesOf(operationId, schema) : [];
    return places.map((place) => [operationId, place.name, described, place] as const);
  });
  const inQueries = all.flatMap((described) => {
    const { operationId, parameters = [] } = described.operation;
    const ids = parameters.filter(
      ({ in: where, name }) => where === 'query' && name in KINDS && (name !== 'page' || isPage(operationId)),
    );
    return ids.map(({ name }) => [operationId, name, described] as const);
  });
  const unknown = (id: string): string => [...id].reverse().join('');

  async function send({ method, path, operation }: Described, place: Place, id: string) {
    const { operationId } = operation;
    const { url, request } = requestFor(path, operation, own);
    const made = (COMPLETED[`${operationId} ${place.name}`] ?? place.body)(id, own) as object;
    const isWhole = operationId === 'updateSiteCustomizationById';
    const body = isWhole ? wholeCustomization(made) : { ...(request.body as object), ...made };
    const { status, text } = await ada.api.send(method.toUpperCase(), url, { ...request, body });
    return { status, said: status < 400 ? '' : text.replaceAll(id, 'it') };
  }

  it('may be in many requests', () => {
    expect(inBodies.length).toBeGreaterThan(100);
    expect(inQueries.length).toBeGreaterThan(15);
    for (const { operation, members } of takenMembers)
      expect(inBodies.filter(([name, member]) => name === operation && members.test(member))).not.toEqual([]);
  });

  it.each(inBodies)(
    '%s: %s of another organization is as unknown as none',
    async (operation, name, described, place) => {
      const [theirId, ownId] = [foreign[place.kind] ?? '', own[place.kind] ?? ''];
      const theirs = await send(described, place, theirId);
      expect(theirs).toEqual(await send(described, place, unknown(theirId)));
      const mine = await send(described, place, ownId);
      if (reasonToTake(operation, name) === undefined) {
        expect(theirs.said).toContain('error');
        // It was looked at: whatever else may be wrong with the caller's own.
        expect(mine).not.toEqual(theirs);
      } else
        expect([theirs, mine]).toEqual([expect.objectContaining({ said: '' }), expect.objectContaining({ said: '' })]);
    },
  );

  it.each(inQueries)('%s: %s of another organization is as unknown as none', async (_operation, name, described) => {
    const { url, request } = requestFor(described.path, described.operation, own);
    const get = async (id: string) => {
      const { status, text } = await ada.api.send(described.method.toUpperCase(), url, {
        ...request,
        query: { ...request.query, [name]: id },
      });
      return { status, text: text.replaceAll(id, 'it') };
    };
    const id = foreign[KINDS[name] ?? ''] ?? '';
    const theirs = await get(id);
    expect(theirs).toEqual(await get(unknown(id)));
  });

  it('that is taken finds nothing, though one of the caller does', async () => {
    const search = async (siteSpaceId: string) => {
      const scope = { mode: 'specific', siteSpaceIds: [siteSpaceId] };
      const path = `/v1/orgs/${ada.organization}/sites/${own['siteId']}/search`;
      return (await ada.api.post(path, { query: own['pagePath'], scope })).body.items.length;
    };
    expect([await search(own['siteSpaceId'] ?? ''), await search(foreign['siteSpaceId'] ?? '')]).toEqual([1, 0]);
  });

  it('that is taken shows nothing of what it names, and counts nothing there', async () => {
    const label = foreign['pagePath'] ?? '';
    const site = `/v1/orgs/${ada.organization}/sites/${own['siteId']}`;
    const space = `/v1/spaces/${own['spaceId']}`;
    const columns = ['page', 'siteSpace', 'eventLinkTargetValue'].map((column) => ({ column }));
    const counted = { range: 'last7Days', select: [...columns, { column: 'eventsCount' }] };
    const { pages } = (await ada.api.get(`${space}/content`)).body as unknown as { pages: Json[] };
    const reads = await Promise.all([
      ...['/customization', `/site-spaces/${own['siteSpaceId']}/customization`, '/published'].map((path) =>
        ada.api.get(`${site}${path}`),
      ),
      ...['', '/links', '/content/pages'].map((path) => ada.api.get(`${space}${path}`)),
      ...pages.map(({ id }) => ada.api.get(`${space}/content/page/${id}`, { query: { format: 'markdown' } })),
      ada.api.post(`${site}/insights/events/aggregate`, counted),
    ]);
    for (const { status, text } of reads) expect([status, text.includes(label)]).toEqual([200, false]);
    expect(reads.some(({ text }) => text.includes(foreign['pageId'] ?? ''))).toBe(true);
    const theirs = `/v1/orgs/${elsewhere.organization}/sites/${foreign['siteId']}/insights/events/aggregate`;
    const { status, body } = await elsewhere.api.post(theirs, counted);
    expect([status, body['columns']]).toEqual([
      200,
      [...columns, { column: 'eventsCount' }].map((one) => ({ ...one, values: [] })),
    ]);
  });
});
