import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { onOneServer } from '#testing/one-server';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { OrderPrint } from '../../../../src/content/printing/application/order-print.js';
import { PlanPrint } from '../../../../src/content/printing/application/print.queries.js';
import { FindPassages } from '../../../../src/content/search/application/ask.queries.js';
import { OpenapiTexts1790000060031 } from '../../../../src/publishing/migrations/1790000060031-openapi-texts.js';
import { petstore, sourceOf, TestSpecifications } from '../../publishing/openapi/specifications.js';
import { PdfFile } from '../../../domain/print/pdf-file.js';
import { TestSite } from '../../publishing/visits/visits.js';

const ref = ($ref: string): object => ({ $ref });

/** An operation that leaves nearly all to what it refers to. */
const PATHS = {
  '/pets/{id}': {
    patch: {
      ...{ tags: ['Pets'], summary: 'Rename a pet', description: 'Names are **final** after a year.' },
      parameters: [ref('#/components/parameters/Id')],
      requestBody: ref('#/components/requestBodies/Name'),
      responses: { 200: ref('#/components/responses/Pet') },
    },
  },
};
const COMPONENTS = {
  parameters: {
    Id: { name: 'id', in: 'path', required: true, description: 'The zoological registration.', schema: {} },
  },
  requestBodies: { Name: { content: { 'application/json': { schema: ref('#/components/schemas/Name') } } } },
  responses: {
    Pet: { description: 'Renamed.', content: { 'application/json': { schema: ref('#/components/schemas/Pet') } } },
  },
  schemas: {
    Name: { type: 'object', properties: { call: { type: 'string', description: 'How to whistle for it.' } } },
    Pet: { type: 'object', properties: { owner: ref('#/components/schemas/Pet'), fur: { type: 'string' } } },
  },
};
const described = (paths: object = PATHS) => petstore({ paths, components: COMPONENTS } as never);

describe('what blocks show of OpenAPI specifications', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let specs: TestSpecifications;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    specs = new TestSpecifications(server, ada.api, ada.organization);
  });
  afterAll(() => server.stop());

  const TEXT = [
    '`PATCH /pets/{id}`',
    '**Servers**',
    '* `https://pets.example.com`',
    '**Path parameters**',
    '* `id` (any, required): The zoological registration.',
    '**Request body**',
    '`application/json` (object `Name`)',
    '* `call` (string): How to whistle for it.',
    '**Responses**',
    '`200`: Renamed.',
    '`application/json` (object `Pet`)',
    '* `owner` (object `Pet`)\n  * as described above\n* `fur` (string)',
  ].join('\n\n');
  const markdown = (space: TestSpace, page: string, headers: Record<string, string> = {}) =>
    ada.api.get(`${space.path}/content/page/${page}`, { query: { format: 'markdown', evaluated: 'true' }, headers });
  const byOperation = { models: true, grouping: 'by-operation' };
  const computing = async (slug: string): Promise<{ space: TestSpace; page: string }> => {
    const space = await TestSpace.create(ada, { title: 'API', computedSource: sourceOf(slug, byOperation) });
    await specs.settle();
    const tag = (await space.pages()).find(({ title }) => title === 'Pets') as Json;
    return { space, page: tag.pages[0]?.id ?? '' };
  };

  it('is on the page of an operation: its description always, and all of it in evaluated Markdown', async () => {
    await specs.publish('whole', described());
    const { space, page } = await computing('whole');
    const description = 'Names are **final** after a year.';
    const block =
      '{% openapi-operation spec="whole" path="/pets/{id}" method="patch" headless="true" %}\n{% endopenapi-operation %}';
    expect(await space.markdown(page)).toBe(`# Rename a pet\n\n${description}\n\n${block}\n`);
    expect((await markdown(space, page)).body.markdown).toBe(`# Rename a pet\n\n${description}\n\n${TEXT}\n`);
    const models = (await space.pages()).find(({ title }) => title === 'Models') as Json;
    expect((await markdown(space, models.id)).body.markdown).toContain(
      '**`Name`** (object)\n\n* `call` (string): How to whistle for it.',
    );
  });

  it('has title and description where a block shows them itself, on any page', async () => {
    await specs.publish('own', described());
    const space = await TestSpace.create(ada);
    const block = '{% openapi-operation spec="own" path="/pets/{id}" method="patch" %}\n{% endopenapi-operation %}';
    const gone = '{% openapi-operation spec="own" path="/gone" method="get" %}\n{% endopenapi-operation %}';
    const page = await space.insert('Pets', `Before.\n\n${block}\n\n${gone}`);
    const introduction = '**Rename a pet**\n\nNames are **final** after a year.';
    const text = `# Pets\n\nBefore.\n\n${introduction}\n\n${TEXT}\n\n${gone}\n`;
    expect((await markdown(space, page)).body.markdown).toBe(text);
  });

  it('is in the PDF of a page, of the latest version as well', async () => {
    await specs.publish('printed', described());
    const space = await TestSpace.create(ada, { title: 'API', empty: true });
    await space.insert(
      'Pets',
      '{% openapi-operation spec="printed" path="/pets/{id}" method="patch" %}\n{% endopenapi-operation %}',
    );
    const caller = await server.caller(ada.id);
    const printed = async (): Promise<string> => {
      const order = await server.dispatcher.ask(new PlanPrint(caller, { spaceId: space.id }, { only: false }));
      await server.dispatcher.run(new OrderPrint(order));
      await server.runJob('content.print', { organizationId: order.organizationId, key: order.key });
      const { body } = await ada.api.get(`${space.path}/pdf`);
      const instance = server.app.getHttpAdapter().getInstance();
      const { rawPayload } = await instance.inject({ method: 'GET', url: new URL(String(body['url'])).pathname });
      return (await PdfFile.read(rawPayload)).textOf(3);
    };
    const first = await printed();
    for (const words of ['Rename a pet', 'Path parameters', 'How to whistle for it.']) expect(first).toContain(words);
    const { patch } = PATHS['/pets/{id}'];
    await specs.publish('printed', described({ '/pets/{id}': { patch: { ...patch, summary: 'Call a pet' } } }));
    expect(await printed()).toContain('Call a pet');
  });

  it('is that of the latest version, which the entity tag tells apart', async () => {
    await specs.publish('newer', described());
    const space = await TestSpace.create(ada);
    const page = await space.insert(
      'Pets',
      '{% openapi-operation spec="newer" path="/pets/{id}" method="patch" %}\n{% endopenapi-operation %}',
    );
    const first = await markdown(space, page);
    const etag = String(first.headers['etag']);
    expect((await markdown(space, page, { 'if-none-match': etag })).status).toBe(304);
    const { patch } = PATHS['/pets/{id}'];
    await specs.publish('newer', described({ '/pets/{id}': { patch: { ...patch, deprecated: true } } }));
    const second = await markdown(space, page, { 'if-none-match': etag });
    expect(second.status).toBe(200);
    expect(second.body.markdown).toContain('`PATCH /pets/{id}` (deprecated)');
    expect(second.headers['etag']).not.toBe(etag);
    expect((await ada.api.delete(`/v1/orgs/${ada.organization}/openapi/newer`)).status).toBe(204);
    expect((await markdown(space, page)).body.markdown).toContain('{% openapi-operation');
  });

  it('is read by visitors of a site as Markdown', async () => {
    await specs.publish('shown', described());
    const site = await TestSite.publish(server, ada, ['Docs']);
    const [siteSpace] = await site.siteSpaces();
    const space = TestSpace.at(ada.api, (siteSpace?.['space'] as Json).id);
    const page = await space.insert(
      'Pets',
      '{% openapi-operation spec="shown" path="/pets/{id}" method="patch" headless="true" %}\n{% endopenapi-operation %}',
    );
    const visitor = server.as(String((await site.visit()).body['apiToken']));
    const at = `${space.path}/revisions/${await space.revision()}/page/${page}`;
    expect((await visitor.get(at, { query: { format: 'markdown' } })).body.markdown).toBe(`# Pets\n\n${TEXT}\n`);
  });

  it('is found by its words, also by those behind references', async () => {
    await specs.publish('found', described());
    const { space, page } = await computing('found');
    await server.runJobs();
    const found = async (query: string): Promise<unknown[]> =>
      (await ada.api.get(`${space.path}/search`, { query: { query } })).body.items.map(({ id }) => id);
    for (const query of ['zoological registration', 'whistle', 'call']) expect(await found(query)).toContain(page);
    expect(await found('nothing of it')).toEqual([]);
  });

  it('is read for all pages of an answer at once', async () => {
    await specs.publish('many', described());
    const space = await TestSpace.create(ada, { title: 'Many', empty: true });
    const block = '{% openapi-operation spec="many" path="/pets/{id}" method="patch" %}\n{% endopenapi-operation %}';
    for (const title of ['One', 'Two', 'Three']) await space.insert(title, `Words of grooming.\n\n${block}`);
    await server.runJobs();
    const caller = await server.caller(ada.id);
    const scope = { caller, organizationId: ada.organization };
    const sent = jest.spyOn(pg.Client.prototype, 'query');
    try {
      const passages = await server.dispatcher.ask(new FindPassages(scope, 'grooming'));
      expect(passages.map(({ title }) => title).sort()).toEqual(['One', 'Three', 'Two']);
      for (const { text } of passages) expect(text).toContain('How to whistle for it.');
      const texts = sent.mock.calls.filter((call) => JSON.stringify(call[0]).includes('publishing.openapi_text'));
      expect(texts).toHaveLength(1);
    } finally {
      sent.mockRestore();
    }
  });

  onOneServer(it, 'a migration of before there was distribution, run once more')(
    'comes to specifications of an earlier version once a migration had them read again',
    async () => {
      await specs.publish('earlier', described());
      const { space, page } = await computing('earlier');
      const org = [ada.organization];
      await server.rows('delete from publishing.openapi_text where organization_id = $1', org);
      await server.rows(
        `update publishing.openapi_version set outline = jsonb_set(outline, '{operations}', (
         select jsonb_agg(o - 'description') from jsonb_array_elements(outline -> 'operations') o))
       where organization_id = $1`,
        org,
      );
      expect((await markdown(space, page)).body.markdown).toContain('{% openapi-operation');
      const runner = server.app.get(DataSource).createQueryRunner();
      await runner.query('alter table publishing.openapi_text rename to openapi_text_kept');
      await new OpenapiTexts1790000060031().up(runner).catch(async (error: unknown) => {
        await runner.release();
        throw error;
      });
      await runner.query('drop table publishing.openapi_text_kept');
      await runner.release();
      await specs.settle();
      expect((await markdown(space, page)).body.markdown).toContain(TEXT);
    },
  );
});
