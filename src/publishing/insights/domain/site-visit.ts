import { PageFeedbackGiven, SiteViewed, type SiteVisit, type SiteVisitor } from '../../contract/events.js';
import { addressIn } from './event-details.js';
import { RATINGS, withoutKeys, type SiteEvent } from './site-event.js';
import { membersOf, oneOf, textIn, wellFormed, type Members } from './told-members.js';

const MOST_COOKIES = 50;
const LONGEST_COOKIE_NAME = 100;
const LONGEST_COOKIE = 1024;
const LONGEST_AGENT = 512;
const LONGEST_VISITOR = 256;
const LONGEST_COMMENT = 512;
const LONGEST_URL = 2048;
const ADDRESS = /^[\d.:A-Fa-f]{2,45}$/;
const LANGUAGE = /^[A-Za-z]{2,3}(?:[-_][\dA-Za-z]{1,8}){0,4}$/;
/** Cookies with a token by which a site lets its visitor in. */
const TOKEN_COOKIE = /^gitbook-visitor-token/i;
/** Parameters of an address that carry such a token. */
const TOKEN_PARAMETER = 'jwt_token';

/** Where a visit was reported from. */
export interface Reported {
  organizationId: string;
  siteId: string;
  /** The address of the client that reported it. */
  address: string;
}

/**
 * What other contexts learn of an event of a renderer, as the renderer sent it: it may lead to a person, so it is passed
 * on and not stored. Undefined for events that no other context follows. Tokens and keys that open a site are left out.
 */
export function visitOf(told: unknown, event: SiteEvent, from: Reported): SiteViewed | PageFeedbackGiven | undefined {
  const { organizationId, siteId } = from;
  switch (event.type) {
    case 'page_view':
      return new SiteViewed(organizationId, siteId, readVisit(membersOf(told), event, from));
    case 'page_post_feedback':
    case 'page_post_feedback_comment': {
      const rating = oneOf(['bad', 'ok', 'good'], nameOf(event.rating));
      if (rating === undefined) return undefined;
      const comment = event.comment === null ? {} : { comment: event.comment.slice(0, LONGEST_COMMENT) };
      const visit = readVisit(membersOf(told), event, from);
      return new PageFeedbackGiven(organizationId, siteId, visit, { rating, ...comment });
    }
    default:
      return undefined;
  }
}

function readVisit(told: Members, event: SiteEvent, { address }: Reported): SiteVisit {
  const [session, location] = [membersOf(told['session']), membersOf(told['location'])];
  const { siteSpace, space, page, shareKey } = event;
  return {
    ...(siteSpace !== null && { siteSpaceId: siteSpace }),
    ...(space !== null && { spaceId: space }),
    ...(page !== null && { pageId: page }),
    visitor: visitorIn(session, address),
    url: openUrl(location['url'], shareKey),
    referrer: openUrl(session['referrer'], shareKey),
  };
}

function visitorIn(session: Members, address: string): SiteVisitor {
  const { ip, language } = session;
  return {
    anonymousId: textIn(session['visitorId'], LONGEST_VISITOR) ?? '',
    cookies: cookiesIn(session['cookies']),
    userAgent: textIn(session['userAgent'], LONGEST_AGENT) ?? '',
    ip: typeof ip === 'string' && ADDRESS.test(ip) ? ip : address,
    ...(typeof language === 'string' && LANGUAGE.test(language) && { language }),
  };
}

function cookiesIn(told: unknown): Record<string, string> {
  const members = membersOf(told);
  const found = new Map<string, string>();
  for (const name in members) {
    if (found.size === MOST_COOKIES) break;
    const value = members[name];
    if (typeof value !== 'string' || value.length > LONGEST_COOKIE || name.length > LONGEST_COOKIE_NAME) continue;
    if (Object.hasOwn(members, name) && !TOKEN_COOKIE.test(name)) found.set(wellFormed(name), wellFormed(value));
  }
  return Object.fromEntries(found);
}

/** An address without what opens a site: the key of a share link, a token. Empty for anything else. */
function openUrl(told: unknown, shareKey: string | null): string {
  const url = addressIn(told)?.url;
  if (!url) return '';
  url.searchParams.delete(TOKEN_PARAMETER);
  return wellFormed(withoutKeys(url, shareKey) + url.search).slice(0, LONGEST_URL);
}

function nameOf(rating: number | null): string | undefined {
  return Object.entries(RATINGS).find(([, number]) => number === rating)?.[0];
}
