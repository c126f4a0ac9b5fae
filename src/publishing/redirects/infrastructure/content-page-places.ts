import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { FindSpaceRedirect, FindLivePage } from '#content';
import type { ContentRedirect, PagePlaces } from '../domain/redirects.js';

/** Asks the Content context for pages. */
@Injectable()
export class ContentPagePlaces implements PagePlaces {
  constructor(private readonly dispatcher: Dispatcher) {}

  async pageAt(organizationId: string, spaceId: string, path: string): Promise<string | undefined> {
    return (await this.dispatcher.ask(new FindLivePage(organizationId, spaceId, { path })))?.id;
  }

  async pathOf(organizationId: string, spaceId: string, pageId: string): Promise<string | undefined> {
    return (await this.dispatcher.ask(new FindLivePage(organizationId, spaceId, { id: pageId })))?.path;
  }

  async redirectAt(organizationId: string, spaceId: string, path: string): Promise<ContentRedirect | undefined> {
    const found = await this.dispatcher.ask(new FindSpaceRedirect(organizationId, spaceId, path));
    if (!found || 'url' in found) return found;
    const target = await this.pathOf(organizationId, spaceId, found.page);
    return target === undefined ? undefined : { path: target, anchor: found.anchor };
  }
}
