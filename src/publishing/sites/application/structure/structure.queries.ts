import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { Pointer } from '../../domain/structure/structure.js';
import type {
  SiteExternalLinkView,
  SiteSectionGroupView,
  SiteSectionView,
  SiteSpaceView,
  SiteStructureView,
} from './structure.view.js';

/** Queries on the structure of one site. `shareKey` becomes part of published addresses if it belongs to the site. */
export abstract class StructureQuery<Answer> extends Query<Answer> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
    readonly shareKey?: string,
  ) {
    super();
  }
}

/** The whole structure. */
export class GetSiteStructure extends StructureQuery<SiteStructureView> {}

/** Its sections, in display order. */
export class ListSiteSections extends StructureQuery<Page<SiteSectionView>> {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    readonly page: PageRequest,
    shareKey?: string,
  ) {
    super(caller, organizationId, siteId, shareKey);
  }
}

/** Its section groups, in display order. */
export class ListSiteSectionGroups extends StructureQuery<Page<SiteSectionGroupView>> {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    readonly page: PageRequest,
  ) {
    super(caller, organizationId, siteId);
  }
}

/** Its site spaces; `default` selects the default one of the site, or the others. */
export class ListSiteSpaces extends StructureQuery<Page<SiteSpaceView>> {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    readonly page: PageRequest,
    readonly byDefault: boolean | undefined,
    shareKey?: string,
  ) {
    super(caller, organizationId, siteId, shareKey);
  }
}

/** One section, group, site space or external link. */
export class GetStructureItem extends StructureQuery<
  SiteSectionView | SiteSectionGroupView | SiteSpaceView | SiteExternalLinkView
> {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    readonly item: Pointer,
  ) {
    super(caller, organizationId, siteId);
  }
}
