import type { SiteEvent } from './site-event.js';

/** How long events are kept. */
export const KEPT_MS = 400 * 24 * 60 * 60 * 1000;

/** What happened on sites. */
export abstract class Insights {
  /**
   * Keeps events of a live site, to the hour, and says how many; undefined where there is none. What agents say is kept
   * of spaces that the site holds now: unlike renderers, which remember a site for a while, they are answered.
   */
  abstract record(
    organizationId: string,
    siteId: string,
    events: readonly SiteEvent[],
    now: Date,
  ): Promise<number | undefined>;
  /** Forgets what happened before that, and on sites that are gone. */
  abstract forget(before: Date): Promise<void>;
}
