import type { VisitorClaims } from '#kernel/application/caller';

/** What somebody who was let in to a site may read, as a content token carries it. */
export interface Visit {
  organization: string;
  site: string;
  siteSection?: string | undefined;
  siteSpace: string;
  /** The space that the site space shows. */
  space: string;
  /** The spaces of all site spaces that the visitor sees. */
  spaces: readonly string[];
  /** The count of the site's ended visits when this one began: it ends when that grows. */
  access: number;
  /** The change request or the revision whose preview the URL names, in the space that the site space shows. */
  changeRequest?: string | undefined;
  revision?: string | undefined;
  /** The share link by whose key they came in. */
  shareLink?: string | undefined;
  /** What is known of the visitor; absent where that is nothing. */
  claims?: VisitorClaims | undefined;
}

/** Makes and reads the tokens by which renderers read for their visitors. Equal visits of a day get equal tokens. */
export abstract class ContentTokens {
  /** `mark`: what the visit follows from. Visits of equal marks are equal, so that only the first need be made. */
  abstract mint(mark: string, until: Date, visit: () => Visit): Promise<string>;
  /** The visit of a token that is ours and has not ended; undefined for everything else. */
  abstract read(token: string, now: Date): Promise<(Visit & { until: Date }) | undefined>;
}

const DAY_MS = 86_400_000;
/** Tokens are good for so long into the next day, so that nobody holds one that ends at once. */
const OVERLAP_MS = 5 * 60_000;

/** When a token that is made now ends: shortly after the UTC day does, so that all of a day are alike. */
export function endOfTokens(now: Date): Date {
  const day = Math.floor(now.getTime() / DAY_MS);
  return new Date((day + 1) * DAY_MS + OVERLAP_MS);
}
