import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { LiveSites } from '../domain/live-sites.js';
import { MarkOfPublishedUrl } from './visit.queries.js';

@QueryHandler(MarkOfPublishedUrl)
export class MarkOfPublishedUrlHandler implements IQueryHandler<MarkOfPublishedUrl> {
  constructor(private readonly sites: LiveSites) {}

  execute({ url }: MarkOfPublishedUrl): Promise<string | undefined> {
    return this.sites.markAt(url);
  }
}
