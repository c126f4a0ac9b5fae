import type { SiteView } from '../../contract/site.view.js';
import type { SiteCustomizationView } from '../../customization/application/customization.view.js';
import type {
  SectionsStructureView,
  SiteSpacesStructureView,
} from '../../sites/application/structure/structure.view.js';

/** A script that an integration puts on every page of a site. */
export class SiteScriptView {
  /** @example https://docs.example.com/script.js */
  script!: string;
  contentSecurityPolicy?: string;
  /**
   * Whether it keeps cookies, which visitors are asked about.
   * @example false
   */
  cookies!: boolean;
}

/** How a site and its site spaces look. */
export class SiteCustomizationsView {
  site!: SiteCustomizationView;
  /** Of every site space that is shown, as they count there, by its id. */
  siteSpaces!: Record<string, SiteCustomizationView>;
}

/** A site as it is shown to a visitor. */
export class PublishedSiteView {
  object!: 'published-content-site';
  site!: SiteView;
  structure!: SectionsStructureView | SiteSpacesStructureView;
  customizations!: SiteCustomizationsView;
  scripts!: SiteScriptView[];
}
