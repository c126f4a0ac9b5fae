import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import type { ApiClient, Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { wholeCustomization } from '#testing/sample-request';
import { importFiles, PIXEL } from '../../../contexts/content/exchange/transfer-fixture.js';
import { TestBackend } from '../visitors/visitor-tokens.js';
import { taken, TestSite } from './visits.js';

/** What renderers read of an answer, old ones and new ones: without any of it they show an error instead of a page. */
const LOOKUP = [
  ...['organization', 'site', 'siteSpace', 'space', 'pathname', 'basePath', 'siteBasePath'],
  ...['canonicalUrl', 'complete', 'apiToken'],
];

const PUBLISHED = [
  ...['object', 'site', 'site.id', 'site.title', 'site.visibility', 'site.urls', 'site.urls.published'],
  ...['site.appliedType', 'site.defaultLevel', 'structure', 'structure.type', 'structure.structure'],
  ...['structure.structure[].id', 'customizations', 'customizations.site', 'customizations.siteSpaces', 'scripts'],
];

const SITE_SPACE = [
  ...['object', 'id', 'title', 'path', 'default', 'draft', 'hidden', 'urls.published', 'space.object', 'space.id'],
  ...['space.title', 'space.organization', 'space.revision', 'space.language', 'space.urls.location'],
];

const SECTION = ['object', 'id', 'title', 'path', 'default', 'draft', 'siteSpaces', 'urls.published'];
const GROUP = ['object', 'id', 'title', 'draft', 'sections', 'children'];

const pair = (path: string) => [`${path}.light`, `${path}.dark`];

const CUSTOMIZATION = [
  ...['title', 'styling', 'styling.theme', 'styling.corners', 'styling.depth', 'styling.links', 'styling.search'],
  ...['primary', 'success', 'warning', 'danger', 'info'].flatMap((name) => pair(`styling.${name}Color`)),
  ...['styling.font', 'styling.monospaceFont', 'styling.background', 'styling.icons'],
  ...['styling.sidebar.background', 'styling.sidebar.list'],
  ...[...pair('styling.codeTheme.default'), ...pair('styling.codeTheme.openapi')],
  ...['internationalization.locale', 'favicon', 'header.preset', 'header.links', 'footer.groups'],
  ...['themes.default', 'themes.toggeable', 'pdf.enabled', 'feedback.enabled', 'ai.mode', 'git.showEditLink'],
  ...['advancedCustomization.enabled', 'pageActions.externalAI', 'pageActions.markdown', 'pageActions.mcp'],
  ...['pageActions.items', 'externalLinks.target', 'pagination.enabled', 'trademark.enabled', 'privacyPolicy'],
  ...['socialPreview', 'socialAccounts', 'insights.trackingCookie'],
];

const SPACE = ['object', 'id', 'organization', 'revision', 'language', 'title', 'urls.location', 'urls.published'];

const REVISION = [
  ...['object', 'id', 'parents', 'pages', 'files', 'reusableContents', 'tags', 'urls', 'createdAt'],
  ...['files[].id', 'files[].name', 'files[].contentType', 'files[].downloadURL', 'files[].size'],
  ...['files[].dimensions.width', 'files[].dimensions.height', 'reusableContents[].id'],
];

const PAGE = ['id', 'title', 'type', 'kind', 'pages', 'urls'];
const DOCUMENT_PAGE = [
  ...['path', 'slug', 'tags', 'layout', 'documentId'],
  ...['width', 'cover', 'coverSize', 'coverMask', 'title', 'description', 'tableOfContents', 'outline', 'pagination']
    .concat('metadata', 'tags', 'actions')
    .map((name) => `layout.${name}`),
];

/** The value at a path of a response; undefined if an object on the way lacks it, or a list on the way is empty. */
function at(value: unknown, path: string): unknown {
  const [head = '', ...rest] = path.split('.');
  const list = head.endsWith('[]');
  const found = (value as Record<string, unknown> | undefined)?.[list ? head.slice(0, -2) : head];
  if (rest.length === 0) return found;
  if (!list) return at(found, rest.join('.'));
  const all = (found as unknown[]).map((item) => at(item, rest.join('.')));
  return all.length === 0 || all.includes(undefined) ? undefined : all;
}

const missing = (value: unknown, paths: readonly string[]): string[] =>
  paths.filter((path) => at(value, path) === undefined);

describe('a published site', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let guide: TestSpace;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    guide = await TestSpace.create(ada, { title: 'Guide', empty: true });
    await importFiles(guide, {
      'SUMMARY.md':
        '# Table of contents\n\n* [Guide](README.md)\n\n## Group\n\n* [Code](code.md)\n* [Elsewhere](https://example.com)\n',
      'README.md':
        '# Guide\n\nSee **[code](code.md)**.\n\n![A pixel](pixel.png)\n\n{% include ".gitbook/includes/note.md" %}\n',
      'code.md': [
        '# Code\n\n## Heading\n\n{% hint style="info" %}\nA hint.\n{% endhint %}',
        '```js\nlet a = 1;\n```\n\n* One\n* Two\n\n1. First\n\n- [ ] To do\n\n> Quote\n\n| A | B |\n| - | - |\n| 1 | 2 |',
        '{% tabs %}\n{% tab title="One" %}\nText\n{% endtab %}\n{% endtabs %}',
        '<details>\n\n<summary>More</summary>\n\nText\n\n</details>\n\n{% embed url="https://example.com" %}\n\n$$\nx\n$$\n\n***\n',
      ].join('\n\n'),
      '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nMind it.\n',
      'pixel.png': PIXEL,
    });
  });

  afterAll(() => server.stop());

  /** Sites of every form: with sections and without, each with settings of a site space of its own and without. */
  const forms = [
    ['without sections', { sections: false, override: false }],
    ['without sections, with a site space that looks other', { sections: false, override: true }],
    ['with sections', { sections: true, override: false }],
    ['with sections, and a site space that looks other', { sections: true, override: true }],
  ] as const;

  async function siteOf({ sections, override }: { sections: boolean; override: boolean }): Promise<TestSite> {
    const site = await TestSite.publish(server, ada, ['First', 'Second']);
    if (sections) {
      const section = taken(await ada.api.post(`${site.path}/sections`, { spaceId: guide.id }));
      const group = { title: 'Group', sections: [section.id] };
      taken(await ada.api.post(`${site.path}/section-groups`, group));
    } else taken(await ada.api.post(`${site.path}/site-spaces`, { spaceId: guide.id }));
    const guideOn = (await site.siteSpaces()).find(({ space }) => (space as Json).id === guide.id);
    if (override)
      taken(await ada.api.patch(`${site.path}/site-spaces/${guideOn?.id}/customization`, { title: 'Other' }));
    return site;
  }

  describe.each(forms)('%s', (_, form) => {
    let site: TestSite;
    let api: ApiClient;
    let lookup: Json;
    let published: Json;
    let sections: Json[];
    let groups: Json[];
    let siteSpaces: Json[];

    beforeAll(async () => {
      site = await siteOf(form);
      const visit = await site.visit('guide/');
      [api, lookup] = [visit.api, visit.body];
      published = (await api.get(`${site.path}/published`)).body;
      const items = (published['structure'] as Json)['structure'] as unknown as Json[];
      groups = items.filter(({ object }) => object === 'site-section-group');
      sections = [...items, ...groups.flatMap((group) => group['children'] as Json[])].filter(
        ({ object }) => object === 'site-section',
      );
      siteSpaces = form.sections ? sections.flatMap((section) => section['siteSpaces'] as Json[]) : items;
    });

    it('is found with all that a renderer needs', () => {
      expect(missing(lookup, form.sections ? [...LOOKUP, 'siteSection'] : LOOKUP)).toEqual([]);
      for (const base of [lookup['basePath'], lookup['siteBasePath']]) expect(base).toMatch(/^\/(?:.+\/)?$/);
      expect(lookup).toMatchObject({ complete: true, pathname: '', space: guide.id });
      const payload = JSON.parse(Buffer.from(String(lookup['apiToken']).split('.')[1] ?? '', 'base64url').toString());
      expect(missing(payload, ['kind', 'organization', 'site', 'siteSpace', 'space', 'spaces', 'exp'])).toEqual([]);
      expect(payload['siteSection']).toBe(lookup['siteSection']);
    });

    it('has every part that a renderer needs', () => {
      expect(missing(published, PUBLISHED)).toEqual([]);
      expect(published['structure']).toMatchObject({ type: form.sections ? 'sections' : 'siteSpaces' });
      expect(published['scripts']).toEqual([]);
    });

    it('has site spaces, sections and groups that are whole', () => {
      const counts = form.sections ? [3, 2, 1] : [3, 0, 0];
      expect([siteSpaces.length, sections.length, groups.length]).toEqual(counts);
      for (const siteSpace of siteSpaces) expect(missing(siteSpace, SITE_SPACE)).toEqual([]);
      for (const section of sections) expect(missing(section, SECTION)).toEqual([]);
      for (const group of groups) expect(missing(group, GROUP)).toEqual([]);
      for (const { urls } of [...siteSpaces, ...sections]) expect(urls['published']).toMatch(/^https?:\/\/.+\/$/);
      expect(siteSpaces.filter((siteSpace) => siteSpace['default'])).toHaveLength(form.sections ? 2 : 1);
    });

    it('looks as a whole set of settings says', () => {
      const { site: own, siteSpaces: looks } = published['customizations'] as unknown as {
        site: Json;
        siteSpaces: Record<string, Json>;
      };
      expect(missing(own, CUSTOMIZATION)).toEqual([]);
      expect(Object.keys(looks).sort()).toEqual(siteSpaces.map((siteSpace) => siteSpace['id']).sort());
      for (const [id, look] of Object.entries(looks)) {
        expect(missing(look, CUSTOMIZATION)).toEqual([]);
        if (form.override && id === lookup['siteSpace']) expect(look.title).toBe('Other');
        else expect(look).toEqual(own);
      }
    });

    it('has a space and a revision that are whole', async () => {
      const space = (await api.get(`/v1/spaces/${lookup['space']}`)).body;
      expect(missing(space, SPACE)).toEqual([]);
      const { body } = await api.get(`/v1/spaces/${space.id}/revisions/${space.revision}`);
      expect(missing(body, REVISION)).toEqual([]);
    });
  });

  describe('has content of which nothing is missing', () => {
    let api: ApiClient;
    let path: string;
    let pages: Json[];

    beforeAll(async () => {
      const visit = await (await siteOf({ sections: false, override: false })).visit('guide');
      api = visit.api;
      path = `${guide.path}/revisions/${await guide.revision()}`;
      const all = (level: Json[]): Json[] => level.flatMap((page) => [page, ...all(page.pages)]);
      pages = all((await api.get(path)).body.pages);
    });

    it('in pages of every type', () => {
      expect(new Set(pages.map(({ type }) => type))).toEqual(new Set(['document', 'group', 'link']));
      for (const page of pages)
        expect(missing(page, page.type === 'document' ? [...PAGE, ...DOCUMENT_PAGE] : PAGE)).toEqual([]);
    });

    it('in documents: lists of nodes, leaves with marks, data of every block', async () => {
      const types = new Set<string>();
      const faults: string[] = [];
      const check = (node: Json): void => {
        if (node.object === 'text') {
          for (const leaf of node['leaves'] as Json[])
            if (leaf.object !== 'leaf' || typeof leaf['text'] !== 'string' || !Array.isArray(leaf['marks']))
              faults.push(JSON.stringify(leaf));
          return;
        }
        types.add(node.type);
        if (!['block', 'inline'].includes(node.object)) faults.push(`${node.type}: ${node.object}`);
        if (typeof node['data'] !== 'object') faults.push(`${node.type} has no data`);
        const fragments = (node['fragments'] ?? []) as Json[];
        for (const inner of [...(node.nodes ?? []), ...fragments.flatMap((fragment) => fragment.nodes)]) check(inner);
      };
      for (const { id, type } of pages) {
        if (type !== 'document') continue;
        const query = { evaluated: 'deterministic-only', dereferenced: 'reusable-contents' };
        const { body } = await api.get(`${path}/page/${id}/document`, { query });
        expect([body.object, missing(body, ['data', 'nodes'])]).toEqual(['document', []]);
        body.nodes.forEach(check);
      }
      expect(faults).toEqual([]);
      for (const type of [
        'heading-1',
        'hint',
        'code',
        'code-line',
        'list-unordered',
        'table',
        'tabs',
        'embed',
        'images',
      ])
        expect(types).toContain(type);
    });

    it('tells renderers emoji by their code points, and members as they were written', async () => {
      const site = await TestSite.publish(server, ada, ['Signs']);
      const visit = await site.visit();
      const space = TestSpace.at(ada.api, String(visit.body['space']));
      const page = await space.insert('With a sign', 'Text.', { emoji: '🚀' });
      const other = await space.insert('With another', 'Text.', { emoji: '1f468-200d-1f4bb' });
      await ada.api.put(`${site.path}/customization`, wholeCustomization({ favicon: { emoji: '📘' } }));
      const revision = `${space.path}/revisions/${await space.revision()}`;
      const seen = async (api: ApiClient): Promise<unknown[]> => {
        const { pages } = (await api.get(revision)).body as unknown as { pages: Json[] };
        const { customizations } = (await api.get(`${site.path}/published`)).body as unknown as {
          customizations: { site: { favicon: Json } };
        };
        return [
          ...[page, other].map((id) => pages.find((one) => one.id === id)?.['emoji']),
          (await api.get(`${revision}/page/${page}`)).body['emoji'],
          customizations.site.favicon['emoji'],
        ];
      };
      expect(await seen(visit.api)).toEqual(['1f680', '1f468-200d-1f4bb', '1f680', '1f4d8']);
      expect(await seen(ada.api)).toEqual(['🚀', '1f468-200d-1f4bb', '🚀', '📘']);
    });

    it('also where a space has nothing: its lists are empty', async () => {
      const site = await TestSite.publish(server, ada, ['Nothing']);
      const visit = await site.visit();
      const space = TestSpace.at(ada.api, String(visit.body['space']));
      await space.change({ operation: 'delete_page', page: (await space.pages())[0]?.id });
      const { body } = await visit.api.get(`${space.path}/revisions/${await space.revision()}`);
      expect(body).toMatchObject({ pages: [], files: [], reusableContents: [], tags: [] });
      expect(missing(body, ['urls', 'parents'])).toEqual([]);
      const published = (await visit.api.get(`${site.path}/published`)).body;
      expect(published['customizations']).toMatchObject({
        site: { socialAccounts: [], header: { links: [] }, footer: { groups: [] }, favicon: {} },
      });
    });
  });

  it('passes over what it does not know', async () => {
    const site = await TestSite.publish(server, ada, ['Handbook']);
    const more = { cacheBust: 7, other: { a: 1 }, visitor: { type: 'human', other: true, unsignedClaims: {} } };
    const { api, body, status } = await site.visit('', more);
    expect(status).toBe(200);
    const revision = `/v1/spaces/${body['space']}/revisions/${(await api.get(`/v1/spaces/${body['space']}`)).body.revision}`;
    const query = { metadata: true, dereferenced: 'reusable-contents', other: 'x', 'format.markdown.refs': 'stable' };
    expect((await api.get(revision, { query })).status).toBe(200);
    expect((await api.get(`${site.path}/published`, { query: { shareKey: 'none', other: 'x' } })).status).toBe(200);
    expect((await api.get(`/v1/spaces/${body['space']}`, { query: { shareKey: 'none' } })).status).toBe(200);
  });

  it('has lists without a way on where there is none', async () => {
    const { path } = await TestSite.publish(server, ada, ['One', 'Two', 'Three']);
    for (const list of ['site-spaces', 'sections', 'section-groups', 'share-links', 'redirects'])
      expect((await ada.api.get(`${path}/${list}`)).body).not.toHaveProperty('next');
    const first = (await ada.api.get(`${path}/site-spaces`, { query: { limit: 2 } })).body;
    const second = (await ada.api.get(`${path}/site-spaces`, { query: { limit: 2, page: first.next.page } })).body;
    expect([first.items.length, second.items.length]).toEqual([2, 1]);
    expect(second).not.toHaveProperty('next');
  });

  describe('is read in as many statements', () => {
    async function statements(work: () => Promise<unknown>): Promise<number> {
      const sent = jest.spyOn(pg.Client.prototype, 'query');
      try {
        await work();
        return sent.mock.calls.length;
      } finally {
        sent.mockRestore();
      }
    }

    it('whether it has one section, ten or sixty', async () => {
      const { id } = taken(await ada.api.post(`/v1/orgs/${ada.organization}/sites`, { title: 'Large' }));
      const site = TestSite.at(server, ada, id);
      const grow = async (count: number): Promise<void> => {
        for (let section = (await site.siteSpaces()).length; section < count; section++) {
          const space = await TestSpace.create(ada, { title: `Section ${section}` });
          taken(await ada.api.post(`${site.path}/sections`, { spaceId: space.id }));
        }
      };
      const counts: number[][] = [];
      for (const count of [1, 10, 60]) {
        await grow(count);
        await ada.api.post(`${site.path}/publish`);
        const { api } = await site.visit();
        const root = await site.root();
        const reads = ['published', 'structure', 'sections', 'site-spaces'].map(
          (path) => () => api.get(`${site.path}/${path}`),
        );
        const lookups = ['', `section-${count - 1}`, 'elsewhere/a/b'].map((path) => () => site.resolve(root + path));
        const all: number[] = [];
        for (const read of [...reads, ...lookups]) all.push(await statements(read));
        counts.push(all);
      }
      // One of those who read asks who is calling. Of a site that was read before, two see first what has changed.
      const others = [1 + 2, 1 + 2, 1 + 2, 1, 1, 1];
      expect(counts).toEqual([1 + 3, 1 + 2 + 3, 1 + 2 + 3].map((profile) => [profile, ...others]));
    });

    it('as are needed: one finds it, once its address and its structure are known', async () => {
      const site = await TestSite.publish(server, ada, ['Handbook', 'API']);
      const root = await site.root();
      const find = (url: string, more: object = {}) => statements(() => site.resolve(url, more));
      expect([await find(root), await find(root), await find(`${root}api/page`)]).toEqual([3, 1, 1]);
      await site.patch({ title: 'Other' });
      expect([await find(root), await find(root)]).toEqual([2, 1]);
      expect(await find('https://nobody.example/a/b/c')).toBe(1);
      await site.patch({ visibility: 'visitor-auth' });
      const backend = await TestBackend.of(site);
      const visitor = { jwtToken: await backend.sign() };
      expect(await find(root)).toBe(1);
      // The keys of visitors are read beside it.
      expect([await find(root, { visitor }), await find(root, { visitor })]).toEqual([3, 2]);
    });
  });
});
