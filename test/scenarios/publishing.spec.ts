import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestChangeRequest } from '#testing/test-change-request';
import { until } from '#testing/test-kernel';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { wholeCustomization } from '#testing/sample-request';
import { importFiles } from '../contexts/content/exchange/transfer-fixture.js';
import { LOGIN, TestBackend } from '../http/publishing/visitors/visitor-tokens.js';
import { taken, TestSite } from '../http/publishing/visits/visits.js';
import { SiteReader } from './support/site-reader.js';

const GUIDE = {
  'SUMMARY.md': [
    '# Table of contents\n\n* [Welcome](README.md)\n\n## First steps\n',
    '* [Install](install/README.md)\n  * [On a server](install/server.md)\n* [Source](https://example.com/source)\n',
  ].join('\n'),
  'README.md':
    '# Welcome\n\nBegin with [installing](install/README.md).\n\n{% include ".gitbook/includes/help.md" %}\n',
  'install/README.md': '# Install\n\nTake the package.\n',
  'install/server.md': '# On a server\n\nTake the image.\n',
  '.gitbook/includes/help.md': '---\ntitle: Help\n---\n\nAsk us for help.\n',
};
const GUIDE_IN_GERMAN = { 'README.md': '# Willkommen\n\nAlles beginnt hier.\n' };
const REFERENCE = {
  'README.md': '# Reference\n\nEvery call.\n',
  'calls.md': '# Calls\n\nThere are two.\n',
};
const PAID = 'visitor.claims.plan === "paid"';
const CUSTOMERS = {
  'README.md': `# For customers\n\nThank you.\n\n{% if ${PAID} %}\nYour number is 1234.\n{% endif %}\n`,
};
const INTERNALS = { 'README.md': '# Internals\n\nHow it works inside.\n' };

/** One story in order: each step needs those before it. Sites are read like a renderer reads them. */
describe('documentation, from folders of Markdown to its readers', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let guide: TestSpace;
  let docs: TestSite;
  let customers: TestSite;
  let backend: TestBackend;
  let link: Json;
  let before: string;
  let request: TestChangeRequest;

  const spaceOf = async (title: string, files: Record<string, string>): Promise<TestSpace> => {
    const space = await TestSpace.create(ada, { title, empty: true });
    await importFiles(space, files);
    return space;
  };
  const siteOf = async (body: object): Promise<TestSite> => {
    const { id } = taken(await ada.api.post(`/v1/orgs/${ada.organization}/sites`, body));
    return TestSite.at(server, ada, id);
  };
  const section = async (site: TestSite, space: TestSpace, title: string): Promise<Json> =>
    taken(await ada.api.post(`${site.path}/sections`, { spaceId: space.id, title }));
  const anybody = () => new SiteReader(server);
  const customer = async (claims: Record<string, unknown>) =>
    new SiteReader(server, { jwtToken: await backend.sign(claims) });
  const outline = ({ published }: { published: Json }): unknown =>
    ((published['structure'] as Json)['structure'] as unknown as Json[]).map(({ title, siteSpaces }) => [
      title,
      (siteSpaces as Json[]).map(({ title: name, urls }) => [name, urls['published']]),
    ]);

  beforeAll(async () => {
    server = await TestServer.start({ live: true });
    const user = await server.user('Ada Example');
    ada = { ...user, organization: (await user.api.post('/v1/orgs', { title: 'Example Company' })).body.id };
  });

  afterAll(() => server.stop());

  it('Ada imports three folders, and creates a site from them: two sections, one in two languages', async () => {
    guide = await spaceOf('English', GUIDE);
    const german = await spaceOf('Deutsch', GUIDE_IN_GERMAN);
    const reference = await spaceOf('Calls', REFERENCE);
    docs = await siteOf({ title: 'Docs', visibility: 'share-link' });
    const first = await section(docs, guide, 'Guide');
    taken(await ada.api.post(`${docs.path}/site-spaces`, { spaceId: german.id, sectionId: first.id }));
    await section(docs, reference, 'Reference');
    taken(
      await ada.api.put(
        `${docs.path}/customization`,
        wholeCustomization({ title: 'Example Docs', styling: { theme: 'bold' } }),
      ),
    );
    taken(await ada.api.post(`${docs.path}/publish`));
    expect((await anybody().find(await docs.root())).status).toBe(404);
  });

  it('partners read it first, by a link of their own', async () => {
    link = taken(await ada.api.post(`${docs.path}/share-links`, { name: 'Partners' }));
    const read = await anybody().read(`${link.urls['published']}install/server`);
    expect(read.lookup).toMatchObject({ space: guide.id, pathname: 'install/server' });
    expect(outline(read)).toEqual([
      [
        'Guide',
        [
          ['English', link.urls['published']],
          ['Deutsch', `${link.urls['published']}deutsch/`],
        ],
      ],
      ['Reference', [['Calls', `${link.urls['published']}reference/`]]],
    ]);
    expect(read.published['customizations']).toMatchObject({
      site: { title: 'Example Docs', styling: { theme: 'bold' } },
    });
  });

  it('then everybody reads it, at a host of its own, and the link is of no use any more', async () => {
    await docs.patch({ visibility: 'public', hostname: 'docs.story.example' });
    expect((await anybody().find(String(link.urls['published']))).body['pathname']).not.toBe('');
    const { lookup, pages, space } = await anybody().read('https://docs.story.example/install');
    expect(lookup).toMatchObject({
      siteBasePath: '/',
      basePath: '/',
      pathname: 'install',
      organization: ada.organization,
    });
    expect(pages).toEqual([
      { title: 'Welcome', path: 'readme', text: 'Begin with installing.\nAsk us for help.' },
      { title: 'First steps', path: 'first-steps', text: '' },
      { title: 'Install', path: 'first-steps/install', text: 'Take the package.' },
      { title: 'On a server', path: 'first-steps/install/server', text: 'Take the image.' },
      { title: 'Source', path: undefined, text: '' },
    ]);
    before = space.revision;
  });

  it('each section and each language is at its address', async () => {
    const texts = async (path: string) => {
      const { lookup, pages } = await anybody().read(`https://docs.story.example${path}`);
      return [lookup['basePath'], pages.map(({ text }) => text)];
    };
    expect(await texts('/deutsch')).toEqual(['/deutsch/', ['Alles beginnt hier.']]);
    expect(await texts('/reference')).toEqual(['/reference/', ['Every call.', 'There are two.']]);
    expect(await texts('/reference/calls')).toEqual(['/reference/', ['Every call.', 'There are two.']]);
    expect((await anybody().find('https://docs.story.example/guide/deutsch')).body['basePath']).toBe('/guide/deutsch/');
  });

  it('a colleague proposes a change, which is shown at the address of its preview', async () => {
    const editor = await server.member(ada.organization, 'edit');
    request = await TestChangeRequest.create(guide.as(editor.api), 'A better way');
    const page = (await guide.pages())[0];
    await request.update(page?.id ?? '', { title: 'Hello' });
    await request.insert('Upgrade', 'Take the next package.');
    const url = `https://docs.story.example/~/changes/${request.id}/upgrade`;
    const { lookup, api, space, pages } = await anybody().read(url);
    expect(lookup).toMatchObject({ changeRequest: request.id, pathname: 'upgrade' });
    expect(pages.map(({ title }) => title)).not.toContain('Upgrade');
    const { revision } = (await api.get(`${guide.path}/change-requests/${request.id}`)).body;
    const preview = await anybody().pages(api, space, revision);
    expect(preview.map(({ title }) => title)).toEqual([
      'Hello',
      'First steps',
      'Install',
      'On a server',
      'Source',
      'Upgrade',
    ]);
  });

  it('it is merged: readers get the new revision, and the one before stays as it was', async () => {
    const reader = anybody();
    const old = await reader.read('https://docs.story.example/');
    taken(await request.as(ada.api).merge());
    const { space, pages, api } = await reader.read('https://docs.story.example/upgrade');
    expect(space.revision).not.toBe(before);
    expect(pages.at(-1)).toEqual({ title: 'Upgrade', path: 'upgrade', text: 'Take the next package.' });
    expect(await reader.pages(api, space, before)).toEqual(old.pages);
    expect((await old.api.get(guide.path)).body.revision).toBe(space.revision);
  });

  it('an address that was moved leads on', async () => {
    const [, siteSpace] = [await guide.pages(), (await docs.siteSpaces())[0]];
    const upgrade = (await guide.api.get(`${guide.path}/content/path/upgrade`)).body.id;
    const destination = { kind: 'site-page', siteSpaceId: siteSpace?.id, pageId: upgrade };
    taken(await ada.api.post(`${docs.path}/redirects`, { source: '/old/upgrade', destination }));
    const { api } = await anybody().read('https://docs.story.example/old/upgrade');
    const found = await api.get(`${docs.path}/redirect`, { query: { source: '/old/upgrade' } });
    expect(found.body['target']).toBe('https://docs.story.example/upgrade');
    expect((await api.get(`${docs.path}/redirect`, { query: { source: '/older' } })).status).toBe(404);
  });

  it('a second site is for customers, who sign in first', async () => {
    customers = await siteOf({ title: 'Customers', visibility: 'visitor-auth' });
    await section(customers, await spaceOf('Handbook', CUSTOMERS), 'Handbook');
    const internals = await section(customers, await spaceOf('Inside', INTERNALS), 'Internals');
    taken(await ada.api.patch(`${customers.path}/sections/${internals.id}`, { condition: PAID }));
    await customers.patch({ adaptiveContent: { enabled: true } });
    taken(await ada.api.post(`${customers.path}/publish`));
    backend = await TestBackend.of(customers);
    const { body } = await anybody().find(`${await customers.root()}internals/page`);
    expect(body).toEqual({ target: 'external', site: customers.id, redirect: `${LOGIN}?location=%2Finternals%2Fpage` });
  });

  it('each customer reads what is for them', async () => {
    const root = await customers.root();
    const free = await (await customer({ plan: 'free' })).read(`${root}internals`);
    const payer = await (await customer({ plan: 'paid' })).read(root);
    expect([outline(free), outline(payer)]).toEqual([
      [['Handbook', [['Handbook', root]]]],
      [
        ['Handbook', [['Handbook', root]]],
        ['Internals', [['Inside', `${root}internals/`]]],
      ],
    ]);
    expect(free.pages[0]?.text).toBe('Thank you.');
    expect(payer.pages[0]?.text).toContain('Your number is 1234.');
    const inside = await (await customer({ plan: 'paid' })).read(`${root}internals`);
    expect(inside.pages[0]?.text).toBe('How it works inside.');
    for (const path of ['', `/revisions/${inside.space.revision}`])
      expect((await free.api.get(`/v1/spaces/${inside.space.id}${path}`)).status).toBe(404);
  });

  it('the key leaks, so Ada creates another: all readers sign in again', async () => {
    const reader = await customer({ plan: 'paid' });
    const { api } = await reader.read(await customers.root());
    taken(await ada.api.post(`${customers.path}/publishing/auth/regenerate`));
    expect((await api.get(`${customers.path}/published`)).status).toBe(401);
    expect((await reader.find(await customers.root())).status).toBe(403);
    backend = await TestBackend.of(customers);
    expect((await (await customer({ plan: 'paid' })).read(await customers.root())).pages).toHaveLength(1);
  });

  it('a space is deleted: its section is gone a moment later, and the rest stays', async () => {
    const reference = (await docs.siteSpaces()).find(({ title }) => title === 'Calls')?.['space'] as Json;
    await ada.api.delete(`/v1/spaces/${reference.id}`);
    const sections = async () => outline(await anybody().read('https://docs.story.example/')) as unknown[][];
    await until(async () => (await sections()).length === 1, 'the section to be gone');
    expect((await anybody().find('https://docs.story.example/reference')).body['basePath']).toBe('/');
  });

  it('years later the sites are taken offline, and their addresses lead nowhere', async () => {
    const { api } = await anybody().read('https://docs.story.example/');
    for (const site of [docs, customers]) taken(await ada.api.post(`${site.path}/unpublish`));
    for (const url of [
      'https://docs.story.example/',
      'https://docs.story.example/deutsch',
      String(link.urls['published']),
    ])
      expect((await anybody().find(url)).status).toBe(404);
    expect((await api.get(guide.path)).status).toBe(401);
    expect((await ada.api.get(guide.path)).body.urls).not.toHaveProperty('published');
  });
});
