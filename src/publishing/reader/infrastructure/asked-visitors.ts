import { Injectable } from '@nestjs/common';
import { AskedReaders } from '../application/page-views.js';
import type { ReadPlace } from '../application/read-place.js';
import type { ReaderRequest } from '../application/reader.queries.js';
import { PublishedVisits } from './published-visits.js';
import { readPlace } from './visit-log.js';

/** Sites ask their visitors where their customization says so. */
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
}
