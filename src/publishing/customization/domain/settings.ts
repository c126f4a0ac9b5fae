import {
  announcement,
  codeThemes,
  color,
  favicon,
  font,
  footerGroups,
  headerItems,
  localized,
  picture,
  reference,
  socialAccounts,
  url,
} from './parts.js';
import { choice, flag, initially, listOf, maybe, oneOf, shaped, text, type Leaf, type Read } from './shape.js';
import * as values from './values.js';

/** A group of settings; each member is a leaf or another group. */
export interface Group {
  readonly [name: string]: Leaf<unknown> | Group;
}

type Complete<Of extends Group> = {
  [Name in keyof Of as Of[Name] extends Leaf<unknown, false> ? never : Name]: Of[Name] extends Leaf<infer Value>
    ? Value
    : Of[Name] extends Group
      ? Complete<Of[Name]>
      : never;
} & {
  [Name in keyof Of as Of[Name] extends Leaf<unknown, false> ? Name : never]?: Of[Name] extends Leaf<infer Value>
    ? Value
    : never;
};

const colors = (light: string, dark: string) => initially({ light, dark }, color);
const none = <Value>(read: Read<Value[]>) => initially<Value[]>([], read);
const codeTheme = () => initially({ light: 'default-light', dark: 'default-dark' }, codeThemes);
const enabled = (initial: boolean) => ({ enabled: initially(initial, flag) });

/**
 * Every setting of a site: how it is read, its default, and whether a site space may override it. Colors, links,
 * pictures and the like are set as a whole.
 */
export const SETTINGS = {
  title: maybe(text(2, 128)),
  localizedTitle: maybe(localized(128)),
  styling: {
    theme: oneOf(values.THEMES),
    primaryColor: colors('#2d6a4f', '#74c69d'),
    tint: maybe(shaped({ color })),
    infoColor: colors('#1d6fb8', '#6cb2eb'),
    successColor: colors('#2b8a3e', '#69db7c'),
    warningColor: colors('#b35c00', '#ffb454'),
    dangerColor: colors('#c92a2a', '#ff8787'),
    corners: oneOf(values.CORNERS),
    depth: oneOf(values.DEPTHS),
    links: oneOf(values.LINK_STYLES),
    font: initially('Inter', font(values.FONTS)).ofSite(),
    headingFont: maybe(font(values.FONTS)).ofSite(),
    monospaceFont: initially('IBMPlexMono', font(values.MONOSPACE_FONTS)).ofSite(),
    background: oneOf(values.BACKGROUNDS),
    icons: oneOf(values.ICON_STYLES),
    codeTheme: { default: codeTheme(), openapi: codeTheme() },
    sidebar: { background: oneOf(values.SIDEBAR_BACKGROUNDS), list: oneOf(values.SIDEBAR_LISTS) },
    search: oneOf(values.SEARCH_STYLES),
  },
  internationalization: { locale: oneOf(values.LOCALES) },
  favicon: initially({}, favicon),
  header: {
    preset: oneOf(values.HEADER_PRESETS),
    logo: maybe(picture),
    primaryLink: maybe(reference),
    backgroundColor: maybe(color),
    linkColor: maybe(color),
    links: none(headerItems),
  },
  footer: { logo: maybe(picture), groups: none(footerGroups), copyright: maybe(text(0, 512)) },
  announcement: maybe(announcement),
  themes: { default: oneOf(values.THEME_MODES), toggeable: initially(true, flag) },
  pdf: enabled(true),
  feedback: enabled(false),
  ai: {
    mode: oneOf(values.AI_MODES).ofSite(),
    greeting: maybe(text(0, 256)).ofSite(),
    localizedGreeting: maybe(localized(128)).ofSite(),
    suggestions: maybe(listOf(text(3, 64), 0, 5)).ofSite(),
    instructions: maybe(text(0, 10_000)).ofSite(),
  },
  advancedCustomization: { enabled: initially(true, flag).ofSite() },
  git: { showEditLink: initially(false, flag) },
  pageActions: {
    externalAI: initially(true, flag).ofSite(),
    markdown: initially(true, flag).ofSite(),
    mcp: initially(true, flag).ofSite(),
    items: initially<values.PageAction[]>(
      ['external-ai', 'markdown', 'mcp', 'git', 'pdf'],
      listOf(choice(values.PAGE_ACTIONS), 0, 2 * values.PAGE_ACTIONS.length),
    ).ofSite(),
  },
  externalLinks: { target: oneOf(values.LINK_TARGETS) },
  pagination: enabled(true),
  trademark: enabled(false),
  privacyPolicy: { url: maybe(url) },
  socialPreview: { url: maybe(url) },
  socialAccounts: none(socialAccounts).ofSite(),
  insights: { trackingCookie: initially(true, flag).ofSite() },
} satisfies Group;

/** All settings of a site, with the defaults of those that are not set. */
export type CustomizationSettings = Complete<typeof SETTINGS>;
