import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Role } from '#permissions';
import type { Json } from '#testing/api-client';
import { operationsOf, readApiDocument } from '#testing/api-document';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { wholeCustomization } from '#testing/sample-request';

describe('the customization of a site', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let site: string;
  let siteSpace: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });
  afterAll(() => server.stop());

  beforeEach(async () => {
    const spaces = [(await TestSpace.create(ada)).id];
    const { body, status } = await ada.api.post(`/v1/orgs/${ada.organization}/sites`, { title: 'Docs', spaces });
    expect(status).toBe(201);
    site = `/v1/orgs/${ada.organization}/sites/${body.id}`;
    siteSpace = `${site}/site-spaces/${(await ada.api.get(`${site}/site-spaces`)).body.items[0]?.id}`;
  });

  const customization = () => `${site}/customization`;
  const override = () => `${siteSpace}/customization`;
  const member = (role: Role | null) => server.member(ada.organization, role);
  /** The number of events that the site changed. */
  const told = async () => {
    const id = site.split('/').at(-1);
    const of = "select 1 from public.event where name = 'publishing.site-updated' and payload->>'site' = $1";
    return (await server.rows(of, [id])).length;
  };

  const link = { title: 'Status', to: { kind: 'url', url: 'https://example.com' } };
  const settings = {
    title: 'Guides',
    styling: { theme: 'bold', tint: { color: { light: '#fff', dark: '#000000' } }, headingFont: 'Lato' },
    favicon: { emoji: '📘' },
    header: { links: [{ title: 'Menu', to: null, links: [link], condition: 'visitor.claims.isBeta' }] },
    announcement: { enabled: true, message: 'News', style: 'success', link },
    ai: { mode: 'assistant', suggestions: ['What is new?'] },
  };

  describe('of all of it', () => {
    it('takes what was read as it was, though a space that a link names was deleted meanwhile', async () => {
      const space = (await TestSpace.create(ada)).id;
      const to = { kind: 'page', page: 'sample', space };
      expect((await ada.api.put(customization(), wholeCustomization({ header: { primaryLink: to } }))).status).toBe(
        200,
      );
      expect((await ada.api.delete(`/v1/spaces/${space}`)).status).toBe(204);
      const read = (await ada.api.get(customization())).body;
      expect((await ada.api.put(customization(), { ...read, title: 'Other' })).status).toBe(200);
      expect((await ada.api.patch(override(), { header: { primaryLink: to } })).status).toBe(200);
      const links = [{ title: 'Gone', to: { kind: 'space', space } }];
      expect((await ada.api.put(customization(), wholeCustomization())).status).toBe(200);
      const again = await ada.api.put(customization(), wholeCustomization({ header: { links } }));
      expect([again.status, again.body.error.message]).toEqual([400, expect.stringContaining('header.links.0.to')]);
    });

    it('has every setting before anybody set one, and again what was set', async () => {
      const before = await ada.api.get(customization(), { query: { unmasked: true } });
      expect([before.status, before.body.updatedAt]).toEqual([200, undefined]);
      expect(before.body).toMatchObject({
        styling: { theme: 'clean', font: 'Inter' },
        socialAccounts: [],
        favicon: {},
      });
      const answer = await ada.api.put(customization(), wholeCustomization({ ...settings, unknown: true }));
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject(settings);
      expect(answer.body).not.toHaveProperty('unknown');
      const { body } = await ada.api.get(customization());
      expect(body).toEqual(answer.body);
      expect(body.updatedAt).toEqual(expect.stringMatching(/^\d{4}-/));
    });

    it('is replaced as a whole, and takes what it gave', async () => {
      const { body } = await ada.api.put(customization(), wholeCustomization(settings));
      const { updatedAt: _, ...same } = (await ada.api.put(customization(), body)).body;
      expect(body).toMatchObject(same);
      const { status, body: emptied } = await ada.api.put(customization(), wholeCustomization());
      expect(status).toBe(200);
      expect(emptied).not.toHaveProperty('title');
      expect(emptied).toMatchObject({ styling: { theme: 'clean' }, header: { links: [] }, ai: { mode: 'none' } });
    });

    it('is refused with the path of what is wrong, and stays as it was', async () => {
      await ada.api.put(customization(), wholeCustomization(settings));
      const wrong = await ada.api.put(
        customization(),
        wholeCustomization({ styling: { primaryColor: { light: 'red', dark: '#000' } } }),
      );
      expect([wrong.status, wrong.body.error.message]).toEqual([
        400,
        'styling.primaryColor.light must be a color such as #2563eb',
      ]);
      for (const body of [[], 'text', 7, null]) expect((await ada.api.put(customization(), body)).status).toBe(400);
      expect((await ada.api.put(customization())).status).toBe(400);
      const half = await ada.api.put(customization(), undefined, { payload: '{"title": "half \\ud800"}' });
      expect(half.status).toBe(400);
      expect((await ada.api.get(customization())).body).toMatchObject(settings);
    });

    it('is refused where a member is missing that every site has, and nothing is reset', async () => {
      const { body: before } = await ada.api.put(customization(), wholeCustomization(settings));
      const partial = await ada.api.put(customization(), { title: 'Other', styling: { theme: 'muted' } });
      expect([partial.status, partial.body.error.message]).toEqual([400, expect.stringContaining('header')]);
      expect(partial.body.error.message).toContain('styling.corners');
      const whole = wholeCustomization(settings);
      const paths = (value: object, path: string[] = []): string[][] =>
        Object.entries(value).flatMap(([name, member]) => {
          const at = [...path, name];
          const isGroup = path.length === 0 && typeof member === 'object' && member !== null && !Array.isArray(member);
          return isGroup && name !== 'favicon' && name !== 'announcement' ? [at, ...paths(member as object, at)] : [at];
        });
      const refused: string[] = [];
      for (const path of paths(whole)) {
        const body = structuredClone(whole);
        const holder = path.slice(0, -1).reduce<Json>((value, name) => value[name] as Json, body as Json);
        delete holder[path.at(-1) ?? ''];
        const { status } = await ada.api.put(customization(), body);
        if (status === 400) refused.push(path.join('.'));
        else await ada.api.put(customization(), wholeCustomization(settings));
      }
      const optional = ['title', 'styling.tint', 'styling.headingFont', 'announcement', 'ai.suggestions'];
      expect(
        paths(whole)
          .map((path) => path.join('.'))
          .filter((path) => !refused.includes(path))
          .sort(),
      ).toEqual(optional.sort());
      const { updatedAt: _, ...after } = (await ada.api.get(customization())).body;
      expect(before).toMatchObject(after);
    });

    it('keeps what the client that sends it does not know', async () => {
      const known = {
        pdf: { enabled: false },
        git: { showEditLink: true },
        socialAccounts: [{ platform: 'github', handle: 'example' }],
        styling: { codeTheme: { default: { light: 'github-light', dark: 'github-dark' } } },
      };
      const { status, text } = await ada.api.put(customization(), wholeCustomization(known));
      expect([status, text]).toEqual([200, text]);
      const { body } = await ada.api.put(customization(), wholeCustomization({ title: 'Other' }));
      expect(body).toMatchObject({ ...known, title: 'Other' });
    });

    it('refuses a large body full of nonsense quickly', async () => {
      const links = Array.from({ length: 2_000 }, () => ({
        title: 'x'.repeat(80),
        to: { kind: 'nowhere' },
        links: 7,
      }));
      const { status, body } = await ada.api.put(customization(), wholeCustomization({ header: { links } }));
      expect([status, body.error.message]).toEqual([400, 'header.links must be a list of at most 100']);
      const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`member${i}`, [i]]));
      expect((await ada.api.put(customization(), { ...many, title: 7 })).status).toBe(400);
    });

    it('tells that the site changed', async () => {
      const before = await told();
      await ada.api.put(customization(), wholeCustomization(settings));
      expect(await told()).toBe(before + 1);
    });

    it('is read by members and changed by those who may create; only these see the instructions of the assistant', async () => {
      const ai = { mode: 'assistant', instructions: 'Be brief.' };
      const [guest, reader, creator] = [await member(null), await member('read'), await member('create')];
      expect((await creator.api.put(customization(), wholeCustomization({ ai }))).body.ai).toEqual(ai);
      expect((await creator.api.get(customization())).body.ai).toEqual(ai);
      expect((await reader.api.get(customization())).body.ai).toEqual({ mode: 'assistant' });
      expect((await reader.api.put(customization(), {})).status).toBe(403);
      expect((await guest.api.get(customization())).status).toBe(403);
      const stranger = await server.administrator();
      for (const path of [customization(), override()]) expect((await stranger.api.get(path)).status).toBe(404);
      expect((await ada.api.get(`/v1/orgs/${ada.organization}/sites/nothing/customization`)).status).toBe(404);
      expect((await ada.api.put(`/v1/orgs/${ada.organization}/sites/nothing/customization`, {})).status).toBe(404);
    });

    it('takes the body that the document shows', async () => {
      const { operation } =
        operationsOf(readApiDocument()).find(
          ({ operation: { operationId } }) => operationId === 'updateSiteCustomizationById',
        ) ?? {};
      const example = operation?.requestBody?.content['application/json']?.example as object;
      const { status, body } = await ada.api.put(customization(), example);
      expect(status).toBe(200);
      expect(body).toMatchObject(example);
    });

    it('goes with the site', async () => {
      await ada.api.put(customization(), wholeCustomization(settings));
      await ada.api.patch(override(), { styling: { theme: 'muted' } });
      const id = site.split('/').at(-1);
      const rows = () => server.rows('select 1 from publishing.customization where site_id = $1', [id]);
      expect(await rows()).toHaveLength(2);
      await ada.api.delete(site);
      expect(await rows()).toEqual([]);
    });
  });

  describe('in a site space', () => {
    it('is that of the site until something is overridden, one by one, and again when that is cleared', async () => {
      await ada.api.put(customization(), wholeCustomization(settings));
      const before = await ada.api.get(override());
      expect([before.status, before.body.hasOverrides]).toEqual([200, false]);
      expect(before.body).toMatchObject(settings);

      const changed = await ada.api.patch(override(), {
        title: 'Version 1',
        styling: { theme: 'muted', corners: 'straight', font: 'Roboto' },
      });
      expect(changed.status).toBe(200);
      expect(changed.body).toMatchObject({
        title: 'Version 1',
        hasOverrides: true,
        styling: { theme: 'muted', corners: 'straight', font: 'Inter', tint: settings.styling.tint },
      });
      const cleared = await ada.api.patch(override(), { title: null, styling: { theme: null } });
      expect(cleared.body).toMatchObject({
        title: 'Guides',
        hasOverrides: true,
        styling: { theme: 'bold', corners: 'straight' },
      });
      await ada.api.put(customization(), wholeCustomization({ title: 'Manual', styling: { corners: 'circular' } }));
      expect((await ada.api.get(override())).body).toMatchObject({ title: 'Manual', styling: { corners: 'straight' } });
      expect((await ada.api.patch(override(), { styling: null })).body).toMatchObject({
        hasOverrides: false,
        styling: { corners: 'circular' },
      });
    });

    it('loses all that is overridden at once, also where nothing is', async () => {
      await ada.api.patch(override(), { title: 'Version 1', pdf: { enabled: false } });
      expect((await ada.api.delete(override())).status).toBe(204);
      const { body } = await ada.api.get(override());
      expect([body.hasOverrides, body.title, body.pdf]).toEqual([false, undefined, { enabled: true }]);
      expect((await ada.api.delete(override())).status).toBe(204);
      for (const path of [`${site}/site-spaces/nothing`, `/v1/orgs/${ada.organization}/sites/nothing/site-spaces/x`])
        expect((await ada.api.delete(`${path}/customization`)).status).toBe(204);
    });

    it('is refused with the path, and for a site space that the site has not', async () => {
      const wrong = await ada.api.patch(override(), { footer: { groups: [{ title: 'A', links: [{ title: 7 }] }] } });
      expect([wrong.status, wrong.body.error.message]).toEqual([
        400,
        'footer.groups[0].links[0].title must be a text of at most 64 characters',
      ]);
      expect((await ada.api.patch(override(), [])).status).toBe(400);
      const elsewhere = `${site}/site-spaces/nothing/customization`;
      expect((await ada.api.get(elsewhere)).status).toBe(404);
      expect((await ada.api.patch(elsewhere, { title: 'Elsewhere' })).status).toBe(404);
      expect(await server.rows(`select 1 from publishing.customization where site_space_id = 'nothing'`)).toEqual([]);
      const reader = await member('read');
      expect((await reader.api.patch(override(), {})).status).toBe(403);
      expect((await reader.api.delete(override())).status).toBe(403);
      expect((await reader.api.get(override())).status).toBe(200);
    });

    it('tells that the site changed', async () => {
      const before = await told();
      await ada.api.patch(override(), { title: 'Version 1' });
      expect(await told()).toBe(before + 1);
      for (let time = 0; time < 2; time++) await ada.api.delete(override());
      expect(await told()).toBe(before + 2);
    });

    it('keeps what two set at the same time', async () => {
      const parts = [{ title: 'Both' }, { styling: { theme: 'muted' } }, { pdf: { enabled: false } }];
      const answers = await Promise.all(parts.map((part) => ada.api.patch(override(), part)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await ada.api.get(override())).body).toMatchObject(Object.assign({}, ...parts));
    });
  });
});
