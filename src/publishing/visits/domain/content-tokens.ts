import type { VisitorClaims } from '#kernel/application/caller';

/** What an admitted visitor may read, as stored in a content token. */
export interface Visit {
  organization: string;
  site: string;
  siteSection?: string | undefined;
  siteSpace: string;
  /** The space that the site space shows. */
  space: string;
  /** The spaces of all site spaces that the visitor may see. */
  spaces: readonly string[];
  /** The site's counter of ended visits when this one began: the visit ends when that grows. */
  access: number;
  /** The change request or the revision whose preview the URL names, in the space that the site space shows. */
  changeRequest?: string | undefined;
  revision?: string | undefined;
  /** The share link by whose key they were admitted. */
  shareLink?: string | undefined;
  /** The claims of the visitor; absent if there are none. */
  claims?: VisitorClaims | undefined;
}

/** Issues and reads the tokens with which renderers read for their visitors. Equal visits of a day get equal tokens. */
export abstract class ContentTokens {
  /** `mark` identifies the visit: visits with equal marks are equal, so a cached token needs no call of `visit`. */
  abstract mint(mark: string, until: Date, visit: () => Visit): Promise<string>;
  /** The visit of a valid token; undefined for everything else. */
  abstract read(token: string, now: Date): Promise<(Visit & { until: Date }) | undefined>;
}

const DAY_MS = 86_400_000;
/** Tokens stay valid into the next UTC day, so that none expires right after it was issued. */
const OVERLAP_MS = 5 * 60_000;

/**
 * When a token that is issued now expires: shortly after the end of the UTC day, so that equal visits of a day get
 * equal tokens.
 */
export function endOfTokens(now: Date): Date {
  const day = Math.floor(now.getTime() / DAY_MS);
  return new Date((day + 1) * DAY_MS + OVERLAP_MS);
}
