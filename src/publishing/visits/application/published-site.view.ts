import type { SiteScriptView, SiteView } from '../../contract/site.view.js';
import type { SiteCustomizationView } from '../../customization/application/customization.view.js';
import type {
  SectionsStructureView,
  SiteSpacesStructureView,
} from '../../sites/application/structure/structure.view.js';

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
