import { describe, expect, it } from '@jest/globals';
import type { OpenAPIPage, OpenAPIPagesProps } from '#content';
import type { SpecificationOutline } from '#openapi';
import { renderMarkdown, validateDocument, walkKeyed, type RichDocument } from '#rich-document';
import { computeDocument } from '../../../../src/publishing/openapi/domain/compute-document.js';
import { computePages } from '../../../../src/publishing/openapi/domain/compute-pages.js';
import { everyPage, outlineOf, tagged, titles } from './outlines.js';

const pagesOf = (outline: SpecificationOutline, props: Partial<OpenAPIPagesProps> = {}): OpenAPIPage[] =>
  computePages(outline, 'pets', { models: false, ...props });
const page = (pages: readonly OpenAPIPage[], key: string): OpenAPIPage => {
  const found = everyPage(pages).find((page) => page.key === key);
  if (found === undefined) throw new Error(`There is no page ${key}`);
  return found;
};
const markdown = ({ document }: OpenAPIPage): string => renderMarkdown(document as RichDocument);
const byOperation = { grouping: 'by-operation' } as const;

const PETS = {
  tags: [{ name: 'Pets', description: 'All about **pets**.' }, { name: 'Empty' }, { name: 'Owners' }],
  paths: {
    '/owners': { get: tagged(['Owners'], { operationId: 'listOwners' }) },
    '/pets': {
      get: tagged(['Pets'], { summary: 'List pets' }),
      post: tagged(['Pets', 'Owners'], { summary: 'Add a pet', deprecated: true }),
    },
    '/toys/{id}': { delete: tagged(['Toys']) },
    '/health': { get: tagged([]) },
  },
  webhooks: {
    born: { post: tagged(['Pets'], { summary: 'A pet was born' }) },
    died: { post: tagged([]), put: tagged([]) },
  },
  components: { schemas: { Pet: { type: 'object' }, Owner: { type: 'string' } } },
};

describe('The pages of a specification', () => {
  it('begin with the API, then its tags in their order, those only operations name, and what has none', () => {
    expect(titles(pagesOf(outlineOf(PETS)))).toEqual(['Pets', 'Pets', 'Owners', 'Toys', 'Other', 'Webhooks']);
    expect(titles(pagesOf(outlineOf(PETS), { models: true })).at(-1)).toBe('Models');
    expect(titles(pagesOf(outlineOf({ paths: { '/a': { get: tagged([]) } }, info: {} })))).toEqual([
      'Overview',
      'Operations',
    ]);
  });

  it('have keys that name what they are about', () => {
    const keys = (props: Partial<OpenAPIPagesProps>): string[] =>
      everyPage(pagesOf(outlineOf(PETS), props)).map(({ key }) => key);
    expect(keys({ models: true })).toEqual([
      'info',
      'tag:Pets',
      'tag:Owners',
      'tag:Toys',
      'other',
      'webhooks',
      'models',
    ]);
    expect(keys(byOperation)).toEqual([
      'info',
      'tag:Pets',
      'operation:get /pets',
      'operation:post /pets',
      'webhook:born',
      'tag:Owners',
      'operation:get /owners',
      'tag:Toys',
      'operation:delete /toys/{id}',
      'other',
      'operation:get /health',
      'webhooks',
      'webhook:died',
    ]);
  });

  it('by tag hold a heading and a block for each operation and webhook', () => {
    const pages = pagesOf(outlineOf(PETS));
    expect(markdown(page(pages, 'tag:Pets'))).toBe(
      [
        'All about **pets**.',
        '### List pets',
        '{% openapi-operation spec="pets" path="/pets" method="get" headless="true" %}\n{% endopenapi-operation %}',
        '### Add a pet',
        '{% openapi-operation spec="pets" path="/pets" method="post" headless="true" %}\n{% endopenapi-operation %}',
        '### A pet was born',
        '{% openapi-webhook spec="pets" name="born" method="post" headless="true" %}\n{% endopenapi-webhook %}\n',
      ].join('\n\n'),
    );
    expect(markdown(page(pages, 'tag:Owners'))).toContain('### listOwners\n');
    expect(markdown(page(pages, 'tag:Owners'))).toContain('### Add a pet\n');
    expect(markdown(page(pages, 'tag:Toys'))).toContain('### DELETE /toys/{id}\n');
    expect(page(pages, 'tag:Pets').props).toEqual({ doc: 'operations', page: 'tag:Pets' });
  });

  it('by operation hold one block each, below the page of the first tag', () => {
    const pages = pagesOf(outlineOf(PETS), byOperation);
    expect(titles(pages)).toEqual([
      'Pets',
      'Pets',
      ['List pets', 'Add a pet', 'A pet was born'],
      'Owners',
      ['listOwners'],
      'Toys',
      ['DELETE /toys/{id}'],
      'Other',
      ['GET /health'],
      'Webhooks',
      ['died'],
    ]);
    expect(markdown(page(pages, 'tag:Pets'))).toBe('All about **pets**.\n');
    const added = page(pages, 'operation:post /pets');
    expect(added.props).toEqual({ doc: 'operation', page: '/pets', method: 'post', deprecated: true });
    expect(added.document?.nodes).toMatchObject([
      { type: 'openapi-operation', data: { path: '/pets', method: 'post' } },
    ]);
    const died = page(pages, 'webhook:died');
    expect(died.props).toEqual({ doc: 'operation', page: 'died', method: 'hook' });
    expect(died.document?.nodes).toMatchObject([{ data: { method: 'put' } }, { data: { method: 'post' } }]);
  });

  it('show each model in a block of its own', () => {
    const models = page(pagesOf(outlineOf(PETS), { models: true }), 'models');
    expect(models.props).toEqual({ doc: 'models' });
    expect(models.document?.nodes.map(({ type, data }) => [type, data])).toEqual(
      ['Pet', 'Owner'].map((name) => [
        'openapi-schemas',
        { ref: { kind: 'openapi', spec: 'pets' }, schemas: [name], grouped: true },
      ]),
    );
    expect(titles(pagesOf(outlineOf({}), { models: true }))).toEqual(['Pets']);
  });

  it('nest tags in their parents, unless these are no tags or their own children', () => {
    const tags = [
      { name: 'A', 'x-parent': 'B', description: 'a' },
      { name: 'B', description: 'b' },
      { name: 'C', parent: 'A', description: 'c' },
      { name: 'D', parent: 'none', description: 'd' },
      { name: 'E', parent: 'F', description: 'e' },
      { name: 'F', parent: 'E', description: 'f' },
      { name: 'G', parent: 'G', description: 'g' },
    ];
    expect(titles(pagesOf(outlineOf({ tags })))).toEqual(['Pets', 'B', ['A', ['C']], 'D', 'E', 'F', 'G']);
  });

  it('are called, described and marked as their author likes', () => {
    const tags = [
      {
        name: 'a',
        description: 'A',
        'x-page-title': 'Animals',
        'x-page-description': 'About them',
        'x-page-icon': 'dog',
      },
      { name: 'b', description: 'B', 'x-displayName': 'Bees', summary: 'Beasts' },
      { name: 'c', description: 'C', summary: 'Cats' },
    ];
    const [, a, b, c] = pagesOf(outlineOf({ tags }));
    expect(a).toMatchObject({
      title: 'Animals',
      description: 'About them',
      icon: 'dog',
      slug: 'animals',
      key: 'tag:a',
    });
    expect([b?.title, c?.title]).toEqual(['Bees', 'Cats']);
    expect(b).not.toHaveProperty('icon');
  });

  it('leave out what is internal', () => {
    const paths = {
      '/a': { get: tagged(['A'], { 'x-internal': true }), put: tagged(['A']) },
      '/b': { get: tagged(['Hidden']), put: tagged(['Hidden', 'A']), 'x-internal': false },
      '/c': { get: tagged(['A']), 'x-internal': true },
    };
    const schemas = { Shown: { type: 'string' }, Hidden: { type: 'string', 'x-internal': true } };
    const outline = outlineOf({ paths, tags: [{ name: 'Hidden', 'x-internal': true }], components: { schemas } });
    expect(outline.operations.map(({ path, method, tags }) => [path, method, tags])).toEqual([
      ['/a', 'put', ['A']],
      ['/b', 'put', ['A']],
    ]);
    expect(outline.models.map(({ name }) => name)).toEqual(['Shown']);
    expect(titles(pagesOf(outline))).toEqual(['Pets', 'A']);
  });

  it('have slugs that are unique beside one another and do not depend on who comes first', () => {
    const paths = {
      '/a': {
        get: tagged(['T'], { summary: 'List' }),
        put: tagged(['T'], { summary: 'List', operationId: 'putList' }),
      },
      '/b': { get: tagged(['T'], { summary: 'Other' }) },
    };
    const slugs = (outline: SpecificationOutline): Record<string, string> =>
      Object.fromEntries(everyPage(pagesOf(outline, byOperation)).map(({ key, slug }) => [key, slug]));
    const expected = { 'operation:get /a': 'get-a', 'operation:put /a': 'putlist', 'operation:get /b': 'other' };
    expect(slugs(outlineOf({ paths }))).toMatchObject(expected);
    const outline = outlineOf({ paths });
    expect(slugs({ ...outline, operations: outline.operations.toReversed() })).toMatchObject(expected);
    const twice = pagesOf(
      outlineOf({
        tags: [
          { name: 'a', description: 'a' },
          { name: 'A', description: 'b' },
        ],
      }),
    );
    expect(new Set(twice.map(({ slug }) => slug)).size).toBe(twice.length);
  });

  it('keep keys, titles and icons within their limits', () => {
    const long = 'Long '.repeat(500);
    const paths = {
      [`/${'a'.repeat(800)}`]: { get: tagged([long], { summary: long }) },
      [`/${'a'.repeat(801)}`]: { get: tagged([long], { summary: '  ' }) },
    };
    const tags = [{ name: long, 'x-page-icon': 'i'.repeat(51) }];
    const all = everyPage(pagesOf(outlineOf({ paths, tags }), byOperation));
    expect(all).toHaveLength(4);
    expect(new Set(all.map(({ key }) => key)).size).toBe(4);
    for (const { key, title, slug, icon } of all) {
      expect([key.length <= 500, title.length <= 500, title.trim() !== '', slug.length <= 100, icon]).toEqual([
        ...[true, true, true, true],
        undefined,
      ]);
    }
  });

  it('have digests that change with what they show, and with nothing else', () => {
    const before = outlineOf(PETS);
    const changedKeys = (members: object, props: Partial<OpenAPIPagesProps>): string[] => {
      const old = new Map(everyPage(pagesOf(before, props)).map(({ key, digest }) => [key, digest]));
      const now = everyPage(pagesOf(outlineOf({ ...PETS, ...members }), props));
      expect(now.every(({ digest }) => /^[0-9a-f]{64}$/.test(digest))).toBe(true);
      return now.filter(({ key, digest }) => old.get(key) !== digest).map(({ key }) => key);
    };
    const post = tagged(['Pets', 'Owners'], { summary: 'Add a pet', deprecated: true, description: 'New' });
    const paths = { ...PETS.paths, '/pets': { ...PETS.paths['/pets'], post } };
    expect(changedKeys({ paths }, {})).toEqual(['tag:Pets', 'tag:Owners']);
    expect(changedKeys({ paths }, byOperation)).toEqual(['operation:post /pets']);
    const schemas = { ...PETS.components.schemas, Owner: { type: 'number' } };
    expect(changedKeys({ components: { schemas } }, { models: true })).toEqual(['models']);
    expect(changedKeys({ info: { title: 'Pets', version: '2.2' } }, { models: true })).toEqual(['info']);
    const reordered = Object.fromEntries(Object.entries(PETS.paths).toReversed());
    expect(changedKeys({ paths: { ...reordered } }, byOperation)).toEqual([]);
  });

  it('can each be computed alone from their props', () => {
    const outline = outlineOf({ ...PETS, tags: [...PETS.tags, { name: 'Toys', parent: 'Pets' }] });
    for (const props of [{ models: true, downloadLink: true }, byOperation]) {
      for (const { props: own, document } of everyPage(pagesOf(outline, props))) {
        expect(own && computeDocument(outline, 'pets', own)).toEqual(document);
      }
    }
  });

  it('are documents in normal form, with keys that are the same in every run', () => {
    for (const props of [{ models: true, downloadLink: true }, byOperation]) {
      const [pages, again] = [pagesOf(outlineOf(PETS), props), pagesOf(outlineOf(PETS), props)];
      expect(again).toEqual(pages);
      for (const { document } of everyPage(pages)) {
        expect(validateDocument(document)).toEqual(document);
        walkKeyed((document as RichDocument).nodes, ({ key }) => expect(key).toBeDefined());
      }
    }
  });

  it('of 5,000 operations are computed in well under a second', () => {
    const paths = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [
        `/${index}`,
        { get: tagged([`Tag ${index % 40}`], { summary: `Get ${index}` }) },
      ]),
    );
    const outline = outlineOf({ paths });
    for (const props of [{}, byOperation]) {
      const times = [1, 2, 3].map(() => {
        const before = process.cpuUsage();
        pagesOf(outline, props);
        return process.cpuUsage(before).user / 1_000;
      });
      expect(Math.min(...times)).toBeLessThan(1_000);
    }
  });
});

describe('One document of a specification', () => {
  const outline = outlineOf(PETS);

  it('is found by the name of a tag as well as by the key of its page', () => {
    const byName = computeDocument(outline, 'pets', { doc: 'operations', page: 'Pets' });
    expect(byName).toEqual(computeDocument(outline, 'pets', { doc: 'operations', page: 'tag:Pets' }));
    expect(byName?.nodes.length).toBeGreaterThan(1);
  });

  it.each([
    { doc: 'operations', page: 'Nothing' },
    { doc: 'tag', page: 'tag:Nothing' },
    { doc: 'operation', page: '/pets', method: 'patch' },
    { doc: 'operation', page: '/nothing', method: 'get' },
    { doc: 'operation', page: 'nothing', method: 'hook' },
  ] as const)('is nothing where the specification speaks of no such thing: %j', (props) => {
    expect(computeDocument(outline, 'pets', props)).toBeUndefined();
    expect(computeDocument(outlineOf({}), 'pets', { doc: 'models' })).toBeUndefined();
  });
});
