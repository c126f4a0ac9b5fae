import type { SiteEvent } from './site-event.js';

/** How long events are kept. */
export const KEPT_MS = 400 * 24 * 60 * 60 * 1000;

/** The stored events of sites. */
export abstract class Insights {
  /**
   * Stores events of a live site, with times rounded down to the hour, and returns their number; undefined if there is
   * no such site. Feedback of agents is stored only for spaces that are on the site now: unlike renderers, which cache
   * a site for a while, agents get an error for others.
   */
  abstract record(
    organizationId: string,
    siteId: string,
    events: readonly SiteEvent[],
    now: Date,
  ): Promise<number | undefined>;
  /** Removes events before that date, and those of deleted sites. */
  abstract forget(before: Date): Promise<void>;
}
