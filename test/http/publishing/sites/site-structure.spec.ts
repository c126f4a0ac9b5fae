import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

describe('the structure of a site', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let path: string;
  let spaces: string[];

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    spaces = [];
    for (const title of ['One', 'Two', 'Three', 'Four']) spaces.push((await TestSpace.create(ada, { title })).id);
  });

  afterAll(() => server.stop());

  const newSite = async (body: object = {}) => {
    const sites = `/v1/orgs/${ada.organization}/sites`;
    path = `${sites}/${(await ada.api.post(sites, { title: 'Site', ...body })).body.id}`;
    return path;
  };
  const section = async (space: string | undefined, title?: string) =>
    (await ada.api.post(`${path}/sections`, { spaceId: space, title })).body;
  const structure = async (): Promise<Json> => (await ada.api.get(`${path}/structure`)).body;
  const titles = async () => ((await structure()).structure as unknown as Json[]).map(({ title }) => title);

  const siteSpaceOf = ({ siteSpaces }: Json) => (siteSpaces as Json[])[0] as Json;

  it('is a list of site spaces where there are no sections', async () => {
    await newSite({ spaces: spaces.slice(0, 2) });
    expect(await structure()).toMatchObject({
      type: 'siteSpaces',
      structure: [
        { object: 'site-space', title: 'One', default: true, space: { object: 'space', id: spaces[0] } },
        { title: 'Two', default: false },
      ],
    });
    const all = (await ada.api.get(`${path}/site-spaces`)).body;
    expect(all.count).toBe(2);
    expect((await ada.api.get(`${path}/site-spaces`, { query: { default: 'true' } })).body.items).toEqual([
      all.items[0],
    ]);
    expect((await ada.api.get(`${path}/site-spaces`, { query: { default: 'false' } })).body.items).toEqual([
      all.items[1],
    ]);
  });

  it('makes a section of what stood on the site when a section is added', async () => {
    await newSite({ title: 'Docs', spaces: spaces.slice(0, 2) });
    const added = await ada.api.post(`${path}/sections`, { spaceId: spaces[2], icon: 'book' });
    expect(added.status).toBe(201);
    expect(added.headers.location).toBe(`http://quire.test${path}/sections/${added.body.id}`);
    expect(added.body).toMatchObject({
      object: 'site-section',
      title: 'Three',
      path: 'three',
      icon: 'book',
      default: false,
    });
    expect(await structure()).toMatchObject({
      type: 'sections',
      structure: [
        { title: 'Docs', default: true, siteSpaces: [{ title: 'One', default: true }, { title: 'Two' }] },
        { title: 'Three', siteSpaces: [{ title: 'Three', default: true }] },
      ],
    });
  });

  it('puts a space into the default section, or into the one that is named', async () => {
    await newSite();
    const [first, second] = [await section(spaces[0], 'First'), await section(spaces[1], 'Second')];
    const added = await ada.api.post(`${path}/site-spaces`, { spaceId: spaces[2] });
    expect([added.status, added.body.section]).toEqual([201, first.id]);
    expect(added.headers.location).toBe(`http://quire.test${path}/site-spaces/${added.body.id}`);
    const named = await ada.api.post(`${path}/site-spaces`, { spaceId: spaces[3], sectionId: second.id });
    expect(named.body).toMatchObject({ section: second.id, default: false, path: 'four' });
    expect((await ada.api.post(`${path}/site-spaces`, { spaceId: spaces[3] })).status).toBe(409);
    expect((await ada.api.post(`${path}/site-spaces`, { spaceId: spaces[3], sectionId: 'unknown' })).status).toBe(404);
  });

  it('shows URLs once the site is published: defaults are at the root', async () => {
    await newSite();
    const first = await section(spaces[0], 'First');
    await section(spaces[1], 'Second');
    await ada.api.post(`${path}/site-spaces`, { spaceId: spaces[2], sectionId: first.id });
    expect((await ada.api.get(`${path}/sections`)).body.items[0]?.urls).toEqual({});
    const root = (await ada.api.post(`${path}/publish`)).body.urls.published;
    const sections = (await ada.api.get(`${path}/sections`)).body.items;
    expect(sections).toMatchObject([
      {
        urls: { published: root },
        siteSpaces: [{ urls: { published: root } }, { urls: { published: `${root}three/` } }],
      },
      { urls: { published: `${root}second/` }, siteSpaces: [{ urls: { published: `${root}second/` } }] },
    ]);
  });

  it('changes a section, and refuses what is not its own', async () => {
    await newSite();
    const [first, second] = [await section(spaces[0], 'First'), await section(spaces[1], 'Second')];
    const extra = (await ada.api.post(`${path}/site-spaces`, { spaceId: spaces[2] })).body;
    const url = `${path}/sections/${first.id}`;
    const changes = { title: 'Changed', path: 'New-Path', description: 'About', icon: 'book', condition: '1 == 1' };
    const changed = await ada.api.patch(url, { ...changes, defaultSiteSpace: extra.id });
    expect(changed.body).toMatchObject({
      ...changes,
      path: 'new-path',
      siteSpaces: [{}, { id: extra.id, default: true }],
    });
    const cleared = (await ada.api.patch(url, { description: null, icon: null, condition: null })).body;
    expect(Object.keys(cleared)).not.toEqual(expect.arrayContaining(['condition']));
    expect([cleared.description, cleared.icon]).toEqual([undefined, undefined]);
    expect((await ada.api.patch(url, { path: 'second' })).status).toBe(409);
    expect((await ada.api.patch(url, { condition: 'visitor.(' })).status).toBe(400);
    expect((await ada.api.patch(url, { defaultSiteSpace: siteSpaceOf(second).id })).status).toBe(400);
    expect((await ada.api.patch(`${path}/sections/unknown`, {})).status).toBe(404);
  });

  it('changes a site space: its path, its condition and what it shows', async () => {
    await newSite({ spaces: spaces.slice(0, 2) });
    const [one, two] = (await ada.api.get(`${path}/site-spaces`)).body.items as Json[];
    const url = `${path}/site-spaces/${one?.id}`;
    const changed = await ada.api.patch(url, {
      path: 'v1',
      condition: 'visitor.claims.beta',
      hidden: true,
      spaceId: spaces[2],
    });
    expect(changed.body).toMatchObject({ path: 'v1', condition: 'visitor.claims.beta', hidden: true, title: 'Three' });
    expect((await ada.api.patch(url, { path: two?.path })).status).toBe(409);
    expect((await ada.api.patch(url, { spaceId: spaces[1] })).status).toBe(409);
    expect((await ada.api.patch(url, { spaceId: 'unknown' })).status).toBe(400);
  });

  it('keeps a default when that is taken out, and goes without sections when the last is', async () => {
    await newSite();
    const [first, second] = [await section(spaces[0], 'First'), await section(spaces[1], 'Second')];
    await ada.api.patch(path, { defaultSiteSection: second.id });
    expect((await ada.api.delete(`${path}/sections/${second.id}`)).status).toBe(204);
    expect((await ada.api.delete(`${path}/sections/${second.id}`)).status).toBe(204);
    expect((await structure()).structure).toMatchObject([{ id: first.id, default: true }]);
    await ada.api.delete(`${path}/sections/${first.id}`);
    expect(await structure()).toEqual({ type: 'siteSpaces', structure: [] });
  });

  it('moves sections and site spaces beside others, by the old ways and the new one', async () => {
    await newSite();
    const [a, b, c] = [await section(spaces[0], 'Aa'), await section(spaces[1], 'Bb'), await section(spaces[2], 'Cc')];
    const sort = (item: object, position: object) => ada.api.patch(`${path}/structure/sort`, { item, position });
    const pointer = ({ id }: Json) => ({ type: 'site-section', id });
    await sort(pointer(c), { before: pointer(a) });
    expect(await titles()).toEqual(['Cc', 'Aa', 'Bb']);
    await sort(pointer(c), { after: pointer(a) });
    expect(await titles()).toEqual(['Aa', 'Cc', 'Bb']);
    await sort(pointer(a), {});
    expect(await titles()).toEqual(['Cc', 'Bb', 'Aa']);
    const old = { position: { before: { type: 'site-section', siteSection: b.id } } };
    expect((await ada.api.post(`${path}/sections/${a.id}/move`, old)).status).toBe(200);
    expect(await titles()).toEqual(['Cc', 'Aa', 'Bb']);
    const moved = siteSpaceOf(c);
    const beside = { position: { after: { type: 'site-space', siteSpace: siteSpaceOf(a).id } } };
    const answer = await ada.api.post(`${path}/site-spaces/${moved.id}/move`, beside);
    expect(answer.body).toMatchObject({ id: moved.id, section: a.id, default: false });
    expect((await sort(pointer(a), { before: pointer(a) })).status).toBe(400);
    expect((await sort(pointer(a), { before: { type: 'site-space', id: moved.id } })).status).toBe(400);
    expect((await sort({ type: 'site-section', id: 'unknown' }, {})).status).toBe(404);
  });

  it('holds groups of sections, in each other but never in themselves', async () => {
    await newSite();
    const [a, b] = [await section(spaces[0], 'Aa'), await section(spaces[1], 'Bb')];
    const group = (body: object) => ada.api.post(`${path}/section-groups`, body);
    const outer = await group({ title: 'Outer', icon: 'box', sections: [a.id] });
    expect([outer.status, outer.body.sections]).toMatchObject([201, [{ id: a.id, sectionGroup: outer.body.id }]]);
    const inner = (await group({ title: 'Inner', parent: outer.body.id, sections: [b.id] })).body;
    expect((await structure()).structure).toMatchObject([
      {
        object: 'site-section-group',
        title: 'Outer',
        children: [{ id: a.id }, { id: inner.id, children: [{ id: b.id }] }],
      },
    ]);
    const url = `${path}/section-groups/${outer.body.id}`;
    expect((await ada.api.patch(url, { parentSectionGroupId: inner.id })).status).toBe(409);
    expect((await ada.api.patch(url, { title: 'Renamed', icon: null })).body).toMatchObject({ title: 'Renamed' });
    expect((await group({ title: 'Bad', sections: ['unknown'] })).status).toBe(400);
    expect((await ada.api.get(`${path}/section-groups`)).body.count).toBe(2);
    expect((await ada.api.delete(url)).status).toBe(204);
    expect((await structure()).structure).toMatchObject([{ id: a.id }, { id: inner.id }]);
  });

  it('loses nothing when many change it at once', async () => {
    await newSite();
    const added = await Promise.all(spaces.map((spaceId) => ada.api.post(`${path}/site-spaces`, { spaceId })));
    expect(added.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect((await ada.api.get(`${path}/site-spaces`)).body.count).toBe(4);
  });

  it('shows no caller a space that they may not see', async () => {
    await newSite({ spaces: spaces.slice(0, 1) });
    const hidden = await TestSpace.create(ada, { title: 'Hidden' });
    await ada.api.patch(hidden.path, { defaultLevel: null });
    await ada.api.post(`${path}/site-spaces`, { spaceId: hidden.id });
    const reader = await server.member(ada.organization, 'read');
    expect((await reader.api.get(`${path}/site-spaces`)).body.items).toMatchObject([{ title: 'One' }]);
  });
});
