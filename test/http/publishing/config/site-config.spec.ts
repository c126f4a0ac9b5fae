import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

const file = (...nodes: string[]) => ({ text: `site:\n  title: Acme\n  structure:\n${nodes.join('')}` });
const space = (key: string, more = '', title = key.toUpperCase()) =>
  `    - { type: space, key: ${key}, title: ${title}, path: ${key}, content: { directory: ${key} }${more} }\n`;

const SECTIONS = file(`    - type: section-group
      key: products
      title: Products
      icon: box
      children:
        - type: section
          key: guide
          title: Guide
          localizedTitle: { fr: Le guide }
          path: guide
          description: How it is used
          default: true
          children:
            - { type: space, key: en, title: English, path: en, default: true, content: { directory: ./en, language: en } }
            - { type: space, key: fr, title: Français, path: fr, hidden: true, content: { directory: ./fr, language: fr } }
        - { type: external-link, key: status, title: Status, url: "https://status.example.com" }
    - type: section
      key: api
      title: API
      path: api
      condition: visitor.claims.beta == true
      children:
        - { type: space, key: reference, title: Reference, path: reference, content: { directory: /api } }
`);

interface SiteSpace {
  id: string;
  title: string;
  path: string;
  space: { id: string };
}

describe('a docs.yaml of a site', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let path: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    const sites = `/v1/orgs/${ada.organization}/sites`;
    path = `${sites}/${(await ada.api.post(sites, { title: 'Site' })).body.id}`;
  });

  const apply = (body: object) => ada.api.put(`${path}/config`, body);
  const structure = async () => (await ada.api.get(`${path}/structure`)).body;
  const siteSpaces = async (): Promise<SiteSpace[]> =>
    (await ada.api.get(`${path}/site-spaces`)).body.items as unknown as SiteSpace[];
  const spacesOf = ({ body }: { body: Json }) =>
    new Map((body.spaces as Json[]).map(({ key, space: id }) => [key as string, id as string]));
  const changesOf = ({ body }: { body: Json }) =>
    (body.changes as Json[]).map(({ kind, type, key = '', members = [] }) =>
      [kind, type, key, ...(members as string[])].join(' '),
    );

  it('makes the whole site, with spaces that are created', async () => {
    const answer = await apply(SECTIONS);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      object: 'site-config',
      title: 'Acme',
      remarks: [],
      spaces: [
        { key: 'en', title: 'English', directory: 'en', language: 'en', draft: false },
        { key: 'fr', title: 'Français', directory: 'fr', language: 'fr' },
        { key: 'reference', title: 'Reference', directory: '/api' },
      ],
    });
    expect(await structure()).toMatchObject({
      type: 'sections',
      structure: [
        {
          object: 'site-section-group',
          title: 'Products',
          icon: 'box',
          children: [
            {
              object: 'site-section',
              title: 'Guide',
              localizedTitle: { fr: 'Le guide' },
              description: 'How it is used',
              default: true,
              siteSpaces: [
                { title: 'English', path: 'en', default: true, hidden: false, space: { language: 'en' } },
                { title: 'Français', path: 'fr', default: false, hidden: true, space: { language: 'fr' } },
              ],
            },
            { object: 'site-external-link', title: 'Status', url: 'https://status.example.com', draft: false },
          ],
        },
        {
          title: 'API',
          default: false,
          condition: 'visitor.claims.beta == true',
          siteSpaces: [{ title: 'Reference' }],
        },
      ],
    });
    expect((await ada.api.get(path)).body.title).toBe('Acme');
  });

  it('changes nothing when it is applied again, not even the version of the site', async () => {
    const first = await apply(SECTIONS);
    const before = await ada.api.get(path);
    const again = await apply(SECTIONS);
    expect(again.body.changes).toEqual([]);
    expect(spacesOf(again)).toEqual(spacesOf(first));
    expect((await ada.api.get(path)).headers.etag).toBe(before.headers.etag);
    expect((await ada.api.get(path)).body.updatedAt).toBe(before.body.updatedAt);
  });

  it('keeps ids through renames and moves, and takes off what leaves without deleting it', async () => {
    const spaces = spacesOf(await apply(file(space('a', ', default: true'), space('b'), space('c'))));
    const ids = new Map<string | undefined, string>(
      (await siteSpaces()).map(({ space: { id }, id: own }) => [id, own]),
    );
    const moved = file(space('c', ', default: true', 'Renamed').replace('path: c', 'path: z'), space('a'));
    expect((await ada.api.post(`${path}/config/plan`, moved)).body.changes).toHaveLength(4);
    const answer = await apply(moved);
    expect(changesOf(answer)).toEqual([
      'moved space c',
      'changed space c default path title',
      'changed space a default',
      'removed space b',
    ]);
    const after = await siteSpaces();
    expect(after.map(({ space: { id }, id: own, title, path: at }) => [id, own, title, at])).toEqual([
      [spaces.get('c'), ids.get(spaces.get('c')), 'Renamed', 'z'],
      [spaces.get('a'), ids.get(spaces.get('a')), 'A', 'a'],
    ]);
    expect((await ada.api.get(`/v1/spaces/${spaces.get('b')}`)).status).toBe(200);
    const back = await apply(file(space('c'), space('a'), space('b')));
    expect(spacesOf(back).get('b')).toBe(spaces.get('b'));
    expect((await siteSpaces()).map(({ id }) => id)).toContain(ids.get(spaces.get('b')));
  });

  it('is planned without changing anything, with the spaces that are missing', async () => {
    const planned = await ada.api.post(`${path}/config/plan`, file(space('a', ', colour: red')));
    expect(planned.status).toBe(200);
    expect(planned.body).toMatchObject({
      spaces: [{ key: 'a', title: 'A' }],
      remarks: [{ line: 4, message: '"colour" is not understood here' }],
    });
    expect(spacesOf(planned).get('a')).toBeUndefined();
    expect(changesOf(planned)).toEqual(['changed site  title', 'added space a']);
    expect(await siteSpaces()).toEqual([]);
    expect((await ada.api.get(path)).body.title).toBe('Site');
  });

  it('has its spaces created before they are on the site, once', async () => {
    const text = file(space('a'), space('b'));
    const prepared = await ada.api.post(`${path}/config/spaces`, text);
    expect(prepared.status).toBe(200);
    const spaces = spacesOf(prepared);
    expect([...spaces.keys()]).toEqual(['a', 'b']);
    expect(await siteSpaces()).toEqual([]);
    expect(spacesOf(await ada.api.post(`${path}/config/spaces`, text))).toEqual(spaces);
    expect(spacesOf(await apply(text))).toEqual(spaces);
    expect((await siteSpaces()).map((one) => one.space.id)).toEqual([...spaces.values()]);
  });

  it('takes the spaces that are on the site at the paths it names', async () => {
    const made = await TestSpace.create(ada, { title: 'Handbook' });
    await ada.api.post(`${path}/site-spaces`, { spaceId: made.id });
    const [own] = await siteSpaces();
    const answer = await apply(file(space('handbook', '', 'Handbook')));
    expect(spacesOf(answer)).toEqual(new Map([['handbook', made.id]]));
    expect((await siteSpaces()).map(({ id }) => id)).toEqual([own?.id]);
  });

  it('makes another space where that of a key was deleted', async () => {
    const first = spacesOf(await apply(file(space('a'))));
    await ada.api.delete(`/v1/spaces/${first.get('a')}`);
    await server.drain();
    const second = spacesOf(await apply(file(space('a'))));
    expect(second.get('a')).not.toBe(first.get('a'));
    expect((await siteSpaces()).map((one) => one.space.id)).toEqual([second.get('a')]);
  });

  it('is refused as a whole, with the lines of what is wrong', async () => {
    const answer = await apply(file(space('a'), space('a'), space('b', ', hidden: 7')));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: {
        message:
          'docs.yaml can not be used: line 5: The key "a" is taken in line 4; ' +
          'line 5: The path "a" is taken in line 4; line 6: "hidden" must be true or false',
      },
    });
    expect(await siteSpaces()).toEqual([]);
  });

  it('needs the role create in the organization, and on each space that it puts on the site', async () => {
    const editor = await server.member(ada.organization, 'edit');
    for (const call of [
      () => editor.api.put(`${path}/config`, SECTIONS),
      () => editor.api.post(`${path}/config/plan`, SECTIONS),
      () => editor.api.post(`${path}/config/spaces`, SECTIONS),
    ]) {
      expect((await call()).status).toBe(403);
    }
  });

  it('leaves a trail of what was created and changed', async () => {
    await apply(file(space('a')));
    await server.drain();
    const events = (await ada.api.get(`/v1/orgs/${ada.organization}/audit-events`, { query: { limit: '5' } })).body;
    const actions = (events.items as unknown as Json[]).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['space.created', 'site.structure-changed', 'site.updated']));
  });
});
