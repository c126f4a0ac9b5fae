import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { Pointer } from '../../domain/structure/structure.js';
import type { SiteSectionGroupView, SiteSectionView, SiteSpaceView, SiteStructureView } from './structure.view.js';

/** What is asked of the structure of one site. `shareKey` is put into published addresses, where it is one of the site. */
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

/** All of it, as it is shown. */
export class GetSiteStructure extends StructureQuery<SiteStructureView> {}

/** Its sections, in the order in which they are shown. */
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

/** Its section groups, in the order in which they are shown. */
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

/** Its site spaces; `default` limits them to the default one of the site, or to the others. */
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

/** One section, group or site space of it. */
export class GetStructureItem extends StructureQuery<SiteSectionView | SiteSectionGroupView | SiteSpaceView> {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    readonly item: Pointer,
  ) {
    super(caller, organizationId, siteId);
  }
}
