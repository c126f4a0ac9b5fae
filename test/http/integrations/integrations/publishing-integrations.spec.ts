import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, Json } from '#testing/api-client';
import { publication, tinyPicture } from '#testing/test-integration';
import { TestServer, type TestUser } from '#testing/test-server';

let names = 0;
const newName = (): string => `Weather-${Date.now()}.${names++}`;

describe('integrations', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let eve: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    [ada, eve] = [await server.administrator(), await server.administrator()];
  });
  afterAll(() => server.stop());

  const publish = (name: string, more: object = {}, who = ada): Promise<Answer> =>
    who.api.post(`/v1/integrations/${name}`, publication(who.organization, more));
  const get = (name: string, who: TestUser = ada): Promise<Answer> => who.api.get(`/v1/integrations/${name}`);
  async function published(more: object = {}, who = ada): Promise<Json> {
    const { status, body, text } = await publish(newName(), more, who);
    expect([status, text]).toEqual([200, text]);
    return body;
  }
  const namesIn = async (query: Record<string, string | boolean>, who: TestUser = ada): Promise<string[]> =>
    (await who.api.get('/v1/integrations', { query: { limit: 1000, ...query } })).body.items.map(({ name }) => name);

  it('are published with all that their author declares of them', async () => {
    const name = newName();
    const declared = {
      summary: '# Weather\n\nSun and *rain*.',
      scopes: ['space:content:read', 'site:script:inject'],
      categories: ['content', 'other'],
      target: 'site',
      visibility: 'public',
      blocks: [
        {
          id: 'forecast',
          title: 'Forecast',
          urlUnfurl: ['https://weather.example.com/**'],
          markdown: { codeblock: 'weather', body: 'place' },
        },
      ],
      contentSources: [{ id: 'records', title: 'Records', configuration: { componentId: 'choose' } }],
      externalLinks: [{ label: 'Help', url: 'https://example.com/help' }],
      configurations: {
        account: {
          properties: {
            key: { type: 'string', title: 'Key', description: '', enum: ['a', 'b'], default: 'a' },
            days: { type: 'number', default: 3 },
            metric: { type: 'boolean', default: true },
            sign: { type: 'button', callback_url: '/oauth', button_text: 'Sign in' },
          },
          required: ['key'],
        },
        site: { componentId: 'site-settings' },
      },
    };
    const { status, body } = await publish(name, declared);
    expect(status).toBe(200);
    const { summary, scopes, categories, target, visibility, blocks, contentSources, externalLinks } = declared;
    expect(body).toMatchObject({
      object: 'integration',
      name,
      version: 1,
      title: 'Weather',
      description: 'Weather in pages.',
      verified: false,
      previewImages: [],
      owner: { id: ada.organization },
      permissions: { admin: true },
      configurations: declared.configurations,
      ...{ summary, scopes, categories, target, visibility, blocks, contentSources, externalLinks },
    });
    expect((await get(name)).body).toEqual(body);
  });

  it('have a version for each publish that differs, and none for one that does not', async () => {
    const name = newName();
    const versions: unknown[] = [];
    for (const more of [
      {},
      {},
      { secrets: { key: 'one' } },
      { secrets: { key: 'one' } },
      { script: 'export default 1;' },
    ])
      versions.push((await publish(name, more)).body.version);
    expect(versions).toEqual([1, 1, 2, 2, 3]);
  });

  it('take another visibility without another version', async () => {
    const name = newName();
    await publish(name);
    expect((await publish(name, { visibility: 'unlisted' })).body).toMatchObject({
      version: 1,
      visibility: 'unlisted',
    });
  });

  it('never answer their script or their secrets', async () => {
    const { name } = await published({
      secrets: { key: 'a-very-secret-value' },
      script: 'export default "own script";',
    });
    const { text } = await get(name);
    expect(text).not.toMatch(/a-very-secret-value|own script/);
    const { rows } = await server.pool.query('select secrets_sealed from integrations.integration_version');
    expect(JSON.stringify(rows)).not.toContain('a-very-secret-value');
  });

  it('show their pictures at addresses of their own', async () => {
    const { urls, previewImages } = (await published({
      icon: tinyPicture(),
      previewImages: [tinyPicture([1, 2, 3])],
    })) as unknown as { urls: Record<string, string>; previewImages: string[] };
    for (const address of [urls['icon'], ...previewImages]) {
      const { status, headers, bytes } = await ada.api.get(new URL(address ?? '').pathname);
      expect([status, headers['content-type'], bytes.length > 50]).toEqual([200, 'image/png', true]);
    }
    const { status } = await ada.api.get(`${new URL(urls['icon'] ?? '').pathname.slice(0, -2)}--`);
    expect(status).toBe(404);
  });

  it.each([
    ['an icon that is no picture', { icon: Buffer.from('<svg/>').toString('base64') }],
    ['an icon that is not in base64', { icon: '!!' }],
    ['four preview pictures', { previewImages: Array.from({ length: 4 }, () => tinyPicture()) }],
    ['an unknown scope', { scopes: ['everything'] }],
    ['a script that is too long', { script: 'x'.repeat(5_000_001) }],
    ['21 secrets', { secrets: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`s${at}`, 'x'])) }],
    ['a secret that is no text', { secrets: { key: 1 } }],
    ['a property of an unknown type', { configurations: { account: { properties: { a: { type: 'date' } } } } }],
    ['a required property that is not there', { configurations: { site: { properties: {}, required: ['a'] } } }],
    ['a policy that no header takes', { contentSecurityPolicy: "default-src 'self' \u0001" }],
    ['a policy whose directive is no text', { contentSecurityPolicy: { 'default-src': 1 } }],
    ['a title of one character', { title: 'W' }],
  ])('refuse %s', async (_what, more) => {
    const name = newName();
    expect((await publish(name, more)).status).toBe(400);
    expect((await get(name)).status).toBe(404);
  });

  it('take a policy as text and by directive', async () => {
    const policies = ["default-src 'self'; img-src *;", { 'default-src': "'self';", 'img-src': '*' }];
    for (const contentSecurityPolicy of policies) {
      expect(await published({ contentSecurityPolicy })).toMatchObject({
        contentSecurityPolicy: "default-src 'self'; img-src *",
      });
    }
  });

  it('are published for an organization by its subdomain, and for none that the caller does not know', async () => {
    const subdomain = `weather${Date.now()}`;
    await ada.api.patch(`/v1/orgs/${ada.organization}`, { hostname: subdomain });
    expect((await ada.api.post(`/v1/integrations/${newName()}`, publication(subdomain))).status).toBe(200);
    const { status } = await ada.api.post(`/v1/integrations/${newName()}`, publication(eve.organization));
    expect(status).toBe(404);
    expect((await eve.api.post(`/v1/integrations/${newName()}`, publication(subdomain))).status).toBe(404);
  });

  it('are published by administrators only', async () => {
    const bob = await server.member(ada.organization, 'create');
    const { status } = await bob.api.post(`/v1/integrations/${newName()}`, publication(ada.organization));
    expect(status).toBe(403);
  });

  it('keep their name: another organization cannot publish under it', async () => {
    const [shown, hidden] = [await published({ visibility: 'unlisted' }), await published()];
    expect((await publish(shown.name, {}, eve)).status).toBe(403);
    expect((await publish(hidden.name, {}, eve)).status).toBe(409);
  });

  it('are there for others unless they are private, and listed only if they are public', async () => {
    const [open, unlisted, own] = [
      await published({ visibility: 'public' }),
      await published({ visibility: 'unlisted' }),
      await published(),
    ];
    expect([(await get(open.name, eve)).status, (await get(unlisted.name, eve)).status]).toEqual([200, 200]);
    expect((await get(own.name, eve)).status).toBe(404);
    const seen = await namesIn({}, eve);
    expect([open, unlisted, own].map(({ name }) => seen.includes(name))).toEqual([true, false, false]);
    const listed = await namesIn({});
    expect([open, unlisted, own].map(({ name }) => listed.includes(name))).toEqual([true, true, true]);
  });

  it('show nothing to strangers of what concerns the members of their owner', async () => {
    const { name } = await published({ visibility: 'public' });
    const { owner, permissions } = (await get(name, eve)).body as unknown as { owner: Json; permissions: object };
    expect(owner).toMatchObject({ id: ada.organization, emailDomains: [], inviteLinks: false });
    expect([...Object.values(owner.permissions), ...Object.values(permissions)]).not.toContain(true);
  });

  it('are found by what they are', async () => {
    const { name } = await published({
      title: 'Tides of München',
      categories: ['marketing'],
      scopes: ['openapi:read'],
      target: 'space',
      blocks: [{ id: 'tide', title: 'Tide', urlUnfurl: ['https://*.tides.example/**'] }],
    });
    const plain = (await published()).name;
    const filters: [Record<string, string | boolean>, boolean, boolean][] = [
      [{ search: 'TIDES OF MÜN' }, true, false],
      [{ category: 'marketing' }, true, false],
      [{ blockDomain: 'tides.example' }, true, false],
      [{ blocks: true }, true, false],
      [{ blocks: false }, false, true],
      [{ contentSources: false }, true, true],
      [{ contentSources: true }, false, false],
      [{ scope: 'openapi:read' }, true, false],
      [{ target: 'space' }, true, false],
      [{ owner: ada.organization }, true, true],
      [{ owner: eve.organization }, false, false],
    ];
    for (const [query, first, second] of filters) {
      const found = await namesIn(query);
      expect([query, found.includes(name), found.includes(plain)]).toEqual([query, first, second]);
    }
  });

  it('are gone when they are un-published, and continue when they are published again', async () => {
    const { name } = await published({ visibility: 'public' });
    expect((await eve.api.delete(`/v1/integrations/${name}`)).status).toBe(403);
    expect((await ada.api.delete(`/v1/integrations/${name}`)).status).toBe(204);
    expect((await get(name)).status).toBe(404);
    expect(await namesIn({})).not.toContain(name);
    expect((await ada.api.delete(`/v1/integrations/${name}`)).status).toBe(204);
    expect((await publish(name, {}, eve)).status).toBe(409);
    expect((await publish(name, { title: 'Weather 2' })).body.version).toBe(2);
  });

  it('are developed at an http address, by administrators of their owner', async () => {
    const { name } = await published({ visibility: 'public' });
    const dev = `/v1/integrations/${name}/dev`;
    expect((await ada.api.put(dev, { tunnelUrl: 'https://tunnel.example.com', all: true })).status).toBe(204);
    expect((await ada.api.put(dev, { tunnelUrl: 'file:///etc/passwd' })).status).toBe(400);
    expect((await eve.api.put(dev, { tunnelUrl: 'https://tunnel.example.com' })).status).toBe(403);
    expect((await ada.api.delete(dev)).status).toBe(204);
    expect((await ada.api.delete(`/v1/integrations/${newName()}/dev`)).status).toBe(204);
  });

  it('have one name and a version each where many publish at once', async () => {
    const name = newName();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => publish(name, { script: `export default ${at};` })),
    );
    const done = answers.filter(({ status }) => status === 200).length;
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect((await get(name)).body.version).toBe(done);
  });
});
