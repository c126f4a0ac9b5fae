import type { SiteEvent } from './site-event.js';

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
  /** Removes some of the events before that date; returns how many. */
  abstract forget(before: Date): Promise<number>;
  /** Removes some of the events of a deleted site; returns how many. */
  abstract forgetSite(organizationId: string, siteId: string): Promise<number>;
}
