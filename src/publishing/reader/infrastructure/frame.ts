import type { ContentRef } from '#rich-document';
import type { FrameLink, FrameMenu, SectionEntry, SiteFrame } from '#site-html';
import type { ContentLinkView, HeaderItemView } from '../../customization/application/customization.view.js';
import type { SiteSpaceView } from '../../sites/application/structure/structure.view.js';
import { sectionsIn, type SectionItem, type ServedSite } from './served-site.js';
import type { References } from './references.js';
import type { SamePages } from './same-pages.js';

/** What a frame is made of besides the site. */
export interface FrameParts {
  references: References;
  /** The path of the page on display. */
  here: string;
  files: SiteFrame['files'];
  direction: 'ltr' | 'rtl';
  topColors: SiteFrame['topColors'];
  /** Whether there is a language model that answers questions. */
  ask: boolean;
  theme: SiteFrame['theme']['chosen'];
  signOut?: string | undefined;
  preview?: SiteFrame['preview'];
  /** What the variants have in the place of the page. */
  same?: SamePages | undefined;
  /** The address on this server of a picture that others host. */
  picture(url: string): string | undefined;
}

const PROFILES: Readonly<Record<string, string>> = {
  twitter: 'https://x.com/',
  instagram: 'https://www.instagram.com/',
  facebook: 'https://www.facebook.com/',
  linkedin: 'https://www.linkedin.com/',
  github: 'https://github.com/',
  discord: 'https://discord.gg/',
  slack: 'https://slack.com/',
  youtube: 'https://www.youtube.com/@',
  tiktok: 'https://www.tiktok.com/@',
  reddit: 'https://www.reddit.com/',
  bluesky: 'https://bsky.app/profile/',
  mastodon: 'https://mastodon.social/@',
  threads: 'https://www.threads.net/@',
  medium: 'https://medium.com/@',
};

/** The references that the frame of a site follows. */
export function frameReferences({ look }: ServedSite): ContentRef[] {
  const links = [
    ...look.header.links.flatMap(({ to, links: below }) => [to, ...below.map((link) => link.to)]),
    ...look.footer.groups.flatMap((group) => group.links.map((link) => link.to)),
    look.header.primaryLink,
    look.announcement?.link?.to,
  ];
  return links.flatMap((ref) => (ref ? [ref as ContentRef] : []));
}

/** What all pages of a site share, for one visitor. */
export function frameOf(site: ServedSite, parts: FrameParts): SiteFrame {
  const { look, view, place } = site;
  const { references } = parts;
  const base = place.siteBasePath;
  const home = look.header.primaryLink && references.target(look.header.primaryLink as ContentRef)?.href;
  const { announcement, footer, favicon } = look;
  return {
    language: site.language,
    direction: parts.direction,
    title: site.localized(look.title ?? view.site.title, look.localizedTitle),
    root: base,
    home,
    here: parts.here,
    logo: look.header.logo && themed(look.header.logo, parts),
    emoji: favicon.emoji,
    theme: { byDefault: look.themes.default, toggleable: look.themes.toggeable, chosen: parts.theme },
    topColors: parts.topColors,
    newTabs: opensTab(site) || undefined,
    icons: look.styling.icons,
    files: parts.files,
    header:
      look.header.preset === 'none' ? [] : look.header.links.flatMap((item) => headerMenu(site, references, item)),
    sections: site.sections.flatMap((item) => sectionEntry(site, item)),
    variants: variantsOf(site, parts.same),
    variantKind: variantKind(site.variants),
    announcement: announcement?.enabled
      ? {
          message: site.localized(announcement.message, announcement.localizedMessage),
          style: announcement.style,
          link: announcement.link && contentLink(site, references, announcement.link)[0],
        }
      : undefined,
    footer: {
      logo: footer.logo && themed(footer.logo, parts),
      groups: footer.groups.map((group) => ({
        title: site.localized(group.title, group.localizedTitle),
        links: group.links.flatMap((link) => contentLink(site, references, link)),
      })),
      copyright: footer.copyright,
      privacy: look.privacyPolicy.url,
      social: look.socialAccounts.flatMap(({ platform, handle, display }) =>
        display.footer || display.header
          ? [{ platform, href: (PROFILES[platform] ?? '') + encodeURIComponent(handle), header: display.header }]
          : [],
      ),
      trademark: look.trademark.enabled,
    },
    search: searchOf(site, parts.ask),
    themeAction: `${base}~/theme`,
    signOut: parts.signOut,
    preview: parts.preview,
  };
}

/** The page that searches. An assistant begins with a greeting; questions suggest themselves wherever they are answered. */
function searchOf(site: ServedSite, hasModel: boolean): SiteFrame['search'] {
  const { ai, styling } = site.look;
  const ask = hasModel && ai.mode !== 'none';
  const greets = ask && ai.mode === 'assistant' && ai.greeting !== undefined && ai.greeting !== '';
  return {
    ...{ href: `${site.place.siteBasePath}~/search`, style: styling.search, ask },
    ...(greets ? { greeting: site.localized(ai.greeting ?? '', ai.localizedGreeting) } : {}),
    ...(ask ? { suggestions: ai.suggestions } : {}),
  };
}

function themed({ light, dark }: { light: string; dark: string }, { picture }: FrameParts) {
  const shown = picture(light);
  return shown === undefined ? undefined : { light: shown, dark: picture(dark) ?? shown };
}

function headerMenu(site: ServedSite, references: References, item: HeaderItemView): FrameMenu[] {
  const target = item.to ? references.target(item.to as ContentRef) : undefined;
  const links = item.links.flatMap((link) => contentLink(site, references, link));
  if (!target && links.length === 0) return [];
  return [
    {
      title: site.localized(item.title, item.localizedTitle),
      href: target?.href,
      blank: target?.kind === 'url' && opensTab(site),
      style: item.style,
      links,
    },
  ];
}

/** No link for what the visitor is not shown. */
function contentLink(site: ServedSite, references: References, link: ContentLinkView): FrameLink[] {
  const target = references.target(link.to as ContentRef);
  if (!target) return [];
  const title = site.localized(link.title, link.localizedTitle);
  return [{ title, href: target.href, blank: target.kind === 'url' && opensTab(site) }];
}

const opensTab = ({ look }: ServedSite): boolean => look.externalLinks.target === 'blank';

function sectionEntry(site: ServedSite, item: SectionItem): SectionEntry[] {
  const title = site.localized(item.title, item.localizedTitle);
  if (item.object === 'site-external-link')
    return [{ title, href: item.url, icon: item.icon, blank: true, children: [] }];
  const current = site.current.section?.id;
  if (item.object === 'site-section-group') {
    const children = item.children.flatMap((child) => sectionEntry(site, child));
    const isIn = sectionsIn(item.children).some(({ id }) => id === current);
    return children.length === 0 ? [] : [{ title, icon: item.icon, current: isIn, children }];
  }
  const start = item.siteSpaces.find((siteSpace) => siteSpace.default) ?? item.siteSpaces[0];
  if (!start) return [];
  const description = item.description && site.localized(item.description, item.localizedDescription);
  const href = site.served(item.urls.published ?? start.urls.published ?? '');
  return [{ title, href, description, icon: item.icon, current: item.id === current, children: [] }];
}

/** No link to a variant without pages. */
function variantsOf(site: ServedSite, same: FrameParts['same']): FrameLink[] {
  const variants = site.variants.filter(({ id }) => same?.empty.has(id) !== true);
  if (variants.length < 2) return [];
  return variants.map((siteSpace) => ({
    title: site.localized(siteSpace.title, siteSpace.localizedTitle),
    href: same?.at.get(siteSpace.id)?.href ?? site.baseOf(siteSpace),
    current: siteSpace.id === site.current.siteSpace.id,
  }));
}

/** Variants are languages where each has one of its own. */
function variantKind(variants: readonly SiteSpaceView[]): SiteFrame['variantKind'] {
  const languages = new Set(variants.map(({ space }) => space.language ?? ''));
  return languages.size === variants.length && !languages.has('') ? 'language' : 'version';
}
