import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ReadShownPages, type ShownPages } from '#content';
import { listedSpace, type ListedSpace } from './listed-pages.js';
import type { PlacedSpace, ServedSite } from '.././served-site.js';
import type { Visit } from '../published-visits.js';

/** Site spaces of one site that are listed. */
const MOST_SPACES = 100;

/** The pages of the spaces of a site, as a visitor is shown them: one statement for each space. */
@Injectable()
export class SiteTrees {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** What a URL is about: all site spaces that are in a menu at the beginning of the site, else the one that it names. */
  about(visit: Visit): Promise<ListedSpace[]> {
    const { site } = visit;
    return this.of(visit, isWhole(site) ? site.spaces.filter(({ siteSpace }) => !siteSpace.hidden) : [site.current]);
  }

  of(visit: Visit, spaces: readonly PlacedSpace[]): Promise<ListedSpace[]> {
    return Promise.all(
      spaces
        .slice(0, MOST_SPACES)
        .map(async (placed) => listedSpace(visit.site, { placed, tree: await this.#treeOf(visit, placed) })),
    );
  }

  /** How many pages, groups and links the site space has in which a visitor is. */
  async sizeOf(visit: Visit): Promise<number> {
    return (await this.#treeOf(visit, visit.site.current)).size;
  }

  #treeOf({ caller }: Visit, { siteSpace }: PlacedSpace): Promise<ShownPages> {
    const { id: spaceId, revision: revisionId } = siteSpace.space;
    return this.dispatcher.ask(new ReadShownPages(caller, { spaceId, revisionId }));
  }
}

/** Whether the whole site is meant, and not one of its site spaces. */
export function isWhole({ place }: ServedSite): boolean {
  return place.basePath === place.siteBasePath;
}
