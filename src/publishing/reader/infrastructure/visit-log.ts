import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { RecordSiteEvents } from '../../insights/application/insights.commands.js';
import { PageViews } from '../application/page-views.js';
import type { ReadingBrowser, ReadPlace } from '../application/read-place.js';
import type { ServedSite } from './served-site.js';

/** How long views wait for others, so that they are written together. */
const WAIT_MS = 1_000;
/** Views of a site that are written at a time: more would keep other requests waiting. */
const BATCH = 200;
/** Views that wait or are being written at most; further ones are not counted. */
const MOST_PENDING = 5_000;
const PAGE_VIEW = { type: 'page_view' };

interface Waiting {
  organizationId: string;
  siteId: string;
  events: object[];
}

/**
 * Counts views of pages, without cookies: a visitor is an address and a browser, of which nothing is stored that leads
 * back to them. Views wait for others for a second at most; those of a process that is killed are lost.
 */
@Injectable()
export class VisitLog extends PageViews implements OnApplicationShutdown {
  readonly #sites = new Map<string, Waiting>();
  #pending = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly dispatcher: Dispatcher) {
    super();
  }

  note(place: ReadPlace, browser: ReadingBrowser, event: object = PAGE_VIEW): void {
    if (this.#pending >= MOST_PENDING) return;
    const { organizationId, siteId } = place;
    const waiting = this.#sites.get(siteId) ?? { organizationId, siteId, events: [] };
    waiting.events.push(eventOf(place, browser, event));
    this.#pending++;
    this.#sites.set(siteId, waiting);
    if (waiting.events.length >= BATCH) {
      this.#sites.delete(siteId);
      void this.#writeOne(waiting);
    } else this.#timer ??= setTimeout(() => void this.#write(), WAIT_MS).unref();
  }

  /** Writes an event of another kind before its sender is answered. */
  async record(place: ReadPlace, browser: ReadingBrowser, event: object): Promise<void> {
    const { organizationId, siteId } = place;
    await this.dispatcher.run(new RecordSiteEvents(organizationId, siteId, [eventOf(place, browser, event)]));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#write();
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const sites = [...this.#sites.values()];
    this.#sites.clear();
    for (const waiting of sites) await this.#writeOne(waiting);
  }

  async #writeOne({ organizationId, siteId, events }: Waiting): Promise<void> {
    try {
      await this.dispatcher.run(new RecordSiteEvents(organizationId, siteId, events));
    } catch {
      // The site was deleted or unpublished meanwhile, or the database does not answer: views are not worth more.
    }
    this.#pending -= events.length;
  }
}

/** Where a visitor reads on a site. */
export function readPlace({ place, current }: ServedSite, page: string | undefined): ReadPlace {
  return {
    organizationId: place.organization,
    siteId: place.site,
    url: place.canonicalUrl,
    section: current.section?.id,
    siteSpace: place.siteSpace,
    shareKey: place.shareKey,
    space: place.space,
    page,
  };
}

function eventOf(place: ReadPlace, browser: ReadingBrowser, event: object): object {
  const { address: ip, userAgent, language, referrer } = browser;
  const { url, section, siteSpace, shareKey, space, page } = place;
  const session = { visitorId: `${ip} ${userAgent ?? ''}`, ip, userAgent, language, referrer };
  const location = {
    url,
    displayContext: 'site',
    siteSection: section,
    siteSpace,
    space,
    siteShareKey: shareKey,
    page,
  };
  return { ...event, session, location };
}
