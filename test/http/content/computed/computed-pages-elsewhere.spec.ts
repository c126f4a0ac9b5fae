import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { importFiles, upload } from '../../../contexts/content/exchange/transfer-fixture.js';
import { petstore, sourceOf, TestSpecifications } from '../../publishing/openapi/specifications.js';
import { TranslationDesk } from '../translations/translation-desk.js';

const PAGES = ['petstore', 'pets', 'owners', 'other', 'models'];

describe('computed pages that come from elsewhere', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let specs: TestSpecifications;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    specs = new TestSpecifications(server, ada.api, ada.organization);
    await specs.publish('petstore', petstore());
  });
  afterAll(() => server.stop());

  const SUMMARY = [
    '# Table of contents',
    '',
    '* [Before](before.md)',
    '* ```yaml',
    '  type: builtin:openapi',
    '  props:',
    '    models: true',
    '  dependencies:',
    '    spec:',
    '      ref:',
    '        kind: openapi',
    '        spec: "petstore"',
    '  ```',
    '* [After](after.md)',
    '',
  ].join('\n');
  const FILES = { 'SUMMARY.md': SUMMARY, 'before.md': '# Before\n', 'after.md': '# After\n' };

  describe('as files', () => {
    it('are made where the table of contents has their source, and stay when it is imported again', async () => {
      const space = await TestSpace.create(ada);
      expect((await importFiles(space, FILES))['unresolved']).toEqual([]);
      await specs.settle();
      expect(await space.paths()).toEqual(['before', ...PAGES, 'after']);
      const [before, revision] = [await space.pages(), await space.revision()];
      await importFiles(space, { ...FILES, 'after.md': '# After\n\nMore.\n' });
      await specs.settle();
      expect(await space.pages()).toMatchObject(before.map(({ id, path }) => ({ id, path })));
      expect(await space.revision()).not.toBe(revision);
    });

    it('go with their source', async () => {
      const space = await TestSpace.create(ada);
      await importFiles(space, FILES);
      await specs.settle();
      await importFiles(space, { ...FILES, 'SUMMARY.md': '* [Before](before.md)\n* [After](after.md)\n' });
      await specs.settle();
      expect(await space.paths()).toEqual(['before', 'after']);
    });

    it('are exported as their source, from which they are made again', async () => {
      const space = await TestSpace.create(ada);
      await importFiles(space, FILES);
      await specs.settle();
      const { bytes } = await ada.api.get(`${space.path}/content/export`);
      const other = await TestSpace.create(ada);
      expect((await upload(ada.api, other.id, bytes)).status).toBe(201);
      await specs.settle();
      expect(await other.paths()).toEqual(['before', ...PAGES, 'after']);
      const sources = async ({ path }: TestSpace): Promise<Json[]> =>
        (await ada.api.get(`${path}/content/pages`, { query: { computed: 'false' } })).body.pages;
      const told = (pages: Json[]) => pages.map(({ type, title, computed }) => ({ type, title, computed }));
      expect(told(await sources(other))).toEqual(told(await sources(space)));
    });
  });

  it('make their own pages where a template is copied', async () => {
    const template = await TestSpace.create(ada);
    await template.change({
      ...{ operation: 'insert_page', type: 'computed', title: 'Reference', computed: sourceOf('petstore') },
    });
    await ada.api.patch(template.path, { template: true });
    const space = await TestSpace.create(ada, { template: { id: template.id } });
    await specs.settle();
    expect(await space.paths()).toEqual(PAGES);
    const ids = async (of: TestSpace) => (await of.pages()).map(({ id }) => id);
    expect(await ids(space)).not.toEqual(await ids(template));
  });

  it('keep the pages they have in an organization without the specification', async () => {
    const grace = await server.administrator();
    const space = await TestSpace.create(ada, { computedSource: sourceOf('petstore') });
    await specs.publish('petstore', petstore());
    expect(await space.paths()).toEqual(PAGES);
    const stranger = await grace.api.post(`/v1/orgs/${grace.organization}/spaces`, {
      computedSource: sourceOf('petstore'),
    });
    expect(stranger.status).toBe(201);
    expect(await TestSpace.at(grace.api, stranger.body.id).paths()).toEqual([]);
  });
});

describe('computed pages that are translated', () => {
  let desk: TranslationDesk;

  beforeAll(async () => {
    desk = await TranslationDesk.start();
  });
  afterAll(() => desk.stop());

  it('are pages like others there, and follow', async () => {
    const specs = new TestSpecifications(desk.server, desk.ada.api, desk.ada.organization);
    await specs.publish('petstore', petstore());
    const space = await TestSpace.create(desk.ada, { title: 'API', computedSource: sourceOf('petstore') });
    const translation = await desk.create(space);
    await desk.settle();
    const target = desk.resultOf(translation);
    expect(await target.paths()).toEqual(PAGES);
    const pets = (await target.pages()).find(({ path }) => path === 'pets') as Json;
    expect(pets).toHaveProperty('documentId');
    expect(pets).not.toHaveProperty('computed');
    expect(await target.markdown(pets.id)).toContain('WHAT IS FOR SALE.');
    await specs.publish('petstore', petstore({ tags: [{ name: 'Pets', description: 'What is sold.' }] }));
    await desk.settle();
    expect(await target.markdown(pets.id)).toContain('WHAT IS SOLD.');
  });
});
