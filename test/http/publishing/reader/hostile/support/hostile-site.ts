import type { Json } from '#testing/api-client';
import { wholeCustomization } from '#testing/sample-request';
import type { TestServer, TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { importFiles } from '../../../../../contexts/content/exchange/transfer-fixture.js';
import { taken, TestSite } from '../../../visits/visits.js';
import { documentWith, fileWith, PAYLOADS, type Payload } from './payloads.js';
import { validDocument } from './valid-document.js';
import { NAMED, pathOf, specificationWith } from './specifications.js';

/** Changes of one request. */
const TOGETHER = 10;
/** Characters of the names of emoji and icons. */
const LONGEST_SIGN = 50;
/** Operations of one page. */
const ON_A_PAGE = 6;
const SVG = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="window.ran=1;alert(1)" width="9" height="9">
<script>window.ran=1;alert(1)</script><a href="javascript:alert(1)"><rect width="9" height="9"/></a>
<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:alert(1)"/></foreignObject>
<image href="https://evil.example/x.png"/></svg>`;
const PAGE = '<!doctype html><body onload="alert(1)"><script>window.ran=1;alert(1)</script>';
/** Files that would run where a browser opens them as pages of the server. */
export const FILES: readonly (readonly [name: string, text: string, type: string])[] = [
  ['picture.svg', SVG, 'image/svg+xml'],
  ['page.html', PAGE, 'text/html'],
  [
    'page.xhtml',
    PAGE.replace('<!doctype html>', '<html xmlns="http://www.w3.org/1999/xhtml"/>'),
    'application/xhtml+xml',
  ],
  ['page.xml', SVG, 'text/xml'],
  ['script.js', 'window.ran=1;alert(1)', 'text/javascript'],
  ['guessed.txt', PAGE, 'text/plain'],
  ['picture.png', PAGE, 'image/png'],
  ['<img src=x onerror=alert(1)>.svg', SVG, 'image/svg+xml'],
];

type Owner = TestUser & { organization: string };

/** A published site with payloads wherever its authors and administrators may write. */
export class HostileSite {
  private constructor(
    readonly site: TestSite,
    private readonly owner: Owner,
    private readonly section: string,
    /** Paths of all pages, without the host. */
    readonly pages: readonly string[],
    /** Paths of uploaded files. */
    readonly files: readonly string[],
  ) {}

  static async publish(server: TestServer): Promise<HostileSite> {
    const owner = await server.administrator();
    const site = await TestSite.publish(server, owner, ['Written']);
    const [first] = await site.siteSpaces();
    const written = TestSpace.at(owner.api, (first?.['space'] as Json).id);
    const files = await uploads(written);
    const [imported, described] = [
      await TestSpace.create(owner, { title: 'Imported', empty: true }),
      await TestSpace.create(owner, { title: 'Described', empty: true }),
    ];
    const section = taken(await owner.api.post(`${site.path}/sections`, { spaceId: imported.id, title: 'Imported' }));
    taken(await owner.api.post(`${site.path}/sections`, { spaceId: described.id, title: 'Described' }));
    await writeDocuments(written);
    await importFiles(imported, Object.fromEntries(PAYLOADS.map((payload, at) => [`i${at}.md`, fileWith(payload)])));
    await describe(server, owner, described);
    await server.runJobs();
    const base = `/s/${site.id}`;
    const starts = ['', '/imported', '/described'];
    const spaces = [written, imported, described];
    const paths = await Promise.all(spaces.map((space) => space.paths()));
    const pages = paths.flatMap((all, at) =>
      all.filter((path) => !path.startsWith('(')).map((path) => `${base}${starts[at]}/${path}`),
    );
    return new HostileSite(site, owner, section.id, pages, files);
  }

  get path(): string {
    return `/s/${this.site.id}`;
  }

  /** Writes a payload at all places that the site itself has; answers how many of them took it. */
  async write({ words = 'A text', address = 'https://example.org/' }: Payload): Promise<number> {
    const { api } = this.owner;
    const { path } = this.site;
    const to = { kind: 'url', url: address };
    const link = { title: words, to };
    const theirs = { light: address, dark: address };
    const settings = {
      title: words,
      localizedTitle: { en: words },
      header: { preset: 'default', logo: theirs, links: [{ ...link, links: [link] }] },
      footer: { logo: theirs, groups: [{ title: words, links: [link] }], copyright: words },
      announcement: { enabled: true, message: words, style: 'info', link },
      privacyPolicy: { url: address },
      socialPreview: { url: address },
      socialAccounts: [{ platform: 'github', handle: words, display: { footer: true, header: true } }],
      favicon: { emoji: words },
      styling: { primaryColor: { light: words, dark: words } },
    };
    let took = 0;
    let whole = {};
    const put = async (part: object): Promise<void> => {
      const { status } = await api.put(`${path}/customization`, wholeCustomization({ ...whole, ...part }));
      if (status < 300) [whole, took] = [{ ...whole, ...part }, took + Object.keys(part).length];
    };
    // Most texts are taken together, which is quicker; addresses are refused one by one.
    const { favicon, styling, ...texts } = settings;
    await put(texts);
    const apart = Object.keys(whole).length > 0 ? { favicon, styling } : settings;
    for (const [name, value] of Object.entries(apart)) await put({ [name]: value });
    const [first] = await this.site.siteSpaces();
    for (const [at, body] of [
      [path, { title: words }],
      [`${path}/site-spaces/${first?.id}`, { title: words, localizedTitle: { en: words } }],
      [`${path}/sections/${this.section}`, { title: words, description: words, icon: words }],
      [`/v1/spaces/${(first?.['space'] as Json).id}`, { title: words, emoji: words }],
    ] as const)
      if ((await api.patch(at, body)).status < 300) took++;
    return took;
  }
}

async function uploads(space: TestSpace): Promise<string[]> {
  const paths: string[] = [];
  const nodes: object[] = [];
  for (const [name, text, type] of FILES) {
    const file = await space.file(name, text, type);
    paths.push(new URL(String(file['downloadURL'])).pathname);
    const ref = { kind: 'file', file: file.id };
    const image = { object: 'block', type: 'image', isVoid: true, data: { ref, alt: name } };
    nodes.push(
      { object: 'block', type: 'file', isVoid: true, data: { ref } },
      { object: 'block', type: 'images', data: {}, nodes: [image] },
    );
  }
  const document = validDocument({ object: 'document', data: {}, nodes });
  await space.change({ operation: 'insert_page', title: 'Files', document: { document } });
  return paths;
}

/** A page for each payload, with it in the fields of the page as well. */
async function writeDocuments(space: TestSpace): Promise<void> {
  const changes = PAYLOADS.map((payload, at) => {
    const words = payload.words ?? `Page ${at}`;
    const sign = words.slice(0, LONGEST_SIGN);
    const fields = { title: words, linkTitle: words, description: words, emoji: sign, icon: sign, slug: `d${at}` };
    return { operation: 'insert_page', ...fields, document: { document: documentWith(payload) } };
  });
  const links = PAYLOADS.flatMap(({ address, words = 'Elsewhere' }) =>
    address === undefined
      ? []
      : [{ operation: 'insert_page', type: 'link', title: words, target: { kind: 'url', url: address } }],
  );
  for (let at = 0; at < changes.length; at += TOGETHER) await space.change(...changes.slice(at, at + TOGETHER));
  for (const change of links) await space.send([change]);
}

/** Pages that show operations of a specification with all payloads. */
async function describe(server: TestServer, { api, organization }: Owner, space: TestSpace): Promise<void> {
  const path = `/v1/orgs/${organization}/openapi/hostile`;
  const { id } = taken(await api.put(path, { source: { text: specificationWith(PAYLOADS) } }));
  await server.runJob('publishing.process-openapi-spec', { organizationId: organization, specId: id });
  const ref = { kind: 'openapi', spec: 'hostile' };
  const block = (type: string, data: object): object => ({
    object: 'block',
    type,
    isVoid: true,
    data: { ref, ...data },
  });
  const blocks = PAYLOADS.map((_, at) => block('openapi-operation', { path: pathOf(at), method: 'post' }));
  for (let at = 0; at < blocks.length; at += ON_A_PAGE) {
    const nodes = [...blocks.slice(at, at + ON_A_PAGE), block('openapi-schemas', { schemas: [NAMED], grouped: true })];
    const document = { object: 'document', data: {}, nodes };
    await space.change({ operation: 'insert_page', title: `Operations ${at}`, document: { document } });
  }
}
