import type { Json } from '#testing/api-client';
import { wholeCustomization } from '#testing/sample-request';
import { TestChangeRequest } from '#testing/test-change-request';
import type { TestServer, TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { signed, TestBackend } from '../../visitors/visitor-tokens.js';
import { taken, TestSite } from '../../visits/visits.js';

type Owner = TestUser & { organization: string };

/** What is known of a reader, as cookies. */
export interface Visitor {
  name: string;
  cookie: string;
  /** The site whose backend signed that they pay. */
  paysAt?: string;
}

/** A site with the same paths as the others, and texts that name it. */
export interface OneOfMany {
  name: string;
  site: TestSite;
  owner: Owner;
  space: TestSpace;
  guide: TestSpace;
  pages: Record<'home' | 'adapted' | 'secret', string>;
  /** Ids of share links that were made, and the path of each. */
  links: { id: string; path: string }[];
  request: TestChangeRequest;
  key: string;
}

export const PAID = 'visitor.claims.plan === "paid"';
export const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    plan: { type: 'string', enum: ['free', 'paid'], description: 'What they pay for' },
    region: { type: 'string', description: 'Where they are' },
    unsigned: {
      type: 'object',
      description: 'What they say themselves',
      additionalProperties: false,
      properties: {
        plan: { type: 'string', description: 'What they say they pay for' },
        region: { type: 'string', description: 'Where they are' },
      },
    },
  },
};

/** The words that only readers of a site may see, and those that only its payers may. */
export const ofSite = (name: string): string => `Written-at-${name}`;
export const ofPayers = (name: string): string => `For-payers-at-${name}`;

/** Makes a site with two spaces, adaptive content, and a change request; the texts in them name it. */
export async function makeSite(server: TestServer, owner: Owner, name: string, visibility: string): Promise<OneOfMany> {
  const site = await TestSite.publish(server, owner, ['Guide'], { title: 'Docs', visibility });
  const backend = await TestBackend.of(site, null);
  await site.patch({ adaptiveContent: { enabled: true } });
  taken(await owner.api.put(`${site.path}/adaptive-schema`, { jsonSchema: SCHEMA }));
  const [first] = await site.siteSpaces();
  const space = TestSpace.at(owner.api, (first?.['space'] as Json).id);
  const guide = await TestSpace.create(owner, { title: 'More', empty: true });
  await guide.insert('Start', `${ofSite(name)} in a section for payers: ${ofPayers(name)}`);
  const section = taken(await owner.api.post(`${site.path}/sections`, { spaceId: guide.id, title: 'More' }));
  taken(await owner.api.patch(`${site.path}/sections/${section.id}`, { condition: PAID }));
  const secret = await space.insert('Secret', `${ofSite(name)} ${ofPayers(name)}`, { condition: PAID });
  const adapted = await space.insert(
    'Adapted',
    [
      ofSite(name),
      `{% if ${PAID} %}\n${ofPayers(name)}\n{% endif %}`,
      '{% if visitor.claims.unsigned.region === "eu" %}\nFor those who say that they are in Europe.\n{% endif %}',
      `See [it](/pages/${secret}), written by <a href="/users/${owner.id}">them</a>.`,
    ].join('\n\n'),
  );
  const [home] = await space.pages();
  await space.update(home?.id ?? '', { document: { markdown: `${ofSite(name)} at home` } });
  const ref = { kind: 'user', user: owner.id };
  const words = { object: 'text', leaves: [{ object: 'leaf', text: `${ofSite(name)} by `, marks: [] }] };
  const mention = { object: 'inline', type: 'mention', isVoid: true, data: { ref } };
  const paragraph = { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: [words, mention] };
  const document = { object: 'document', data: {}, nodes: [paragraph] };
  await space.change({ operation: 'insert_page', title: 'People', document: { document } });
  const condition = { title: ofPayers(name), to: { kind: 'url', url: 'https://example.com/' }, condition: PAID };
  taken(await owner.api.put(`${site.path}/customization`, wholeCustomization({ header: { links: [condition] } })));
  const request = await TestChangeRequest.create(space);
  await request.update(adapted, { document: { markdown: `${ofSite(name)} in a change request` } });
  const made: OneOfMany = {
    ...{ name, site, owner, space, guide, request, key: backend.key },
    ...{ pages: { home: home?.id ?? '', adapted, secret }, links: [] },
  };
  if (visibility === 'share-link') await share(made);
  return made;
}

/** Makes one more share link. Those of a site that is not published lead nowhere. */
export async function share({ owner, site, links }: OneOfMany): Promise<void> {
  const { id, urls } = taken(await owner.api.post(`${site.path}/share-links`, { name: 'For friends' }));
  const { published } = urls as { published?: string };
  if (published !== undefined) links.push({ id, path: new URL(published).pathname.replace(/\/$/, '') });
}

/** Readers with every kind of knowledge about them; those with a token have one of each site. */
export async function visitorsOf(sites: readonly OneOfMany[], now: Date): Promise<Visitor[]> {
  const claimed = (claims: Record<string, string>): string =>
    `quire_claims=${encodeURIComponent(new URLSearchParams(claims).toString())}`;
  const plain: Visitor[] = [
    { name: 'without anything', cookie: '' },
    { name: 'with a theme', cookie: 'quire_theme=dark' },
    { name: 'with an unknown theme', cookie: 'quire_theme=md' },
    { name: 'with claims of their own', cookie: claimed({ plan: 'paid', region: 'eu' }) },
    { name: 'with claims that name others', cookie: claimed({ 'unsigned.plan': 'paid', claims: 'paid' }) },
    { name: 'with a broken token', cookie: 'quire_visitor=e30.e30.e30' },
  ];
  const known = await Promise.all(
    sites.map(async ({ name, key }): Promise<Visitor[]> => {
      const token = async (claims: Record<string, unknown>) => `quire_visitor=${await signed(key, claims, now)}`;
      return [
        { name: `who pays at ${name}`, cookie: await token({ plan: 'paid' }), paysAt: name },
        { name: `who pays in a region of ${name}`, cookie: await token({ plan: 'paid', region: 'eu' }), paysAt: name },
        { name: `who does not pay at ${name}`, cookie: await token({ plan: 'free' }) },
        { name: `of ${name} who pretends`, cookie: `${await token({})}; ${claimed({ plan: 'paid', region: 'eu' })}` },
        { name: `who paid at ${name} once`, cookie: await token({ plan: 'paid', exp: 1_000_000_000 }) },
      ];
    }),
  );
  return [...plain, ...known.flat()];
}
