import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { ContentTarget } from '../../revisions/application/content.queries.js';
import type { LinksView, LocationView } from './link.view.js';
import type { MetaLinksView } from './meta-links.view.js';

/** The current content of a space, or that of a change request. */
export type LinkedContent = Pick<ContentTarget, 'spaceId' | 'changeRequestId'>;

export interface LinkFilter {
  status?: 'ok' | 'broken' | 'in-app' | undefined;
  /** Of the broken links: those that are broken by the change request, or in the space already. */
  brokenContext?: 'change-request' | 'space' | undefined;
  /** Only links of this page; NotFound where there is none. */
  pageId?: string | undefined;
}

/** The links of some content by what they lead to. */
export class ListLinks extends Query<LinksView> {
  constructor(
    readonly caller: Caller,
    readonly target: LinkedContent,
    readonly filter: LinkFilter,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** Where a page or file is linked from: in its own content, and in other spaces that the caller may see. */
export class ListBacklinks extends Query<Page<LocationView>> {
  constructor(
    readonly caller: Caller,
    readonly target: LinkedContent,
    readonly to: { kind: 'page' | 'file'; id: string },
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** The metadata of a page for search engines: its canonical page and its alternates. */
export class GetMetaLinks extends Query<MetaLinksView> {
  constructor(
    readonly caller: Caller,
    readonly target: ContentTarget,
    readonly pageId: string,
  ) {
    super();
  }
}
