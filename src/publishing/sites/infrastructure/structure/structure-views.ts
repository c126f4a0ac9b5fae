import type { SpaceView } from '#content';
import type {
  SiteExternalLinkView,
  SiteSectionGroupView,
  SiteSectionView,
  SiteSpaceView,
  SiteStructureView,
} from '../../application/structure/structure.view.js';
import { rootUrl, sectionSegments, segmentsOf, type SitesHost } from '../../domain/site/addresses.js';
import type { SiteState } from '../../domain/site/site.js';
import {
  defaultSiteSpaceOf,
  sectionsOf,
  type GroupEntry,
  type LinkEntry,
  type LocalizedText,
  type SectionEntry,
  type SiteSpaceEntry,
} from '../../domain/structure/structure.js';

type Structured = Pick<
  SiteState,
  'organizationId' | 'id' | 'basename' | 'hostname' | 'proxy' | 'published' | 'structure'
>;

/** Views of the structure of a site for one caller, with the spaces that the caller may see. */
export class StructureViews {
  readonly #root: string | undefined;
  /** Indexed by section, so that views of sections do not each scan all site spaces. */
  readonly #bySection = new Map<string | null, SiteSpaceEntry[]>();

  constructor(
    private readonly site: Structured,
    private readonly spaces: ReadonlyMap<string, SpaceView>,
    host: SitesHost,
    /** The key of a share link, which is the first segment of every address. */
    shareKey?: string,
  ) {
    for (const siteSpace of site.structure.siteSpaces) {
      const beside = this.#bySection.get(siteSpace.section);
      if (beside) beside.push(siteSpace);
      else this.#bySection.set(siteSpace.section, [siteSpace]);
    }
    if (site.published) this.#root = rootUrl(site, host, shareKey);
  }

  structure(): SiteStructureView {
    if (sectionsOf(this.site.structure).length === 0) return { type: 'siteSpaces', structure: this.siteSpaces(null) };
    return { type: 'sections', structure: this.#children(null) };
  }

  sections(): SiteSectionView[] {
    return sectionsOf(this.site.structure).map((section) => this.section(section));
  }

  groups(): SiteSectionGroupView[] {
    return this.site.structure.items.flatMap((item) => (item.kind === 'group' ? [this.group(item)] : []));
  }

  /** Those of a section, or directly on the site (null). */
  siteSpaces(section: string | null): SiteSpaceView[] {
    return this.#seen(this.#bySection.get(section) ?? []);
  }

  allSiteSpaces(): SiteSpaceView[] {
    return this.#seen(this.site.structure.siteSpaces);
  }

  section(section: SectionEntry): SiteSectionView {
    const { structure } = this.site;
    const view: SiteSectionView = {
      object: 'site-section',
      id: section.id,
      title: section.title,
      default: structure.defaultSection === section.id,
      path: section.path,
      draft: false,
      siteSpaces: this.siteSpaces(section.id),
      urls: this.#urls(sectionSegments(structure, section)),
      ...localized(section),
    };
    if (section.description !== null) view.description = section.description;
    if (section.condition !== null) view.condition = section.condition;
    if (section.group !== null) view.sectionGroup = section.group;
    if (section.icon !== null) view.icon = section.icon;
    return view;
  }

  group(group: GroupEntry): SiteSectionGroupView {
    const children = this.#children(group.id);
    const view: SiteSectionGroupView = {
      object: 'site-section-group',
      id: group.id,
      title: group.title,
      draft: false,
      sections: children.filter((child) => child.object === 'site-section'),
      children,
      ...localized(group),
    };
    if (group.group !== null) view.sectionGroup = group.group;
    if (group.icon !== null) view.icon = group.icon;
    return view;
  }

  links(): SiteExternalLinkView[] {
    return this.site.structure.items.flatMap((item) => (item.kind === 'link' ? [this.#link(item)] : []));
  }

  #link(link: LinkEntry): SiteExternalLinkView {
    const { id, title, url } = link;
    const view: SiteExternalLinkView = {
      object: 'site-external-link',
      id,
      title,
      url,
      draft: false,
      ...localized(link),
    };
    if (link.description !== null) view.description = link.description;
    if (link.icon !== null) view.icon = link.icon;
    if (link.condition !== null) view.condition = link.condition;
    if (link.group !== null) view.sectionGroup = link.group;
    return view;
  }

  #children(group: string | null): (SiteSectionView | SiteSectionGroupView | SiteExternalLinkView)[] {
    const items = this.site.structure.items.filter((item) => item.group === group);
    return items.map((item) => {
      if (item.kind === 'link') return this.#link(item);
      return item.kind === 'section' ? this.section(item) : this.group(item);
    });
  }

  #seen(siteSpaces: readonly SiteSpaceEntry[]): SiteSpaceView[] {
    return siteSpaces.flatMap((siteSpace) => {
      const space = this.spaces.get(siteSpace.space);
      return space ? [this.#siteSpace(siteSpace, space)] : [];
    });
  }

  #siteSpace(siteSpace: SiteSpaceEntry, space: SpaceView): SiteSpaceView {
    const { structure } = this.site;
    const view: SiteSpaceView = {
      object: 'site-space',
      id: siteSpace.id,
      path: siteSpace.path,
      space,
      title: space.title,
      default: defaultSiteSpaceOf(structure, siteSpace.section) === siteSpace.id,
      hidden: siteSpace.hidden,
      draft: false,
      hasAdvancedCustomizationFeature: true,
      urls: this.#urls(segmentsOf(structure, siteSpace)),
      ...localized(siteSpace),
    };
    if (siteSpace.section !== null) view.section = siteSpace.section;
    if (siteSpace.condition !== null) view.condition = siteSpace.condition;
    return view;
  }

  #urls(segments: readonly string[]): { published?: string } {
    return this.#root === undefined ? {} : { published: `${this.#root}${[...segments, ''].join('/')}` };
  }
}

interface Localized {
  localizedTitle?: LocalizedText;
  localizedDescription?: LocalizedText;
}

/** The texts in other languages that an entry has. */
function localized({ localizedTitle, localizedDescription }: Localized): Localized {
  return { ...(localizedTitle && { localizedTitle }), ...(localizedDescription && { localizedDescription }) };
}
