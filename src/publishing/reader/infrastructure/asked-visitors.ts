import { Injectable } from '@nestjs/common';
import { AskedReaders, type PrintedSpace } from '../application/page-views.js';
import type { ReadPlace } from '../application/read-place.js';
import type { ReaderRequest } from '../application/reader.queries.js';
import { PublishedVisits } from './published-visits.js';
import { readPlace } from './visit-log.js';

/** Sites ask their visitors, and offer PDFs, where their customization says so. */
@Injectable()
export class AskedVisitors extends AskedReaders {
  constructor(private readonly visits: PublishedVisits) {
    super();
  }

  async placeOf({ url, visitor }: ReaderRequest, pageId: string): Promise<ReadPlace | undefined> {
    const visit = await this.visits.begin(url, visitor);
    if (visit?.kind !== 'visit' || visit.site.place.preview || !visit.site.look.feedback.enabled) return undefined;
    return readPlace(visit.site, pageId);
  }

  async printedFor({ url, visitor }: ReaderRequest): Promise<PrintedSpace | undefined> {
    const visit = await this.visits.begin(url, visitor);
    if (visit?.kind !== 'visit' || !visit.site.look.pageActions.items.includes('pdf')) return undefined;
    const { space, changeRequest } = visit.site.place;
    return { caller: visit.caller, spaceId: space, changeRequestId: changeRequest };
  }
}
