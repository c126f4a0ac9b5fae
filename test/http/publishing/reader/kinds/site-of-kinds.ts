import type { Json } from '#testing/api-client';
import { wholeCustomization } from '#testing/sample-request';
import type { TestServer } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { importFiles } from '../../../../contexts/content/exchange/transfer-fixture.js';
import { taken, TestSite } from '../../visits/visits.js';
import { ARABIC } from './arabic.js';
import { ORDERS, REFERENCE } from './orders.js';
import { guide } from './pages.js';

const CONFIG = `site:
  title: Acme
  structure:
    - type: section
      key: guide
      title: Guide
      path: guide
      icon: book
      default: true
      children:
        - { type: space, key: en, title: English, path: en, default: true, content: { directory: ./en, language: en } }
        - { type: space, key: ar, title: العربية, path: ar, content: { directory: ./ar, language: ar } }
    - type: section-group
      key: more
      title: More
      children:
        - type: section
          key: api
          title: API
          path: api
          description: Calls and schemas
          children:
            - { type: space, key: v2, title: Version 2, path: v2, default: true, content: { directory: ./v2 } }
            - { type: space, key: v1, title: Version 1, path: v1, content: { directory: ./v1 } }
        - { type: external-link, key: status, title: Status, url: "https://status.example.com" }
`;

const url = (to: string): object => ({ kind: 'url', url: `https://example.com/${to}` });

/** Everything that may be around a page. */
const LOOK = {
  title: 'Acme',
  themes: { default: 'system', toggeable: true },
  header: {
    preset: 'default',
    links: [
      { title: 'Blog', to: url('blog'), links: [] },
      {
        title: 'Help',
        to: null,
        links: [
          { title: 'Forum', to: url('forum') },
          { title: 'Mail', to: url('mail') },
        ],
      },
      { title: 'Sign up', style: 'button-primary', to: url('sign-up'), links: [] },
    ],
  },
  footer: {
    copyright: '© Acme',
    groups: [
      {
        title: 'Product',
        links: [
          { title: 'Prices', to: url('prices') },
          { title: 'Status', to: url('status') },
        ],
      },
      { title: 'Company', links: [{ title: 'About', to: url('about') }] },
    ],
  },
  announcement: { enabled: true, message: 'Version 2 is there', style: 'info', link: { title: 'Read', to: url('2') } },
  socialAccounts: [{ platform: 'github', handle: 'acme', display: { footer: true, header: true } }],
  privacyPolicy: { url: 'https://example.com/privacy' },
  feedback: { enabled: true },
  ai: { mode: 'search' },
};

/** Paths below the address of the site of one page of each kind, by what it is. */
export const KINDS = {
  landing: '',
  typical: 'install',
  blocks: 'write/blocks',
  tables: 'write/blocks/tables',
  changelog: 'write/changes',
  large: 'write/reference',
  arabic: 'ar/install',
  operations: 'api/',
  schemas: 'api/schemas',
  search: '~/search?q=acme',
  pages: '~/pages',
  missing: 'no/such/page',
} as const;

export type Kind = keyof typeof KINDS;

/** A published site with sections, variants and languages, and with a page of every kind. */
export async function publishKinds(server: TestServer, look: object = {}): Promise<TestSite> {
  const owner = await server.administrator('Acme');
  const { api, organization } = owner;
  const { id: spec } = taken(
    await api.put(`/v1/orgs/${organization}/openapi/orders`, { source: { text: JSON.stringify(ORDERS) } }),
  );
  await server.runJob('publishing.process-openapi-spec', { organizationId: organization, specId: spec });
  const { id } = taken(await api.post(`/v1/orgs/${organization}/sites`, { title: 'Acme' }));
  const site = TestSite.at(server, owner, id);
  taken(await api.put(`${site.path}/config`, { text: CONFIG }));
  taken(await api.put(`${site.path}/customization`, wholeCustomization({ ...LOOK, ...look })));
  const files: Record<string, Record<string, string>> = { en: guide(), ar: ARABIC, v2: REFERENCE, v1: REFERENCE };
  for (const { path, space } of await site.siteSpaces())
    await importFiles(TestSpace.at(api, (space as Json).id), files[String(path)] ?? {});
  await server.runJobs();
  taken(await api.post(`${site.path}/publish`));
  return site;
}
