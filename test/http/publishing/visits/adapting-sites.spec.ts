import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, ApiClient, Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { wholeCustomization } from '#testing/sample-request';
import { importFiles } from '../../../contexts/content/exchange/transfer-fixture.js';
import { TestBackend } from '../visitors/visitor-tokens.js';
import { taken, TestSite } from './visits.js';

describe('visitors', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });

  afterAll(() => server.stop());

  const payloadOf = (token: unknown): Json =>
    JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()) as Json;

  describe('of a site that adapts to them', () => {
    let site: TestSite;
    let backend: TestBackend;
    let home: TestSpace;
    let paid: TestSpace;
    let secret: string;
    let below: string;
    let page: string;

    const PAID = 'visitor.claims.plan === "paid"';
    const SCHEMA = {
      type: 'object',
      additionalProperties: false,
      properties: {
        plan: { type: 'string', enum: ['free', 'paid'], description: 'What they pay for' },
        beta: { type: 'boolean', description: 'Whether they try what is new' },
        unsigned: {
          type: 'object',
          description: 'What nobody vouches for',
          additionalProperties: false,
          properties: {
            plan: { type: 'string', description: 'What they say they pay for' },
            region: { type: 'string', description: 'Where they are' },
          },
        },
      },
    };
    const payer = () => backend.visit('', { plan: 'paid' });
    const free = () => backend.visit('', { plan: 'free' });
    const anybody = () => backend.visit();
    /** Says of themselves, unsigned, what would let them see. */
    const pretender = () =>
      backend.visit('', undefined, { plan: 'paid', region: 'eu', claims: { plan: 'paid' }, 'unsigned.plan': 'paid' });

    const condition = (path: string, text: string | null) => ada.api.patch(`${site.path}/${path}`, { condition: text });
    const published = async (api: ApiClient): Promise<Json> => (await api.get(`${site.path}/published`)).body;
    const sectionsOf = async (api: ApiClient): Promise<string[]> =>
      ((await published(api))['structure'] as { structure: Json[] }).structure.map(({ title }) => title);
    const revisionOf = async (space: TestSpace): Promise<string> => `${space.path}/revisions/${await space.revision()}`;

    beforeAll(async () => {
      site = await TestSite.publish(server, ada, ['Home', 'Beta']);
      backend = await TestBackend.of(site);
      await site.patch({ adaptiveContent: { enabled: true }, hostname: 'docs.adaptive.example' });
      taken(await ada.api.put(`${site.path}/adaptive-schema`, { jsonSchema: SCHEMA }));
      const [first, beta] = await site.siteSpaces();
      home = TestSpace.at(ada.api, (first?.['space'] as Json).id);
      paid = await TestSpace.create(ada, { title: 'Paid', empty: true });
      await paid.insert('Paid home', 'For payers.');
      const broken = await TestSpace.create(ada, { title: 'Broken' });
      const section = taken(await ada.api.post(`${site.path}/sections`, { spaceId: paid.id, title: 'Paid' }));
      const other = taken(await ada.api.post(`${site.path}/sections`, { spaceId: broken.id, title: 'Broken' }));
      taken(await condition(`sections/${section.id}`, PAID));
      taken(await condition(`sections/${other.id}`, 'visitor.claims.plan.length.of.nothing > 1'));
      taken(await condition(`site-spaces/${beta?.id}`, 'visitor.claims.beta'));
      const link = (title: string, more: object) => ({
        title,
        to: { kind: 'url', url: 'https://example.com' },
        ...more,
      });
      const links = [
        link('All', {}),
        link('Payers', { condition: PAID }),
        link('Beta', { condition: 'visitor.claims.beta' }),
      ];
      taken(await ada.api.put(`${site.path}/customization`, wholeCustomization({ header: { links } })));
      secret = await home.insert('Secret', 'A secret page.', { condition: PAID });
      below = await home.insert('Below', 'Below a secret page.', { into: secret });
      page = await home.insert(
        'Adapted',
        [
          'For all.',
          `{% if ${PAID} %}\nFor payers.\n{% endif %}`,
          '{% if visitor.claims.plan !== "paid" %}\nFor others.\n{% endif %}',
          '{% if visitor.claims.unsigned.region === "eu" %}\nFor Europe.\n{% endif %}',
          '{% if visitor.claims.plan.none.at.all %}\nFor nobody.\n{% endif %}',
          `See [it](/pages/${secret}).`,
        ].join('\n\n'),
      );
    });

    it('see sections, site spaces and links of the header whose conditions hold', async () => {
      const links = async (api: ApiClient): Promise<unknown[]> => {
        const { site: own } = (await published(api))['customizations'] as { site: Json };
        return (own['header'] as { links: Json[] }).links.map(({ title }) => title);
      };
      const seen = async ({ api }: { api: ApiClient }) => [await sectionsOf(api), await links(api)];
      expect(await seen(await payer())).toEqual([
        ['Docs', 'Paid'],
        ['All', 'Payers'],
      ]);
      for (const other of [free, anybody, pretender]) expect(await seen(await other())).toEqual([['Docs'], ['All']]);
      const tester = await backend.visit('beta', { beta: true });
      expect(tester.body['basePath']).toBe('/beta/');
      expect(await links(tester.api)).toEqual(['All', 'Beta']);
      expect((await backend.visit('beta', { plan: 'paid' })).body).toMatchObject({ basePath: '/', pathname: 'beta' });
    });

    it('are led to a hidden section by no address, and hold nothing that reads it', async () => {
      const shown = await backend.visit('paid/page', { plan: 'paid' });
      expect(shown.body).toMatchObject({ basePath: '/paid/', pathname: 'page', space: paid.id });
      expect((await shown.api.get(paid.path)).status).toBe(200);
      for (const [claims, unsigned] of [
        [undefined, {}],
        [{ plan: 'free' }, {}],
        [{ plan: 'PAID' }, {}],
        [{ plan: ['paid'] }, {}],
        [undefined, { plan: 'paid' }],
        [{ plan: 'free' }, { plan: 'paid' }],
        [{ unsigned: { plan: 'paid' } }, {}],
      ] as const) {
        const visit = await backend.visit('paid/page', claims, unsigned);
        expect(visit.body).toMatchObject({ basePath: '/', pathname: 'paid/page', space: home.id });
        const token = payloadOf(visit.body['apiToken']);
        expect(token['spaces']).not.toContain(paid.id);
        for (const path of [paid.path, await revisionOf(paid)]) expect((await visit.api.get(path)).status).toBe(404);
        for (const list of ['sections', 'site-spaces', 'structure', 'published'])
          expect((await visit.api.get(`${site.path}/${list}`)).text).not.toContain('"title":"Paid"');
      }
    });

    it("claim unsigned only what the site's schema has under unsigned", async () => {
      const visit = await backend.visit(
        '',
        { plan: 'free', team: 'red', unsigned: { region: 'us' } },
        {
          region: 'eu',
          team: 'blue',
        },
      );
      expect(payloadOf(visit.body['apiToken'])['claims']).toEqual({ plan: 'free', unsigned: { region: 'eu' } });
    });

    it('see no page under a condition that does not hold, nor what is below it', async () => {
      const revision = await revisionOf(home);
      const seen = (api: ApiClient): Promise<Answer[]> =>
        Promise.all(
          [secret, below]
            .flatMap((id) => [
              `page/${id}`,
              `page/${id}?format=markdown`,
              `page/${id}/document`,
              `page/${id}/meta-links`,
            ])
            .concat('path/secret', `path/${encodeURIComponent('secret/below')}`)
            .map((path) => api.get(`${revision}/${path}`)),
        );
      const titles = async (api: ApiClient) => (await api.get(revision)).body.pages.map(({ title }) => title);
      const { api } = await payer();
      expect((await seen(api)).map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(await titles(api)).toEqual(['Home home', 'Secret', 'Adapted']);
      for (const other of [free, anybody, pretender]) {
        const visit = await other();
        expect((await seen(visit.api)).map(({ status }) => status)).toEqual(Array(10).fill(404));
        expect(await titles(visit.api)).toEqual(['Home home', 'Adapted']);
        expect((await visit.api.get(revision)).text).not.toMatch(/secret|below/i);
      }
    });

    it('read no block under a condition that does not hold, whatever they ask for', async () => {
      const revision = await revisionOf(home);
      const queries = [undefined, 'false', 'true', 'deterministic-only'].flatMap((evaluated) =>
        [undefined, 'false', 'true', 'reusable-contents'].map((dereferenced) => ({
          ...(evaluated === undefined ? {} : { evaluated }),
          ...(dereferenced === undefined ? {} : { dereferenced }),
        })),
      );
      const doors = [`page/${page}/document`, `page/${page}`, 'path/adapted'].flatMap((door) =>
        (door.endsWith('document') ? ['document'] : ['document', 'markdown']).map((format) => [door, format] as const),
      );
      const texts = async (api: ApiClient): Promise<string[]> => {
        const all = new Set<string>();
        for (const [door, format] of doors)
          for (const query of queries) {
            const { status, text } = await api.get(`${revision}/${door}`, { query: { format, ...query } });
            expect(status).toBe(200);
            all.add((text.match(/For \w+\./g) ?? []).join(' '));
          }
        return [...all];
      };
      expect(await texts((await payer()).api)).toEqual(['For all. For payers.']);
      expect(await texts((await free()).api)).toEqual(['For all. For others.']);
      expect(await texts((await anybody()).api)).toEqual(['For all. For others.']);
      expect(await texts((await pretender()).api)).toEqual(['For all. For others. For Europe.']);
    });

    it('read blocks under a condition that holds without the condition, as renderers draw none with one', async () => {
      const path = `${await revisionOf(home)}/page/${page}/document`;
      for (const query of [{}, { evaluated: 'deterministic-only', dereferenced: 'reusable-contents' }])
        for (const visit of [payer, free, anybody]) {
          const { nodes } = (await (await visit()).api.get(path, { query })).body as unknown as { nodes: Json[] };
          expect(nodes.map(({ type }) => type)).not.toContain('if');
        }
    });

    it('read of reusable contents what is for them', async () => {
      const notes = await TestSpace.create(ada, { title: 'Notes', empty: true });
      await importFiles(notes, {
        'README.md': '# Notes\n\n{% include ".gitbook/includes/note.md" %}\n',
        '.gitbook/includes/note.md': `---\ntitle: A note\n---\n\nFor all.\n\n{% if ${PAID} %}\nFor payers.\n{% endif %}\n`,
      });
      taken(await ada.api.post(`${site.path}/site-spaces`, { spaceId: notes.id }));
      const revision = await revisionOf(notes);
      const { pages, reusableContents } = (await ada.api.get(revision)).body as Json & { reusableContents: Json[] };
      const texts = async ({ api }: { api: ApiClient }): Promise<string[]> => {
        const all = new Set<string>();
        for (const [path, dereferenced] of [
          [`reusable-contents/${reusableContents[0]?.id}/document`, 'false'],
          [`page/${pages[0]?.id}/document`, 'reusable-contents'],
          [`page/${pages[0]?.id}`, 'true'],
        ] as const)
          for (const evaluated of ['false', 'true', 'deterministic-only']) {
            const { text } = await api.get(`${revision}/${path}`, { query: { evaluated, dereferenced } });
            all.add((text.match(/For \w+\./g) ?? []).join(' '));
          }
        return [...all];
      };
      expect(await texts(await payer())).toEqual(['For all. For payers.']);
      for (const other of [free, anybody, pretender]) expect(await texts(await other())).toEqual(['For all.']);
    });

    it('are shown no way to a page that is hidden from them', async () => {
      const read = async (api: ApiClient): Promise<string> =>
        (await api.get(`${await revisionOf(home)}/page/${page}`, { query: { format: 'markdown' } })).body.markdown;
      expect(await read((await payer()).api)).toContain('[it](secret.md)');
      expect(await read((await anybody()).api)).not.toContain('secret.md');
    });

    it('get each their own answer, also where they name the entity tag of another', async () => {
      const revision = await revisionOf(home);
      const [one, two, three] = [(await payer()).api, (await free()).api, (await pretender()).api];
      for (const path of [
        '',
        `/page/${page}`,
        `/page/${page}?format=markdown`,
        `/page/${page}/document`,
        '/path/adapted',
      ]) {
        const own = await one.get(revision + path);
        const headers = { 'if-none-match': own.headers.etag ?? '' };
        expect([own.status, own.headers.etag]).toEqual([200, expect.any(String)]);
        expect((await one.get(revision + path, { headers })).status).toBe(304);
        for (const other of [two, three]) {
          const theirs = await other.get(revision + path, { headers });
          expect([path, theirs.status]).toEqual([path, 200]);
          expect(theirs.text).not.toBe(own.text);
          expect(theirs.headers.etag).not.toBe(own.headers.etag);
        }
      }
    });

    it('share answers if their claims are the same', async () => {
      // A content token ends with the visitor's own: those of one moment, however late they are shown.
      const exp = Math.floor(server.clock.now().getTime() / 1000) + 3600;
      const [one, two] = await Promise.all(
        ['one', 'another'].map((jti) => backend.visit('', { plan: 'paid', jti, exp })),
      );
      expect(two?.body['apiToken']).toBe(one?.body['apiToken']);
      expect(two?.body['contextId']).toBe(one?.body['contextId']);
      expect((await free()).body['contextId']).not.toBe(one?.body['contextId']);
    });

    it('find nothing where no section is for them', async () => {
      const own = await TestSite.publish(server, ada, ['Alone']);
      const { api } = await own.visit();
      expect((await api.get(`${own.path}/published`)).status).toBe(200);
      await own.patch({ adaptiveContent: { enabled: true } });
      const [only] = await own.siteSpaces();
      await ada.api.patch(`${own.path}/site-spaces/${only?.id}`, { condition: PAID });
      const answer = await own.visit();
      expect([answer.status, answer.text]).toEqual([404, (await own.resolve('https://nobody.example/')).text]);
      expect((await api.get(`/v1/spaces/${(only?.['space'] as Json).id}`)).status).toBe(404);
    });

    it('claim nothing on a site that does not adapt', async () => {
      const own = await TestSite.publish(server, ada, ['Plain']);
      const its = await TestBackend.of(own);
      const plain = TestSpace.at(ada.api, ((await own.siteSpaces())[0]?.['space'] as Json).id);
      const hidden = await plain.insert('Hidden', 'Hidden.', { condition: 'visitor.claims.unsigned.beta === "yes"' });
      const visits = [
        await its.visit(),
        await its.visit('', undefined, { beta: 'yes' }),
        await its.visit('', { a: 1 }),
      ];
      expect(new Set(visits.map(({ body }) => body['apiToken'])).size).toBe(1);
      for (const { api } of visits)
        expect((await api.get(`${await revisionOf(plain)}/page/${hidden}`)).status).toBe(404);
    });
  });
});
