import type { Caller } from '#kernel/application/caller';
import type { ServedSite } from './served-site.js';

/** A visitor on a site: who reads, and what. */
export interface Visit {
  kind: 'visit';
  caller: Caller;
  site: ServedSite;
  /** The versions of all that the site shows, and what is known of the visitor. */
  stamp: string;
}

/** A visit, or where the visitor is led instead; undefined where there is nothing for them. */
export type Begun = Visit | { kind: 'redirect'; location: string } | undefined;
