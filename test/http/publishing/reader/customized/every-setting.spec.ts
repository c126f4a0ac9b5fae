import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { wholeCustomization } from '#testing/sample-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { repository, serveHttp, stopHttp } from '../../../../contexts/content/exchange/git-fixtures.js';
import { removeScratch } from '../../../../contexts/content/scratch.js';
import { ModelServer, pieces } from '../../../../domain/language-model/model-server.js';
import { taken, TestSite } from '../../visits/visits.js';
import { changed, otherwise, type Json, type Otherwise } from './other-values.js';

/** What readers see no difference of, each with the reason. */
const EXCEPTIONS: readonly [RegExp, string][] = [
  [/^insights\.trackingCookie /, 'the reader tells no visitors apart by a cookie, whatever is allowed'],
  [/^internationalization\.locale /, 'every space has a language, which counts instead'],
  [/^styling\.\w+\.(?:id|custom) /, 'says which font it is to those who choose one, not how it looks'],
  [/^pageActions\.items = \["external-ai"/, 'the assistant is on exactly where `ai.mode` says so'],
];

const to = { kind: 'url', url: 'https://example.com/' };
const pair = (light: string, dark: string): Json => ({ light, dark });
const FONT = {
  id: 'own',
  custom: true,
  fontFamily: 'Own',
  fontFaces: [{ weight: 400, sources: [{ url: '/own.woff2', format: 'woff2' }] }],
};

/** Settings in which every member has something that it acts on. */
const SETTINGS = wholeCustomization({
  title: 'Acme',
  styling: {
    tint: { color: pair('#0369a1', '#7dd3fc') },
    headingFont: 'Lato',
    codeTheme: {
      default: pair('github-light', 'github-dark'),
      openapi: pair('vitesse-light', 'vitesse-dark'),
    },
  },
  favicon: { icon: pair('https://example.com/icon.svg', 'https://example.com/icon-dark.svg') },
  header: {
    preset: 'custom',
    logo: pair('https://example.com/logo.svg', 'https://example.com/logo-dark.svg'),
    primaryLink: to,
    backgroundColor: pair('#f1f5f9', '#1e293b'),
    linkColor: pair('#1d4ed8', '#93c5fd'),
    links: [{ title: 'Help', style: 'link', to, links: [{ title: 'Status', to }] }],
  },
  footer: {
    logo: pair('https://example.com/foot.svg', 'https://example.com/foot-dark.svg'),
    groups: [{ title: 'Company', links: [{ title: 'Jobs', to }] }],
    copyright: '© Acme',
  },
  announcement: { enabled: true, message: 'Version 2 is here', style: 'info', link: { title: 'Read on', to } },
  pdf: { enabled: true },
  git: { showEditLink: true },
  pageActions: {
    ...{ externalAI: true, markdown: true, mcp: true },
    items: ['assistant', 'external-ai', 'markdown', 'mcp', 'git', 'pdf'],
  },
  ai: { mode: 'assistant', greeting: 'Ask me.', suggestions: ['How do I begin?'], instructions: 'Be brief.' },
  privacyPolicy: { url: 'https://example.com/privacy' },
  socialPreview: { url: 'https://example.com/picture.png' },
  socialAccounts: [{ platform: 'github', handle: 'acme', display: { header: false, footer: true } }],
});

const FONTS = ['font', 'headingFont', 'monospaceFont'].map((name) => `styling.${name}`);

/** What shows that each of them is there to be changed. */
const WORDS = [
  'Acme',
  'Help',
  'Version 2',
  'Ask me.',
  'Be brief.',
  '~/pdf',
  '~/connect',
  'Edit this page',
  'acme/docs/blob',
];

const nameOf = ({ path, value }: Otherwise): string => `${path} = ${JSON.stringify(value)}`;
const isExcepted = (one: Otherwise): boolean => EXCEPTIONS.some(([pattern]) => pattern.test(nameOf(one)));

describe('every setting of the customization', () => {
  let model: ModelServer;
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let site: TestSite;
  let siteSpaces: Json[];

  beforeAll(async () => {
    const { root } = await repository({
      'SUMMARY.md': '# Contents\n\n* [Home](README.md)\n* [Guide](guide.md)\n',
      'README.md':
        '---\nicon: bell\n---\n\n# Home\n\nRead [elsewhere](https://example.com/more).\n\n```js\nconst a = 1;\n```\n',
      'guide.md': '# Guide\n\n[Home](README.md)\n',
    });
    const { url } = await serveHttp(root);
    model = await ModelServer.start();
    model.reply = pieces('It is so.');
    server = await TestServer.start({
      env: { QUIRE_MODEL_URL: model.url, QUIRE_MODEL_NAME: 'small', QUIRE_OUTBOUND_ALLOW: '127.0.0.0/8' },
    });
    ada = await server.administrator();
    site = await TestSite.publish(server, ada, ['Guide', 'Former']);
    siteSpaces = await site.siteSpaces();
    const syncWith = async (address: string): Promise<void> => {
      for (const { space } of siteSpaces) {
        const { path } = TestSpace.at(ada.api, (space as Json)['id'] as string);
        taken(await ada.api.put(`${path}/git/sync`, { url: address, ref: 'main', direction: 'both' }));
      }
    };
    await syncWith(`${url}/docs.git`);
    await server.drain();
    await server.runJobs();
    await server.drain();
    await server.runJobs();
    // Of this host it is known how it shows files.
    await syncWith('https://github.com/acme/docs');
  }, 120_000);
  afterAll(async () => {
    await stopHttp();
    await server?.stop();
    await model?.stop();
    await removeScratch();
  });

  /** Sends settings. Answers why they are refused, if they are. */
  const put = async (settings: Json): Promise<string | undefined> => {
    const { status, text } = await ada.api.put(`${site.path}/customization`, settings);
    return status === 200 ? undefined : text;
  };
  const get = async (url: string): Promise<string> => {
    const { body, statusCode } = await server.app.inject({ url });
    return `${statusCode} ${body}`;
  };
  /** What is said to the model, and what becomes of its answer. */
  const answered = async (base: string): Promise<string> => {
    model.asked.length = 0;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    const { body } = await server.app.inject({
      method: 'POST',
      url: `${base}~/answer`,
      headers,
      payload: 'q=welcome',
    });
    return JSON.stringify(model.asked) + body;
  };
  /** All that a reader may see of the site at an address. */
  const seen = async (base = `/s/${site.id}/`): Promise<string> => {
    const page = await get(`${base}readme`);
    const sheets = [...page.matchAll(/href="([^"]*\/look\.[^"]+\.css)"/g)].map(([, href = '']) => href);
    const all = [...sheets, `${base}~/search`, `${base}~/connect`, `${base}~/icon.svg`].map(get);
    return [page, ...(await Promise.all(all)), await answered(`/s/${site.id}/`)].join('\n');
  };

  it('changes what readers see, whatever value it gets', async () => {
    expect(await put(SETTINGS)).toBeUndefined();
    const usual = await seen();
    for (const word of WORDS) expect([word, usual.includes(word)]).toEqual([word, true]);
    const all = everyChange('UpdateSiteCustomizationBody').filter((one) => !isExcepted(one));
    expect(all.length).toBeGreaterThan(150);
    const wrong: string[] = [];
    const before = new Map([['', usual]]);
    for (const one of all) {
      const { name, settings } = baseOf(one);
      if (!before.has(name)) before.set(name, (await put(settings)) ?? (await seen()));
      // What a switch does depends on the list that was there before.
      if (/^(?:pageActions|git|pdf)\./.test(one.path)) await put(settings);
      const refused = await put(changed(settings, one));
      // Some lists must have an item.
      if (refused !== undefined && isEmptyList(one)) continue;
      if (refused !== undefined || (await seen()) === before.get(name)) wrong.push(wrongly(one, refused));
    }
    expect(wrong).toEqual([]);
    await put(SETTINGS);
    expect((await seen()) === usual).toBe(true);
  }, 300_000);

  it('changes what readers of one site space see, where it may differ there, and those of no other', async () => {
    expect(await put(SETTINGS)).toBeUndefined();
    const [main, former] = [`/s/${site.id}/`, `/s/${site.id}/former/`];
    const [usual, usualFormer] = [await seen(main), await seen(former)];
    const own = `${site.path}/site-spaces/${siteSpaces[1]?.['id'] as string}/customization`;
    const changes = otherwise('OverrideSiteSpaceCustomizationBody', SETTINGS).filter((one) => !isExcepted(one));
    const all = new Map(changes.map((one) => [one.path, one]));
    expect(all.size).toBeGreaterThan(60);
    const wrong: string[] = [];
    for (const one of all.values()) {
      const { status, text } = await ada.api.patch(own, overrideOf(one));
      const refused = status === 200 ? undefined : text;
      if (refused !== undefined || (await seen(former)) === usualFormer) wrong.push(wrongly(one, refused));
      await ada.api.delete(own);
    }
    expect(wrong).toEqual([]);
    expect([(await seen(main)) === usual, (await seen(former)) === usualFormer]).toEqual([true, true]);
  }, 300_000);
});

const isEmptyList = ({ value }: Otherwise): boolean => Array.isArray(value) && value.length === 0;
const wrongly = (one: Otherwise, refused: string | undefined): string => `${nameOf(one)}: ${refused ?? 'no effect'}`;

/** Those of the settings, and of each font where the site supplies it. */
function everyChange(schemaName: string): Otherwise[] {
  const fonts = FONTS.flatMap((font) =>
    otherwise(schemaName, changed(SETTINGS, { path: font, value: FONT })).filter(({ path }) =>
      path.startsWith(`${font}.`),
    ),
  );
  const isOfFont = ({ path }: Otherwise): boolean => FONTS.some((font) => path.startsWith(`${font}.`));
  return [...otherwise(schemaName, SETTINGS).filter((one) => !isOfFont(one)), ...fonts];
}

/** The settings on which a change acts, where they are not the usual ones, with a name. */
function baseOf({ path }: Otherwise): { name: string; settings: Json } {
  const based = (name: string, value: unknown) => ({ name, settings: changed(SETTINGS, { path: name, value }) });
  const font = FONTS.find((one) => path.startsWith(`${one}.`));
  if (font !== undefined) return based(font, FONT);
  if (path === 'favicon.emoji') return based('favicon', {});
  if (path === 'styling.theme') return based('header.preset', 'default');
  return { name: '', settings: SETTINGS };
}

/** The groups of settings that a change is in, and that it needs. */
function overrideOf(one: Otherwise): Json {
  const { name, settings } = baseOf(one);
  const groups = [one.path, name].map((path) => path.split('.')[0] ?? '').filter((group) => group !== '');
  const all = changed(settings, one);
  return Object.fromEntries(groups.map((group) => [group, all[group]]));
}
