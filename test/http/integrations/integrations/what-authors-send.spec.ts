import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '#testing/api-client';
import { publication, tinyPicture } from '#testing/test-integration';
import { TestServer, type TestUser } from '#testing/test-server';

let names = 0;
const newName = (): string => `Sent-${Date.now()}-${names++}`;

/** The start of a JPEG of eight pixels by eight, which is as much as says what it is and how large. */
const jpeg = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0001108000800080301220002110103110100ffd9',
  'hex',
).toString('base64');

/** The forms that the tools of authors really send: each must publish, and come back as it is shown here. */
const FORMS: readonly (readonly [string, object, object?])[] = [
  ['no description', { description: '' }],
  ['the longest texts', { title: 'T'.repeat(30), description: 'd'.repeat(100), summary: 's'.repeat(2048) }],
  [
    'a map of directives, in lines that end with semicolons',
    {
      contentSecurityPolicy: {
        'script-src': 'https://cdn.example.com;\n',
        'connect-src': 'cdn.example.com;\napi.example.com\n  *.example.org;\n',
        'style-src': "'self' 'unsafe-inline';",
        'img-src': 'data:\nblob:',
        'block-all-mixed-content': '',
      },
    },
    {
      contentSecurityPolicy:
        'script-src https://cdn.example.com; connect-src cdn.example.com api.example.com *.example.org; ' +
        "style-src 'self' 'unsafe-inline'; img-src data: blob:; block-all-mixed-content",
    },
  ],
  ['an empty map of directives', { contentSecurityPolicy: {} }, {}],
  [
    'properties of every type, with the members that each may have',
    {
      configurations: {
        account: {
          properties: {
            sign_in: {
              type: 'button',
              title: 'Connect',
              description: 'Asks.',
              callback_url: '/oauth',
              button_text: 'Go',
            },
            channel: { type: 'string', title: 'Channel', completion_url: '/channels' },
            region: { type: 'string', enum: ['EU', 'US'], default: 'EU' },
            greeting: { type: 'string', default: '' },
            count: { type: 'number', default: 0 },
            loud: { type: 'boolean', default: false },
            bare: { type: 'boolean' },
          },
          required: ['sign_in', 'channel'],
        },
        space: { properties: { note: { type: 'string' } } },
        site: { componentId: 'settings' },
      },
    },
  ],
  ['a configuration that asks for nothing', { configurations: { site: { properties: {}, required: [] } } }],
  [
    'blocks with and without patterns of links and Markdown',
    {
      blocks: [
        { id: 'plain', title: 'Plain' },
        { id: 'drawn', title: 'Drawn', description: '', markdown: { codeblock: 'drawing', body: 'content' } },
        {
          id: 'framed',
          title: 'Framed',
          urlUnfurl: ['https://*.example.com/show/**', 'https://example.org/*/files/**'],
        },
      ],
    },
  ],
  [
    'a content source that is configured by a component',
    { contentSources: [{ id: 'records', title: 'Records', configuration: { componentId: 'choose' } }] },
  ],
  ['links with paths and queries', { externalLinks: [{ label: 'Help', url: 'https://example.com/a?b=c&d=%20#e' }] }],
];

/** What the tools of authors know, old ones and new ones. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  scopes: [
    ...['space:content:read', 'space:content:write', 'space:metadata:read', 'space:metadata:write', 'space:git:sync'],
    ...['page:feedback:read', 'site:metadata:read', 'site:views:read', 'site:script:inject', 'site:script:cookies'],
    ...['site:visitor:auth', 'site:visitor:claims', 'site:adaptive:read', 'site:adaptive:write'],
    ...['openapi:read', 'openapi:write', 'conversations:ingest'],
  ],
  categories: ['analytics', 'collaboration', 'content', 'gitsync', 'marketing', 'visitor-auth', 'other'],
  target: ['all', 'site', 'space', 'organization'],
  visibility: ['public', 'unlisted', 'private'],
};

describe('what authors send of integrations', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });
  afterAll(() => server.stop());

  const publish = (name: string, more: object): Promise<Answer> =>
    ada.api.post(`/v1/integrations/${name}`, publication(ada.organization, { runtime: 'v2', ...more }));

  it.each(FORMS)('publishes with %s', async (_what, sent, shown = sent) => {
    const { status, body, text } = await publish(newName(), sent);
    expect([status, text]).toEqual([200, text]);
    expect(body).toMatchObject(shown);
  });

  it.each(Object.entries(VALUES))('publishes with each value of %s', async (member, values) => {
    for (const value of values) {
      const shown = { [member]: member === 'scopes' || member === 'categories' ? [value] : value };
      const { status, body } = await publish(newName(), shown);
      expect([value, status]).toEqual([value, 200]);
      expect(body).toMatchObject(shown);
    }
  });

  it('keeps names that differ in their case apart', async () => {
    const name = newName();
    await publish(name, { title: 'Upper' });
    expect((await publish(name.toLowerCase(), { title: 'Lower' })).body).toMatchObject({ version: 1, title: 'Lower' });
    expect((await ada.api.get(`/v1/integrations/${name}`)).body).toMatchObject({ name, title: 'Upper' });
  });

  it('takes JPEGs, and shows them as such', async () => {
    const { status, body, text } = await publish(newName(), { icon: jpeg, previewImages: [jpeg, tinyPicture()] });
    expect([status, text]).toEqual([200, text]);
    const { urls, previewImages } = body as unknown as { urls: { icon: string }; previewImages: string[] };
    const types = await Promise.all(
      [urls.icon, ...previewImages].map(
        async (address) => (await ada.api.get(new URL(address).pathname)).headers['content-type'],
      ),
    );
    expect(types).toEqual(['image/jpeg', 'image/jpeg', 'image/png']);
  });

  it('takes a script of five million characters with three pictures of a mebibyte, and no body over its limit', async () => {
    const large = Buffer.concat([Buffer.from(jpeg, 'base64'), Buffer.alloc(1_000_000)]).toString('base64');
    const more = { script: 's'.repeat(5_000_000), previewImages: [large, large, large] };
    const { status, text } = await publish(newName(), more);
    expect([status, text]).toEqual([200, text]);
    expect((await publish(newName(), { ...more, summary: 'x'.repeat(1_500_000) })).status).toBe(413);
  });
});
