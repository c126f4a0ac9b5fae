import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestChangeRequest } from '#testing/test-change-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { petstore, sourceOf, TestSpecifications } from '../../publishing/openapi/specifications.js';

describe('computed pages', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let specs: TestSpecifications;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    specs = new TestSpecifications(server, ada.api, ada.organization);
  });
  afterAll(() => server.stop());

  const flat = (pages: Json[]): Json[] => pages.flatMap((page) => [page, ...flat(page.pages)]);
  const all = async (space: TestSpace): Promise<Json[]> => flat(await space.pages());
  const computing = (slug: string, props?: object, more: object = {}): object => ({
    ...{ operation: 'insert_page', type: 'computed', title: 'Reference', computed: sourceOf(slug, props) },
    ...more,
  });

  async function referring(slug: string, props?: object): Promise<{ space: TestSpace; page: string }> {
    const space = await TestSpace.create(ada);
    await space.insert('Before');
    const { changes } = await space.change(computing(slug, props));
    await space.insert('After');
    return { space, page: (changes as Json[])[0]?.page.id ?? '' };
  }

  async function revision(space: TestSpace, id?: string): Promise<Json> {
    return (await ada.api.get(`${space.path}/revisions/${id ?? (await space.revision())}`)).body;
  }

  it('have the pages of a specification in their place, between those beside them', async () => {
    await specs.publish('petstore', petstore());
    const { space } = await referring('petstore');
    expect(await space.paths()).toEqual(['before', 'petstore', 'pets', 'owners', 'other', 'models', 'after']);
  });

  it('are shown themselves where nothing is to be computed', async () => {
    await specs.publish('petstore', petstore());
    const { space, page } = await referring('petstore', { models: false });
    const answer = await ada.api.get(`${space.path}/content/pages`, { query: { computed: 'false' } });
    expect(answer.body.pages.map(({ type }: Json) => type)).toEqual(['document', 'computed', 'document']);
    expect(answer.body.pages[1]).toMatchObject({
      id: page,
      title: 'Reference',
      computed: sourceOf('petstore', { models: false }),
    });
    const one = (computed: string) => ada.api.get(`${space.path}/content/page/${page}`, { query: { computed } });
    expect((await one('false')).body).toMatchObject({ id: page, type: 'computed' });
    expect((await one('true')).status).toBe(404);
    const whole = await ada.api.get(`${space.path}/content`, { query: { computed: 'false' } });
    expect(whole.body.pages).toEqual(answer.body.pages);
    expect(whole.headers['etag']).not.toBe((await ada.api.get(`${space.path}/content`)).headers['etag']);
  });

  it('are read in both formats, and by what they are made of', async () => {
    await specs.publish('petstore', petstore());
    const { space } = await referring('petstore');
    const pets = (await all(space)).find(({ title }) => title === 'Pets') as Json;
    expect(pets).toMatchObject({
      computed: { type: 'builtin:openapi', props: { doc: 'operations', page: 'tag:Pets' } },
    });
    expect(pets).not.toHaveProperty('documentId');
    const read = async (format: string) =>
      (await ada.api.get(`${space.path}/content/page/${pets['id']}`, { query: { format } })).body;
    const { markdown } = await read('markdown');
    expect(markdown).toContain('What is for sale.');
    expect(markdown).toContain('{% openapi-operation spec="petstore" path="/pets" method="post" headless="true" %}');
    expect(await space.markdown((await all(space))[1]?.id ?? '')).not.toContain('Download');
    const { document } = await read('document');
    const blocks = document.nodes.filter(({ type }: Json) => type === 'openapi-operation');
    expect(blocks.map(({ data }) => data)).toMatchObject([
      { method: 'get', path: '/pets', ref: { kind: 'openapi', spec: 'petstore' } },
      { method: 'post', path: '/pets', ref: { kind: 'openapi', spec: 'petstore' } },
    ]);
    const body = { source: pets['computed'], seed: pets['computedSeed'] };
    const computed = await ada.api.post(`${space.path}/content/computed/document`, body);
    expect(computed).toMatchObject({ status: 200 });
    expect(computed.body.nodes).toEqual(document.nodes);
    expect((await ada.api.get(`${space.path}/content/path/pets`)).body.id).toBe(pets['id']);
  });

  it('lead to the specification itself where they are to', async () => {
    await specs.publish('petstore', petstore());
    const { space } = await referring('petstore', { models: false, downloadLink: true });
    const { id } = (await all(space))[1] as Json;
    const address = `/openapi/${ada.organization}/petstore)`;
    expect(await space.markdown(id)).toContain(address);
    const path = `${space.path}/revisions/${await space.revision()}/page/${id}`;
    expect((await ada.api.get(path, { query: { format: 'markdown' } })).body.markdown).toContain(address);
  });

  describe('when a changed specification is published', () => {
    it('change just the pages that show what has changed', async () => {
      await specs.publish('pets', petstore());
      const { space } = await referring('pets');
      const before = await all(space);
      const first = await space.revision();
      const changed = petstore();
      changed.components.schemas['Kind']?.enum?.push('fish');
      await specs.publish('pets', changed);
      const after = await all(space);
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
      const differ = after.filter((page, at) => JSON.stringify(page) !== JSON.stringify(before[at]));
      expect(differ.map(({ title }) => title)).toEqual(['Pets', 'Models']);
      expect(await revision(space)).toMatchObject({ type: 'computed', parents: [first] });
      const changes = await ada.api.get(`${space.path}/revisions/${await space.revision()}/changes`);
      expect(changes.body.changes.map(({ type, page }: Json) => [type, page?.title]).sort()).toEqual([
        ['page_edited', 'Models'],
        ['page_edited', 'Pets'],
      ]);
      expect(flat((await revision(space, first)).pages)).toEqual(before);
    });

    it('come and go with its tags, and the others keep their places', async () => {
      await specs.publish('pets', petstore());
      const { space } = await referring('pets', { models: false });
      const [before] = [await all(space)];
      const { tags, paths } = petstore();
      paths['/shops'] = { get: { tags: ['Shops'], summary: 'List shops', responses: {} } };
      delete paths['/owners'];
      await specs.publish('pets', petstore({ tags: [...tags.slice(0, 1), { name: 'Shops' }], paths }));
      expect(await space.paths()).toEqual(['before', 'petstore', 'pets', 'shops', 'other', 'after']);
      const after = await all(space);
      for (const path of ['before', 'petstore', 'pets', 'other', 'after']) {
        const of = (pages: Json[]) => pages.find((page) => page.path === path);
        expect(of(after)).toEqual(of(before));
      }
    });

    it('stay as they are where nothing differs but how it is written', async () => {
      await specs.publish('pets', petstore());
      const { space } = await referring('pets');
      const before = await space.revision();
      const { openapi, ...rest } = petstore();
      await specs.publish('pets', JSON.stringify({ ...rest, openapi }, null, 2));
      expect(await space.revision()).toBe(before);
    });

    it('follow it in spaces that are locked, and in copies', async () => {
      await specs.publish('pets', petstore());
      const { space } = await referring('pets', { models: false });
      const copy = (await ada.api.post(`${space.path}/duplicate`)).body;
      await ada.api.patch(space.path, { editMode: 'locked' });
      const info = { title: 'Zoo', version: '2' };
      await specs.publish('pets', petstore({ info }));
      expect((await space.paths())[1]).toBe('zoo');
      expect((await TestSpace.at(ada.api, copy.id).paths())[1]).toBe('zoo');
    });

    it('have a page for each operation where these are not to be grouped', async () => {
      await specs.publish('pets', petstore());
      const { space } = await referring('pets', { models: false, grouping: 'by-operation' });
      expect(await space.paths()).toEqual(
        expect.arrayContaining(['pets', 'pets/list-pets', 'pets/add-a-pet', 'owners/list-owners']),
      );
      const changed = petstore();
      Object.assign(changed.paths['/pets']?.['post'] ?? {}, { description: 'Soon for sale.' });
      const before = await all(space);
      await specs.publish('pets', changed);
      const differ = (await all(space)).filter((page, at) => page.computedSeed !== before[at]?.computedSeed);
      expect(differ.map(({ path }) => path)).toContain('pets/add-a-pet');
      expect(differ.map(({ path }) => path)).not.toContain('pets/list-pets');
    });
  });

  it('make nothing while there is no specification, and the same pages when it is back', async () => {
    await specs.publish('gone', petstore());
    const { space } = await referring('gone');
    const before = (await all(space)).map(({ id, path }) => [id, path]);
    expect((await ada.api.delete(`${specs.path}/gone`)).status).toBe(204);
    await specs.settle();
    expect(await space.paths()).toEqual(['before', 'after']);
    const links = (await ada.api.get(`${space.path}/links`)).body;
    expect(links).toMatchObject({ stats: { total: 1, broken: { total: 1 } }, items: [{ status: 'broken' }] });
    await specs.publish('gone', petstore());
    expect((await all(space)).map(({ id, path }) => [id, path])).toEqual(before);
  });

  it('are links to their specification, as blocks are', async () => {
    await specs.publish('linked', petstore());
    const { space } = await referring('linked');
    const { stats, items } = (await ada.api.get(`${space.path}/links`)).body;
    expect(stats).toMatchObject({ broken: { total: 0 } });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      ...{ status: 'ok', relation: 'dependsOn' },
      targetReference: { kind: 'openapi', openAPISpec: { object: 'openapi-spec', slug: 'linked' } },
    });
  });

  it('take their pages along when they move, and when they go', async () => {
    await specs.publish('moving', petstore());
    const { space, page } = await referring('moving', { models: false });
    const group = await space.insert('Parts', undefined, { type: 'group' });
    await space.update(page, { into: group });
    expect(await space.paths()).toEqual([
      ...['before', 'after', 'parts'],
      ...['parts/petstore', 'parts/pets', 'parts/owners', 'parts/other'],
    ]);
    await space.change({ operation: 'delete_page', page });
    expect(await space.paths()).toEqual(['before', 'after', 'parts']);
  });

  it('give their pages slugs that no sibling has', async () => {
    await specs.publish('slugs', petstore());
    const space = await TestSpace.create(ada);
    await space.insert('Pets');
    await space.change(computing('slugs', { models: false }));
    expect(await space.paths()).toEqual(['pets', 'petstore', 'pets-1', 'owners', 'other']);
    const taken = await space.send([{ operation: 'insert_page', title: 'Owners', slug: 'owners' }]);
    expect(taken.status).toBe(409);
  });

  it('are the only way to change what they make', async () => {
    await specs.publish('fixed', petstore());
    const { space } = await referring('fixed');
    const pets = (await all(space)).find(({ title }) => title === 'Pets')?.id;
    for (const change of [
      { operation: 'update_page', page: pets, title: 'Mine' },
      { operation: 'delete_page', page: pets },
      { operation: 'insert_page', title: 'Below', into: pets },
      { operation: 'revert_page', page: pets, revision: await space.revision() },
    ]) {
      const answer = await space.send([change]);
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain('computed page');
    }
  });

  it('need a source that says what it is', async () => {
    const space = await TestSpace.create(ada);
    const bad: [unknown, string][] = [
      [undefined, 'computed'],
      [{ ...sourceOf('x'), type: 'builtin:translation' }, 'type'],
      [{ ...sourceOf('x'), props: { models: 'yes' } }, 'models'],
      [{ ...sourceOf('x'), props: { grouping: 'by-chance' } }, 'grouping'],
      [{ ...sourceOf('x'), dependencies: {} }, 'spec'],
      [{ ...sourceOf('x'), dependencies: { spec: { ref: { kind: 'openapi', spec: 'a b' } } } }, 'slug'],
    ];
    for (const [computed, named] of bad) {
      const answer = await space.send([{ operation: 'insert_page', type: 'computed', title: 'X', computed }]);
      expect([named, answer.status]).toEqual([named, 400]);
      expect(answer.body.error.message).toContain(named);
    }
    const other = await space.send([{ operation: 'insert_page', title: 'X', computed: sourceOf('x') }]);
    expect(other.status).toBe(400);
  });

  it('may be several, of one specification or others, and name it by its id', async () => {
    const { id } = await specs.publish('first', petstore());
    await specs.publish('second', petstore({ info: { title: 'Zoo', version: '1' } }));
    const space = await TestSpace.create(ada);
    await space.change(
      computing('second', { models: false }),
      computing(id, { models: false }),
      computing('first', { models: false, grouping: 'by-operation' }),
    );
    const roots = async (): Promise<string[]> => (await space.pages()).map(({ path }) => path);
    const expected = ['zoo', 'pets', 'owners', 'other', 'petstore', 'pets-1', 'owners-1', 'other-1'];
    expect(await roots()).toEqual([...expected, 'petstore-1', 'pets-2', 'owners-2', 'other-2']);
    await specs.publish('first', petstore({ tags: [{ name: 'Pets' }] }));
    expect(await roots()).toEqual([...expected, 'petstore-1', 'pets-2', 'owners-2', 'other-2']);
    const written = (await ada.api.get(`${space.path}/content/pages`, { query: { computed: 'false' } })).body.pages;
    expect(JSON.stringify(written)).not.toContain(`"spec":"${id}"`);
    const { changes } = (await ada.api.get(`${space.path}/revisions/${await space.revision()}/changes`)).body;
    expect(changes.map(({ page }) => page.path).sort()).toEqual(['owners-1', 'owners-2', 'pets-1', 'pets-2']);
  });

  it('may be all that a space begins with', async () => {
    await specs.publish('whole', petstore());
    const space = await TestSpace.create(ada, { title: 'API', computedSource: sourceOf('whole') });
    expect(await space.paths()).toEqual(['petstore', 'pets', 'owners', 'other', 'models']);
    const both = await ada.api.post(`/v1/orgs/${ada.organization}/spaces`, {
      ...{ title: 'API', empty: true, computedSource: sourceOf('whole') },
    });
    expect(both.status).toBe(400);
  });

  describe('in a change request', () => {
    it('show their pages before they are merged, and follow what was published meanwhile', async () => {
      await specs.publish('requested', petstore());
      const space = await TestSpace.create(ada);
      const request = await TestChangeRequest.create(space);
      await request.change(computing('requested', { models: false }));
      const { pages } = (await ada.api.get(`${request.path}/content/pages`)).body;
      expect(pages.map(({ path }: Json) => path)).toEqual(['petstore', 'pets', 'owners', 'other']);
      await specs.publish('requested', petstore({ info: { title: 'Zoo', version: '2' } }));
      expect((await ada.api.post(`${request.path}/merge`)).body.result).toBe('merge');
      await specs.settle();
      expect(await space.paths()).toEqual(['zoo', 'pets', 'owners', 'other']);
    });

    it('never conflict by the pages that they make', async () => {
      await specs.publish('busy', petstore());
      const { space, page } = await referring('busy', { models: false });
      const request = await TestChangeRequest.create(space);
      const changed = petstore();
      changed.components.schemas['Kind']?.enum?.push('fish');
      await specs.publish('busy', changed);
      await request.change({ operation: 'update_page', page, computed: sourceOf('busy', { models: true }) });
      changed.components.schemas['Kind']?.enum?.push('bird');
      await specs.publish('busy', changed);
      expect((await ada.api.post(`${request.path}/merge`)).body.result).toBe('merge');
      await specs.settle();
      expect(await space.paths()).toEqual(['before', 'petstore', 'pets', 'owners', 'other', 'models', 'after']);
      expect((await ada.api.get(`${request.path}/conflicts`)).body.items).toEqual([]);
    });
  });
});
