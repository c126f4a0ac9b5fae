import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { Browser } from '#testing/browser';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { importFiles } from '../../../contexts/content/exchange/transfer-fixture.js';
import { TestBackend } from '../visitors/visitor-tokens.js';
import { taken, TestSite } from '../visits/visits.js';
import { read } from './read-sites.js';

const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: { plan: { type: 'string', description: 'What they pay for' } },
};

describe('the former address of a page', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });

  afterAll(() => server.stop());

  const publish = async (...titles: string[]): Promise<{ site: TestSite; spaces: TestSpace[] }> => {
    const site = await TestSite.publish(server, ada, titles);
    const spaces = (await site.siteSpaces()).map(({ space }) => TestSpace.at(ada.api, (space as Json).id));
    return { site, spaces };
  };
  const fresh = async (): Promise<{ site: TestSite; space: TestSpace }> => {
    const { site, spaces } = await publish('Docs');
    return { site, space: spaces[0] as TestSpace };
  };
  const led = async (site: TestSite, path: string, browser?: Browser) => {
    const { status, headers } = await read(site, path, browser);
    return [status, headers['location']?.replace(`/s/${site.id}/`, '')];
  };

  it('leads to it for good after each change of its slug, and back where it returned', async () => {
    const { site, space } = await fresh();
    const page = await space.insert('One', 'The text.');
    await space.update(page, { slug: 'two' });
    await space.update(page, { slug: 'três' });
    const { path } = await space.page(page);
    const now = encodeURIComponent(path);
    expect(await led(site, 'one')).toEqual([308, now]);
    expect(await led(site, 'two/')).toEqual([308, now]);
    expect(await led(site, 'two.md')).toEqual([308, `${now}.md`]);
    expect((await read(site, now)).text).toContain('The text.');
    await space.update(page, { slug: 'one' });
    expect([await led(site, 'one'), await led(site, 'two')]).toEqual([
      [200, undefined],
      [308, 'one'],
    ]);
  });

  it('leads to pages that moved with a page above them, with the rename of a group as well', async () => {
    const { site, space } = await fresh();
    const guides = await space.insert('Guides', undefined, { type: 'group' });
    const install = await space.insert('Install', 'All.', { into: guides });
    await space.insert('Linux', 'On Linux.', { into: install });
    await space.update(guides, { slug: 'handbook' });
    expect(await led(site, 'guides/install/linux')).toEqual([308, 'handbook/install/linux']);
    await space.update(install, { into: null });
    expect(await led(site, 'guides/install/linux')).toEqual([308, 'install/linux']);
    expect(await led(site, 'handbook/install/linux')).toEqual([308, 'install/linux']);
    const top = await space.insert('Top', 'Above.', { into: guides });
    await space.update(guides, { slug: 'books' });
    expect(await led(site, 'handbook')).toEqual([308, 'books/top']);
    await space.change({ operation: 'delete_page', page: top });
    expect((await read(site, 'handbook')).status).toBe(404);
  });

  it('leads to the beginning of its space where it is the first page there', async () => {
    const { site, space } = await fresh();
    const [home] = await space.pages();
    await space.update(String(home?.['id']), { slug: 'welcome' });
    expect(await led(site, 'docs-home')).toEqual([308, '']);
    expect(await led(site, 'docs-home.md')).toEqual([308, 'welcome.md']);
  });

  it('gives way to a page that is there now, and to redirects of the site and of an import', async () => {
    const { site, space } = await fresh();
    const first = await space.insert('Same', 'The first.');
    await space.update(first, { slug: 'first' });
    const second = await space.insert('Same', 'The second.');
    expect((await read(site, 'same')).text).toContain('The second.');
    await space.update(second, { slug: 'second' });
    expect(await led(site, 'same')).toEqual([308, 'second']);
    const destination = { kind: 'external', url: 'https://example.com/same' };
    taken(await ada.api.post(`${site.path}/redirects`, { source: '/same', destination }));
    expect(await led(site, 'same')).toEqual([307, 'https://example.com/same']);
    await importFiles(space, {
      '.gitbook.yaml': 'redirects:\n  old/start: guide.md\n',
      'README.md': '# Start\n\nHere.\n',
      'guide.md': '# Guide\n\nThere.\n',
    });
    expect(await led(site, 'old/start')).toEqual([307, 'guide']);
  });

  it('is kept when a change request is merged, and none before', async () => {
    const { site, space } = await fresh();
    const page = await space.insert('Draft', 'The text.');
    const request = taken(await ada.api.post(`${space.path}/change-requests`, { subject: 'Another name' }));
    const change = `${space.path}/change-requests/${request.id}`;
    const changes = [{ operation: 'update_page', page, slug: 'final' }];
    taken(await ada.api.post(`${change}/content`, { changes }));
    expect([await led(site, 'draft'), await led(site, 'final')]).toEqual([
      [200, undefined],
      [404, undefined],
    ]);
    taken(await ada.api.post(`${change}/merge`, {}));
    expect(await led(site, 'draft')).toEqual([308, 'final']);
  });

  it('tells no visitor of a page that they are not shown', async () => {
    const { site, space } = await fresh();
    const backend = await TestBackend.of(site);
    await site.patch({ adaptiveContent: { enabled: true } });
    taken(await ada.api.put(`${site.path}/adaptive-schema`, { jsonSchema: SCHEMA }));
    const condition = 'visitor.claims.plan === "paid"';
    const page = await space.insert('Secret', 'For payers.', { condition });
    await space.update(page, { slug: 'prices' });
    const payer = new Browser(server.app);
    await read(site, `?jwt_token=${await backend.sign({ plan: 'paid' })}`, payer);
    for (let round = 0; round < 2; round++) {
      expect(await led(site, 'secret', payer)).toEqual([308, 'prices']);
      expect(await led(site, 'secret')).toEqual([404, undefined]);
      expect(await led(site, 'secret.md')).toEqual([404, undefined]);
    }
  });

  it('is below the site space that the page is in', async () => {
    const { site, spaces } = await publish('First', 'Second');
    const [first, second] = spaces as [TestSpace, TestSpace];
    const page = await second.insert('Calls', 'All calls.');
    await second.update(page, { slug: 'requests' });
    expect(await led(site, 'second/calls')).toEqual([308, 'second/requests']);
    expect(await led(site, 'calls')).toEqual([404, undefined]);
    const moved = await first.insert('Calls', 'Others.');
    await first.update(moved, { slug: 'others' });
    expect(await led(site, 'calls')).toEqual([308, 'others']);
  });

  it('is none in the operations that read content by its path', async () => {
    const { site, space } = await fresh();
    const page = await space.insert('Before', 'The text.');
    await space.update(page, { slug: 'after' });
    const { api, body } = await site.visit('before');
    expect(body).toMatchObject({ pathname: 'before' });
    const revision = `${space.path}/revisions/${await space.revision()}`;
    const answers = [
      await api.get(`${revision}/path/before`),
      await ada.api.get(`${revision}/path/before`),
      await ada.api.get(`${space.path}/content/path/before`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('is forgotten with the page, and beyond the twenty that it left last', async () => {
    const { site, space } = await fresh();
    const page = await space.insert('Name 0', 'The text.');
    for (let n = 1; n <= 22; n++) await space.update(page, { slug: `name-${n}` });
    const known = async () =>
      Promise.all(['name-0', 'name-1', 'name-2', 'name-21'].map(async (path) => (await read(site, path)).status));
    expect(await known()).toEqual([404, 404, 308, 308]);
    await space.change({ operation: 'delete_page', page });
    expect(await known()).toEqual([404, 404, 404, 404]);
  });

  it('is none of a copy of the space', async () => {
    const { site, space } = await fresh();
    const page = await space.insert('Here', 'The text.');
    await space.update(page, { slug: 'there' });
    const copy = taken(await ada.api.post(`${space.path}/duplicate`, {}));
    const sites = `/v1/orgs/${ada.organization}/sites`;
    const other = TestSite.at(server, ada, taken(await ada.api.post(sites, { title: 'Copy', spaces: [copy.id] })).id);
    taken(await ada.api.post(`${other.path}/publish`));
    expect([await led(site, 'here'), await led(other, 'here'), await led(other, 'there')]).toEqual([
      [308, 'there'],
      [404, undefined],
      [200, undefined],
    ]);
  });
});
