import type { SpaceView } from '#content';

export class PublishedUrl {
  /**
   * Where visitors read it; absent while the site is not published.
   * @example https://docs.example.org/api/
   */
  published?: string;
}

/** A space on a site. */
export class SiteSpaceView {
  object!: 'site-space';
  /** @example 0VbbUDx7Ph0YpVc6RsCf */
  id!: string;
  /**
   * Its segment in addresses, where it is not the default.
   * @example v2
   */
  path!: string;
  /** The section it is in. */
  section?: string;
  space!: SpaceView;
  /**
   * The title of the space.
   * @example Handbook
   */
  title!: string;
  /** The title in other languages, by language. */
  localizedTitle?: Record<string, string>;
  /**
   * Whether it is what is read where no other is named, in its section or on the site.
   * @example true
   */
  default!: boolean;
  /**
   * Decides whether visitors see it.
   * @example visitor.claims.beta == true
   */
  condition?: string;
  /** Whether it is left out of menus. */
  hidden!: boolean;
  draft!: boolean;
  hasAdvancedCustomizationFeature!: boolean;
  urls!: PublishedUrl;
}

/** A part of a site with an address of its own; its site spaces are variants of each other. */
export class SiteSectionView {
  object!: 'site-section';
  /** @example 0VbbUEy8Qi1ZqWd7StDg */
  id!: string;
  /** @example API */
  title!: string;
  /** @example "How programs use it" */
  description?: string;
  /**
   * Whether it is what is read where no other is named.
   * @example false
   */
  default!: boolean;
  /**
   * Its segment in addresses, where it is not the default.
   * @example api
   */
  path!: string;
  /**
   * Decides whether visitors see it.
   * @example visitor.claims.beta == true
   */
  condition?: string;
  /** The section group it is in. */
  sectionGroup?: string;
  draft!: boolean;
  /** In their order. */
  siteSpaces!: SiteSpaceView[];
  urls!: PublishedUrl;
  /** @example book */
  icon?: string;
  /** The title in other languages, by language. */
  localizedTitle?: Record<string, string>;
  /** The description in other languages, by language. */
  localizedDescription?: Record<string, string>;
}

/** An entry of the menu of sections that leads away from the site. */
export class SiteExternalLinkView {
  object!: 'site-external-link';
  /** @example 0VbbUGa0Sk3BsYf9UvFi */
  id!: string;
  /** @example Status */
  title!: string;
  /** The title in other languages, by language. */
  localizedTitle?: Record<string, string>;
  /** @example "Whether all is well" */
  description?: string;
  /** The description in other languages, by language. */
  localizedDescription?: Record<string, string>;
  /** @example signal */
  icon?: string;
  /**
   * Where it leads, over http or https.
   * @example https://status.example.org
   */
  url!: string;
  /** The section group it is in. */
  sectionGroup?: string;
  draft!: boolean;
  /**
   * Decides whether visitors see it.
   * @example visitor.claims.beta == true
   */
  condition?: string;
}

/** Sections and other section groups under one title. */
export class SiteSectionGroupView {
  object!: 'site-section-group';
  /** @example 0VbbUFz9Rj2ArXe8TuEh */
  id!: string;
  /** @example Products */
  title!: string;
  /** The section group it is in. */
  sectionGroup?: string;
  draft!: boolean;
  /** The sections right in it. */
  sections!: SiteSectionView[];
  /** What it holds itself, in its order. */
  children!: (SiteSectionView | SiteSectionGroupView | SiteExternalLinkView)[];
  /** @example box */
  icon?: string;
  /** The title in other languages, by language. */
  localizedTitle?: Record<string, string>;
}

/** A site without sections: its site spaces are variants of each other. */
export class SiteSpacesStructureView {
  type!: 'siteSpaces';
  structure!: SiteSpaceView[];
}

/** A site with sections. */
export class SectionsStructureView {
  type!: 'sections';
  structure!: (SiteSectionView | SiteSectionGroupView | SiteExternalLinkView)[];
}

export type SiteStructureView = SectionsStructureView | SiteSpacesStructureView;
