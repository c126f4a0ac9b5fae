import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';

describe('the adaptive schema of a site', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let site: string;
  let schema: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });
  afterAll(() => server.stop());

  beforeEach(async () => {
    const { body } = await ada.api.post(`/v1/orgs/${ada.organization}/sites`, { title: 'Docs' });
    site = `/v1/orgs/${ada.organization}/sites/${body.id}`;
    schema = `${site}/adaptive-schema`;
  });

  const isBeta = { type: 'boolean', description: 'Whether they try out what is new' };
  const plan = { type: 'string', enum: ['free', 'pro'], description: 'What they pay for' };
  const unsigned = { type: 'object', properties: { isBeta }, additionalProperties: false };
  const jsonSchema = { type: 'object', properties: { isBeta, plan, unsigned }, additionalProperties: false };

  it('is not there until it is set, and then as it was set', async () => {
    expect((await ada.api.get(schema)).status).toBe(404);
    const { status, body } = await ada.api.put(schema, { jsonSchema, extra: 1 });
    expect([status, body]).toEqual([
      200,
      { object: 'site-adaptive-schema', jsonSchema, updatedAt: expect.stringMatching(/^\d{4}-/) },
    ]);
    expect((await ada.api.get(schema)).body).toEqual(body);
    const other = { ...jsonSchema, properties: {} };
    expect((await ada.api.put(schema, { jsonSchema: other })).body.jsonSchema).toEqual(other);
  });

  it('is refused with the path of what is wrong, and stays as it was', async () => {
    await ada.api.put(schema, { jsonSchema });
    const properties = { ...jsonSchema.properties, plan: { ...plan, enum: [1] } };
    const wrong = await ada.api.put(schema, { jsonSchema: { ...jsonSchema, properties } });
    expect([wrong.status, wrong.body.error.message]).toEqual([
      400,
      'jsonSchema.properties.plan.enum[0] must be a text of at most 200 characters in one line',
    ]);
    for (const body of [{}, { jsonSchema: [] }, { jsonSchema: null }, { jsonSchema: 'x' }, [], undefined])
      expect((await ada.api.put(schema, body)).status).toBe(400);
    const payload = JSON.stringify({ jsonSchema }).replace('Whether', '\\ud800');
    expect((await ada.api.put(schema, undefined, { payload })).status).toBe(400);
    expect((await ada.api.get(schema)).body.jsonSchema).toEqual(jsonSchema);
  });

  it('suggests conditions, and none before it is set', async () => {
    const conditions = async () => (await ada.api.get(`${schema}/template-conditions`)).body;
    expect(await conditions()).toEqual({ items: [] });
    await ada.api.put(schema, { jsonSchema });
    const { items, ...rest } = await conditions();
    expect(rest).toEqual({});
    expect(items.map(({ condition }) => condition).sort()).toEqual([
      'visitor.claims.isBeta == true',
      'visitor.claims.plan == "free"',
      'visitor.claims.plan == "pro"',
      'visitor.claims.unsigned.isBeta == true',
    ]);
    expect(items).toContainEqual({ description: 'plan is pro', condition: 'visitor.claims.plan == "pro"' });
  });

  it('tells that the site changed, and goes with it', async () => {
    const id = site.split('/').at(-1);
    const of = "select 1 from public.event where name = 'publishing.site-updated' and payload->>'site' = $1";
    const before = await server.rows(of, [id]);
    await ada.api.put(schema, { jsonSchema });
    expect(await server.rows(of, [id])).toHaveLength(before.length + 1);
    await ada.api.delete(site);
    expect((await ada.api.get(schema)).status).toBe(404);
    expect(await server.rows('select 1 from publishing.adaptive_schema where site_id = $1', [id])).toEqual([]);
  });

  it('is read by members and changed by those who may create', async () => {
    await ada.api.put(schema, { jsonSchema });
    const paths = [schema, `${schema}/template-conditions`];
    const statuses = async (user: TestUser) => [
      ...(await Promise.all(paths.map(async (path) => (await user.api.get(path)).status))),
      (await user.api.put(schema, { jsonSchema })).status,
    ];
    expect(await statuses(await server.member(ada.organization, 'create'))).toEqual([200, 200, 200]);
    expect(await statuses(await server.member(ada.organization, 'read'))).toEqual([200, 200, 403]);
    expect(await statuses(await server.member(ada.organization, null))).toEqual([403, 403, 403]);
    expect(await statuses(await server.administrator())).toEqual([404, 404, 404]);
    const unknown = `/v1/orgs/${ada.organization}/sites/nothing/adaptive-schema`;
    expect((await ada.api.put(unknown, { jsonSchema })).status).toBe(404);
    expect((await ada.api.get(`${unknown}/template-conditions`)).status).toBe(404);
  });
});
