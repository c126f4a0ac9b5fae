import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Invalid } from '#kernel/domain/errors';
import { anyJson } from '#testing/hostile-values';
import { wholeCustomization } from '#testing/sample-request';
import {
  changed,
  changesFrom,
  complete,
  publishedCustomization,
  settingsFrom as settingsFromWhole,
  type StoredSettings,
} from '../../../../src/publishing/customization/domain/customization.js';

const colors = { light: '#abc', dark: '#A1B2C3' };
const pictures = { light: 'https://example.com/light.png', dark: 'https://example.com/dark.png' };
const home = { kind: 'url', url: 'https://example.com' };

/** Settings that are whole, with these members other than usual. */
const settingsFrom = (given: unknown, before: StoredSettings | undefined) =>
  settingsFromWhole(isPlain(given) ? wholeCustomization(given) : given, before);
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const put = (given: object, before?: StoredSettings) => complete(settingsFrom(given, before));
/** What a site space shows after these changes, one after the other. */
const overridden = (site: object, ...changes: object[]) =>
  complete(
    settingsFrom(site, undefined),
    changes.reduce<StoredSettings>((stored, given) => changed(stored, changesFrom(given)), {}),
  );

/** An object with a value at a path such as `styling.theme`. */
const at = (path: string, value: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;
const valueAt = (settings: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], settings);

describe('the settings of a site', () => {
  it('have every part that clients rely on, whatever was stored', () => {
    const parts = {
      styling: {
        theme: 'clean',
        primaryColor: { light: expect.stringMatching(/^#/), dark: expect.stringMatching(/^#/) },
        infoColor: { light: expect.stringMatching(/^#/), dark: expect.stringMatching(/^#/) },
        successColor: { light: expect.stringMatching(/^#/), dark: expect.stringMatching(/^#/) },
        warningColor: { light: expect.stringMatching(/^#/), dark: expect.stringMatching(/^#/) },
        dangerColor: { light: expect.stringMatching(/^#/), dark: expect.stringMatching(/^#/) },
        corners: 'rounded',
        depth: 'subtle',
        links: 'default',
        font: 'Inter',
        monospaceFont: 'IBMPlexMono',
        background: 'plain',
        icons: 'regular',
        codeTheme: {
          default: { light: 'default-light', dark: 'default-dark' },
          openapi: { light: 'default-light', dark: 'default-dark' },
        },
        sidebar: { background: 'default', list: 'default' },
        search: 'prominent',
      },
      internationalization: { locale: 'en' },
      favicon: {},
      header: { preset: 'default', links: [] },
      footer: { groups: [] },
      themes: { default: 'light', toggeable: true },
      pdf: { enabled: true },
      feedback: { enabled: false },
      ai: { mode: 'none' },
      advancedCustomization: { enabled: true },
      git: { showEditLink: false },
      pageActions: { externalAI: true, markdown: true, mcp: true, items: ['external-ai', 'markdown', 'mcp', 'pdf'] },
      externalLinks: { target: 'self' },
      pagination: { enabled: true },
      trademark: { enabled: false },
      privacyPolicy: {},
      socialPreview: {},
      socialAccounts: [],
      insights: { trackingCookie: true },
    };
    expect(complete(undefined)).toEqual(parts);
    expect(complete({ styling: null, header: 'once a text', footer: { groups: null } }, { themes: [] })).toEqual(parts);
  });

  it('replace those before: what a site need not have goes where it is left out or null, and unknown members too', () => {
    const before = settingsFrom({ title: 'Docs', styling: { headingFont: 'Lato', corners: 'circular' } }, undefined);
    const settings = put({ styling: { theme: 'muted', blink: true }, title: null, extra: 1 }, before);
    expect(settings.styling).toMatchObject({ theme: 'muted', corners: 'rounded' });
    expect(settings.styling).not.toHaveProperty('blink');
    expect(settings.styling).not.toHaveProperty('headingFont');
    expect(settings).not.toHaveProperty('extra');
    expect(settings).not.toHaveProperty('title');
  });

  it('are refused where a part is missing that every site has, with the paths of all that are', () => {
    const message = /These are missing: styling\.corners, header, ai\.mode$/;
    const given = { styling: { corners: null }, header: null, ai: { mode: undefined } };
    expect(() => settingsFrom(given, undefined)).toThrow(message);
    expect(() => settingsFromWhole({}, undefined)).toThrow(Invalid);
  });

  it('keep what only some clients know, where it is left out', () => {
    const known = { pdf: { enabled: false }, styling: { codeTheme: { openapi: { light: 'nord', dark: 'nord' } } } };
    const before = settingsFrom({ ...known, socialAccounts: [{ platform: 'github', handle: 'example' }] }, undefined);
    expect(put({ title: 'Docs' }, before)).toMatchObject({ ...known, socialAccounts: [{ platform: 'github' }] });
    expect(put({ socialAccounts: [] }, before)).toMatchObject({ socialAccounts: [] });
  });

  it.each<[string, unknown]>([
    ['title', 'Docs'],
    ['localizedTitle', { de: 'Doku', 'pt-br': 'Documentos' }],
    ['styling.primaryColor', colors],
    ['styling.tint', { color: colors }],
    ['styling.font', 'ABCFavorit'],
    [
      'styling.font',
      {
        id: 'f1',
        custom: true,
        fontFamily: 'Open Sans',
        fontFaces: [{ weight: 400, sources: [{ url: 'https://example.com/a.woff2', format: 'woff2' }, { url: '/b' }] }],
      },
    ],
    ['styling.headingFont', 'Lato'],
    ['styling.codeTheme.openapi', { light: 'github-light', dark: 'nord' }],
    ['styling.sidebar.list', 'pill'],
    ['favicon', { icon: pictures }],
    ['favicon', { emoji: '🎉' }],
    ['header.logo', pictures],
    ['header.primaryLink', { kind: 'page', page: 'p', space: 's' }],
    [
      'header.links',
      [
        { title: 'Menu', to: null, links: [{ title: 'Home', to: home }] },
        { title: 'Go', style: 'button-primary', to: home, links: [], condition: 'visitor.claims.isBeta' },
      ],
    ],
    [
      'footer.groups',
      [{ title: 'More', links: [{ title: 'Anchor', to: { kind: 'anchor', anchor: 'a', page: 'p' } }] }],
    ],
    ['footer.copyright', 'c'.repeat(512)],
    ['announcement', { enabled: true, message: 'Hi', style: 'danger', link: { title: 'Read', to: home } }],
    ['themes.default', 'system'],
    ['ai', { mode: 'assistant', greeting: 'Hello', suggestions: ['What is new?'], instructions: 'Be brief' }],
    ['privacyPolicy.url', 'https://example.com/privacy'],
    ['socialAccounts', [{ platform: 'github', handle: 'quire', display: { footer: false, header: true } }]],
  ])('take %s as %j and give it back', (path, value) => {
    expect(valueAt(put(at(path, value)), path)).toEqual(value);
  });

  it.each([
    ['file', { file: 'f' }],
    ['url', { url: 'mailto:ada@example.com' }],
    ['page', { page: 'p' }],
    ['user', { user: 'u' }],
    ['collection', { collection: 'c' }],
    ['space', { space: 's' }],
    ['reusable-content', { reusableContent: 'r' }],
    ['openapi', { spec: 'petstore' }],
  ])('link to a %s', (kind, members) => {
    const to = { kind, ...members };
    expect(put({ header: { primaryLink: { ...to, extra: 1 } } }).header.primaryLink).toEqual(to);
    expect(() => put({ header: { primaryLink: { kind } } })).toThrow(/^header\.primaryLink\.\w+ must be there/);
  });

  it('fill in what parts of a whole leave out', () => {
    const settings = put({
      header: { links: [{ title: 'A', to: null }] },
      footer: { groups: [{ title: 'B' }] },
      announcement: { message: 'News' },
      socialAccounts: [{ platform: 'github', handle: 'quire' }],
      favicon: { emoji: 'tada' },
    });
    expect(settings.header.links).toEqual([{ title: 'A', to: null, links: [] }]);
    expect(settings.footer.groups).toEqual([{ title: 'B', links: [] }]);
    expect(settings.announcement).toEqual({ enabled: false, message: 'News', style: 'info' });
    expect(settings.socialAccounts[0]?.display).toEqual({ footer: true, header: false });
    expect(settings.favicon).toEqual({ emoji: '🎉' });
  });

  const link = { title: 'A', to: home };
  const face = { weight: 400, sources: [{ url: 'https://example.com/a.woff' }] };
  const family = { id: 'f', custom: true, fontFamily: 'Own', fontFaces: [face] };
  it.each<[string, object]>([
    ['title must', { title: 'x' }],
    ['title must', { title: 'x'.repeat(129) }],
    ['localizedTitle: xx must', { localizedTitle: { xx: 'Y' } }],
    ['localizedTitle.de must', { localizedTitle: { de: 7 } }],
    ['styling must', { styling: 'clean' }],
    ['styling.theme must be one of clean, muted, bold, gradient', { styling: { theme: 'retro' } }],
    ['styling.primaryColor.light must', { styling: { primaryColor: { light: 'red', dark: '#000' } } }],
    ['styling.primaryColor.light must', { styling: { primaryColor: { light: '#abcd', dark: '#000' } } }],
    ['styling.primaryColor.dark must be there', { styling: { primaryColor: { light: '#000' } } }],
    ['styling.tint.color must be there', { styling: { tint: {} } }],
    ['styling.font must', { styling: { font: 'Comic' } }],
    ['styling.font.fontFamily must', { styling: { font: { ...family, fontFamily: '"}body{' } } }],
    ['styling.font.fontFaces must', { styling: { font: { ...family, fontFaces: [] } } }],
    [
      'styling.font.fontFaces[0].weight must',
      { styling: { font: { ...family, fontFaces: [{ ...face, weight: 1001 }] } } },
    ],
    [
      'styling.font.fontFaces[0].sources[0].url must',
      { styling: { font: { ...family, fontFaces: [{ ...face, sources: [{ url: '//evil' }] }] } } },
    ],
    ['styling.codeTheme.default.dark must', { styling: { codeTheme: { default: { light: 'nord', dark: 'x' } } } }],
    ['styling.sidebar.list must', { styling: { sidebar: { list: 'dots' } } }],
    ['internationalization.locale must', { internationalization: { locale: 'tlh' } }],
    ['favicon must', { favicon: '🎉' }],
    ['favicon.emoji must', { favicon: { emoji: 'two words' } }],
    ['favicon.icon.light must', { favicon: { icon: { light: 'javascript:alert(1)', dark: '' } } }],
    ['header.links must', { header: { links: {} } }],
    ['header.links must', { header: { links: Array(101).fill(link) } }],
    ['header.links[0].title must be there', { header: { links: [{ to: home }] } }],
    ['header.links[0].to.kind must', { header: { links: [{ title: 'A', to: { kind: 'toString' } }] } }],
    [
      'header.links[0].to.url must',
      { header: { links: [{ title: 'A', to: { kind: 'url', url: ' javascript:alert(1)' } }] } },
    ],
    ['header.links[1].links[0].to must be there', { header: { links: [link, { ...link, links: [{ title: 'A' }] }] } }],
    ['header.links[0].links[0].title must', { header: { links: [{ ...link, links: [{ ...link, title: 7 }] }] } }],
    ['header.links[0].condition must', { header: { links: [{ ...link, condition: 'a b' }] } }],
    ['header.links[0].style must', { header: { links: [{ ...link, style: 'button' }] } }],
    [
      'footer.groups[0].links[0].title must',
      { footer: { groups: [{ title: 'A', links: [{ title: 'x'.repeat(65) }] }] } },
    ],
    ['footer.copyright must', { footer: { copyright: 'x'.repeat(513) } }],
    ['announcement.message must be there', { announcement: { enabled: true } }],
    ['announcement.message must', { announcement: { message: 'x' } }],
    ['announcement.style must', { announcement: { message: 'News', style: 'loud' } }],
    ['pdf.enabled must', { pdf: { enabled: 'yes' } }],
    ['ai.mode must', { ai: { mode: 'all' } }],
    ['ai.suggestions must', { ai: { suggestions: Array(6).fill('What?') } }],
    ['pageActions.items[0] must', { pageActions: { items: ['print'] } }],
    ['externalLinks.target must', { externalLinks: { target: '_blank' } }],
    ['privacyPolicy.url must', { privacyPolicy: { url: 'example.com' } }],
    ['privacyPolicy.url must', { privacyPolicy: { url: 'https://' } }],
    ['privacyPolicy.url must', { privacyPolicy: { url: `https://example.com/${'x'.repeat(2048)}` } }],
    ['socialAccounts[0].platform must', { socialAccounts: [{ platform: 'gopher', handle: 'q' }] }],
    ['The body must', []],
  ])('are refused with the path: %s', (message, given) => {
    expect(() => settingsFrom(given, undefined)).toThrow(Invalid);
    expect(() => settingsFrom(given, undefined)).toThrow(new RegExp(`^${message.replace(/[[\].]/g, '\\$&')}`));
  });

  it('are accepted or refused, whatever the values', () => {
    const paths = ['title', 'styling', 'styling.font', 'favicon', 'header.links', 'pageActions', 'ai', 'announcement'];
    fc.assert(
      fc.property(fc.constantFrom('', ...paths), anyJson(), (path, value) => {
        const given = path === '' ? value : at(path, value);
        for (const read of [() => settingsFrom(given, undefined), () => changesFrom(given)]) {
          try {
            expect(JSON.parse(JSON.stringify(complete(read())))).toHaveProperty('pageActions.items');
          } catch (error) {
            if (!(error instanceof Invalid)) throw error;
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the actions of pages', () => {
  const actions = (settings: ReturnType<typeof put>) => [
    settings.pageActions.items.join(' '),
    ['externalAI', 'markdown', 'mcp'].filter((name) => valueAt(settings.pageActions, name)).join(' '),
    settings.pdf.enabled,
    settings.git.showEditLink,
  ];

  it('follow the list where a client sets it', () => {
    const given = { pageActions: { items: ['pdf', 'git', 'mcp', 'pdf'], markdown: true }, pdf: { enabled: false } };
    expect(actions(put(given))).toEqual(['pdf git mcp', 'mcp', true, true]);
    expect(actions(put({ pageActions: { items: [] } }))).toEqual(['', '', false, false]);
  });

  it('follow the switches where a client knows no list, or sends back the one that it read', () => {
    const off = { pageActions: { markdown: false }, git: { showEditLink: true } };
    expect(actions(put(off))).toEqual(['external-ai mcp git pdf', 'externalAI mcp', true, true]);
    const before = settingsFrom({ pageActions: { items: ['mcp', 'markdown'] } }, undefined);
    const read = complete(before);
    const sent = { ...read, pageActions: { ...read.pageActions, mcp: false, externalAI: true } };
    expect(actions(put(sent, before))).toEqual(['markdown external-ai', 'externalAI markdown', false, false]);
    expect(actions(put({ pageActions: { items: ['mcp', 'markdown'] } }, before))).toEqual(actions(read));
  });

  it('have the assistant exactly where readers may talk to it, and keep its place', () => {
    const assistant = { ai: { mode: 'assistant' } };
    expect(put({ ...assistant, pageActions: { items: ['mcp'] } }).pageActions.items).toEqual(['assistant', 'mcp']);
    const items = ['mcp', 'assistant'];
    expect(put({ ...assistant, pageActions: { items } }).pageActions.items).toEqual(items);
    expect(put({ pageActions: { items } }).pageActions.items).toEqual(['mcp']);
    expect(put({ ...assistant, pageActions: { items: [] } }).pageActions.items).toEqual([]);
  });
});

describe('the settings of a site space', () => {
  const site = { title: 'Docs', styling: { theme: 'bold', primaryColor: colors }, header: { logo: pictures } };

  it('are those of its site where it has none of its own', () => {
    expect(overridden(site)).toEqual(put(site));
    expect(overridden(site, { styling: { theme: 'muted' }, title: 'Guides' })).toMatchObject({
      title: 'Guides',
      styling: { theme: 'muted', primaryColor: colors },
      header: { logo: pictures },
    });
  });

  it('change one by one: null clears one, or all of a group, and what is left out stays', () => {
    const own = { styling: { theme: 'muted', corners: 'circular' }, header: { preset: 'none', links: [] } };
    const stored = changed(changed({}, changesFrom(own)), changesFrom({ styling: { theme: null }, header: null }));
    expect(stored).toEqual({ styling: { corners: 'circular' } });
    expect(changed(stored, changesFrom({ styling: { corners: null } }))).toEqual({});
    expect(changed(stored, changesFrom({}))).toEqual(stored);
  });

  it('replace lists and colors as a whole', () => {
    const links = [{ title: 'Own', to: null, links: [] }];
    const shared = { header: { links: [{ title: 'Shared', to: home, links: [] }] } };
    expect(overridden(shared, { header: { links } }).header.links).toEqual(links);
    expect(() => overridden(site, { styling: { primaryColor: { light: '#fff' } } })).toThrow(/primaryColor\.dark must/);
  });

  it('never differ in what is the same on all of a site', () => {
    const own = {
      styling: { font: 'Lato', headingFont: 'Lato', monospaceFont: 'DMMono' },
      ai: { mode: 'assistant' },
      pageActions: { mcp: false },
      insights: { trackingCookie: false },
      socialAccounts: null,
      advancedCustomization: { enabled: false },
    };
    expect(changesFrom(own)).toEqual({});
  });

  it('have page actions that fit their own switches', () => {
    expect(overridden({}, { pdf: { enabled: false }, git: { showEditLink: true } }).pageActions.items).toEqual([
      'external-ai',
      'markdown',
      'mcp',
      'git',
    ]);
  });
});

describe('what readers of a published site are shown', () => {
  it('has a title, and not the instructions of the assistant', () => {
    const site = settingsFrom({ ai: { mode: 'assistant', greeting: 'Hi', instructions: 'Secret' } }, undefined);
    expect(publishedCustomization('Docs', site)).toMatchObject({ title: 'Docs', ai: { greeting: 'Hi' } });
    expect(publishedCustomization('Docs', site).ai).not.toHaveProperty('instructions');
    expect(publishedCustomization('Docs', { title: 'Own' }, { title: 'Guides' }).title).toBe('Guides');
    expect(publishedCustomization('Docs').title).toBe('Docs');
    expect(complete(site).ai.instructions).toBe('Secret');
  });
});
