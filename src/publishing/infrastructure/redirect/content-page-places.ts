import { Injectable } from '@nestjs/common';
import type { PagePlaces } from '../../domain/redirect/redirects.js';

/**
 * The pages as the Content context knows them. Its contract has no question for them yet, so no page is found: redirects
 * to pages are kept, and lead nowhere until it has.
 */
@Injectable()
export class ContentPagePlaces implements PagePlaces {
  async pageAt(): Promise<string | undefined> {
    return undefined;
  }

  async pathOf(): Promise<string | undefined> {
    return undefined;
  }
}
