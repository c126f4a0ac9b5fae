import type { SpaceView } from '#content';
import type { SiteCustomizationView } from '../../customization/application/customization.view.js';
import type {
  SiteExternalLinkView,
  SiteSectionGroupView,
  SiteSectionView,
  SiteSpaceView,
} from '../../sites/application/structure/structure.view.js';
import { lookInForce } from './look-in-force.js';
import type { PublishedSiteView } from '../../visits/application/published-site.view.js';
import type { PublishedContentView } from '../../visits/application/visit.view.js';

export type SectionItem = SiteSectionView | SiteSectionGroupView | SiteExternalLinkView;

/** A site space with the section it is in. */
export interface PlacedSpace {
  siteSpace: SiteSpaceView;
  section: SiteSectionView | undefined;
}

/** What members are shown that others do not see, with where the live content is. */
export interface Preview {
  title: string;
  href?: string;
}

/** A site as it is served to one visitor at one of its addresses. */
export class ServedSite {
  readonly spaces: readonly PlacedSpace[];
  readonly current: PlacedSpace;
  /** BCP 47. */
  readonly language: string;
  readonly look: SiteCustomizationView;
  readonly #root: string;

  constructor(
    readonly view: PublishedSiteView,
    readonly place: PublishedContentView,
    readonly preview?: Preview,
  ) {
    this.spaces = placedSpaces(view);
    const current = this.spaces.find(({ siteSpace }) => siteSpace.id === place.siteSpace);
    if (!current) throw new Error(`The site space ${place.siteSpace} is missing in the structure of its site`);
    this.current = current;
    this.look = lookInForce(view.customizations.siteSpaces[place.siteSpace] ?? view.customizations.site);
    this.language = current.siteSpace.space.language ?? this.look.internationalization.locale;
    this.#root = view.site.urls.published ?? '';
  }

  /** Ids of the content that is shown of a space: of the one being read it may be a preview. */
  get space(): SpaceView {
    return this.current.siteSpace.space;
  }

  /** The sections, their groups and links of the menu; empty for a site without sections. */
  get sections(): readonly SectionItem[] {
    const { structure } = this.view;
    return structure.type === 'sections' ? structure.structure : [];
  }

  /** The site spaces beside the current one, which are its variants. */
  get variants(): readonly SiteSpaceView[] {
    const { siteSpace, section } = this.current;
    const beside = this.spaces.filter((other) => other.section?.id === section?.id);
    return beside.flatMap((other) =>
      other.siteSpace.hidden && other.siteSpace.id !== siteSpace.id ? [] : [other.siteSpace],
    );
  }

  /** What it is called, in the language of what is read. */
  get title(): string {
    return this.localized(this.look.title ?? this.view.site.title, this.look.localizedTitle);
  }

  /** The site spaces beside the current one that have its content in other languages. */
  get translations(): readonly PlacedSpace[] {
    const { siteSpace, section } = this.current;
    const variants = this.variants.map((variant) => ({ siteSpace: variant, section }));
    const languages = new Set(variants.map((variant) => variant.siteSpace.space.language ?? ''));
    if (languages.size !== variants.length || languages.has('')) return [];
    return variants.filter((variant) => variant.siteSpace.id !== siteSpace.id);
  }

  /** The path at which this server serves what the site has at one of its published URLs. */
  served(published: string): string {
    const { siteBasePath } = this.place;
    return published.startsWith(this.#root) ? siteBasePath + published.slice(this.#root.length) : published;
  }

  /** The published URL of what is served at a path. */
  canonical(served: string): string {
    const { siteBasePath } = this.place;
    return served.startsWith(siteBasePath) ? this.#root + served.slice(siteBasePath.length) : served;
  }

  /** The published URL of what an address leads to: its own where it is one. */
  absolute(href: string): string {
    return URL.canParse(href) ? href : this.canonical(href);
  }

  /** The site space that shows a space: the current one, one of its section, or the first. */
  showing(spaceId: string): PlacedSpace | undefined {
    const all = this.spaces.filter(({ siteSpace }) => siteSpace.space.id === spaceId);
    const { siteSpace, section } = this.current;
    return (
      all.find((one) => one.siteSpace.id === siteSpace.id) ??
      all.find((one) => one.section?.id === section?.id) ??
      all[0]
    );
  }

  /** Where a site space begins, ending with a slash. */
  baseOf({ id, urls }: SiteSpaceView): string {
    if (id === this.current.siteSpace.id) return this.place.basePath;
    const base = this.served(urls.published ?? '');
    return base.endsWith('/') ? base : `${base}/`;
  }

  /** A text in the language of what is read. */
  localized(text: string, translations: Readonly<Record<string, string>> | undefined): string {
    return translations?.[this.language] ?? translations?.[this.language.split('-', 1)[0] ?? ''] ?? text;
  }
}

/** All site spaces, in the order of the menu. */
export function placedSpaces({ structure }: PublishedSiteView): PlacedSpace[] {
  if (structure.type === 'siteSpaces')
    return structure.structure.map((siteSpace) => ({ siteSpace, section: undefined }));
  return sectionsIn(structure.structure).flatMap((section) =>
    section.siteSpaces.map((siteSpace) => ({ siteSpace, section })),
  );
}

/** All sections, also those in groups, in the order of the menu. */
export function sectionsIn(items: readonly SectionItem[]): SiteSectionView[] {
  return items.flatMap((item) => {
    if (item.object === 'site-section') return [item];
    return item.object === 'site-section-group' ? sectionsIn(item.children) : [];
  });
}
