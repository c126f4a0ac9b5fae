import { addressIn, readDetails, type EventDetails } from './event-details.js';
import { idIn, membersOf, oneOf, textIn, type Members } from './told-members.js';
import { UNKNOWN_AGENT, type Agent, type UserAgents } from './user-agents.js';
import { authenticatedIn, claimsIn, languageIn, type ToldClaim } from './visitor.js';

/** The types of events. */
export const EVENT_TYPES = [
  'page_view',
  'page_markdown_request',
  'search_open',
  'search_type_query',
  'search_open_result',
  'page_post_feedback',
  'page_post_feedback_comment',
  'agent_feedback',
  'ask_question',
  'ask_view',
  'ask_rate_response',
  'link_click',
  'api_client_open',
  'api_client_request',
  'ad_click',
  'ad_display',
  'trademark_click',
  'llms_request',
  'mcp_request',
  'rss_request',
] as const;

export const CONTEXTS = ['site', 'server', 'embed', 'mcp'] as const;

/** Ratings of pages, as the stored numbers. */
export const RATINGS = { bad: -1, ok: 0, good: 1 } as const;

/** The stored data of an event, except for the ids of visitor and session, which are not stored. */
export interface SiteEvent {
  type: (typeof EVENT_TYPES)[number];
  /**
   * Ids by which the renderer knows the visitor and the session: only values that can't be traced back to them are
   * stored.
   */
  visitorId: string | null;
  sessionId: string | null;
  /** When it happened, as the client reported it; null for now. */
  at: Date | null;
  context: (typeof CONTEXTS)[number];
  section: string | null;
  siteSpace: string | null;
  /** The key or the id of a share link; the id is stored. */
  shareKey: string | null;
  space: string | null;
  page: string | null;
  agent: Agent;
  language: string | null;
  authenticated: boolean | null;
  /** Stored if the site's schema limits them to a few values. */
  claims: readonly ToldClaim[];
  /** Without the parts that may be private: query, fragment and the key of a share link. */
  url: string | null;
  /** The host from which the visitor came; null for this site, or if it is unknown. */
  referrer: string | null;
  /** The campaign that the address of the page names. */
  campaign: Readonly<Partial<Record<(typeof CAMPAIGN)[number], string>>>;
  /** The search or question, in lower case. */
  query: string | null;
  /** From -1 to 1 for a page, -1 or 1 for an answer. */
  rating: number | null;
  /** A comment for the members of the organization. */
  comment: string | null;
  details: EventDetails;
}

/** Parameters of an address that name a campaign, each with the prefix `utm_`. */
const CAMPAIGN = ['source', 'medium', 'campaign', 'term', 'content'] as const;

/** Characters of queries and of comments that are stored. */
const LONGEST_QUERY = 512;
const LONGEST_COMMENT = 2048;
const LONGEST_VISITOR = 256;
const LONGEST_AGENT = 512;
const LONGEST_CAMPAIGN = 200;
/** How old an event may be when it is reported. */
const MOST_AGE_MS = 24 * 60 * 60 * 1000;
/** Keys of share links in paths. */
const SHARE_KEY = /^[\dA-Za-z]{43}$/;

/**
 * Reads an event from a renderer; undefined for an unknown type, or without the rating that its type requires. Other
 * invalid members are left out.
 */
export function readEvent(told: unknown, agents: UserAgents, now: Date): SiteEvent | undefined {
  const event = membersOf(told);
  const type = oneOf(EVENT_TYPES, event['type']);
  if (type === undefined) return undefined;
  const [session, location] = [membersOf(event['session']), membersOf(event['location'])];
  const rating = ratingIn(type, event);
  if (rating === undefined) return undefined;
  const userAgent = textIn(session['userAgent'], LONGEST_AGENT);
  const shareKey = idIn(location['siteShareKey']);
  const place = addressIn(location['url']);
  return {
    type,
    visitorId: textIn(session['visitorId'], LONGEST_VISITOR),
    sessionId: textIn(session['sessionId'], LONGEST_VISITOR),
    at: timeIn(event['timestamp'], now),
    context: oneOf(CONTEXTS, location['displayContext']) ?? 'site',
    section: idIn(location['siteSection']),
    siteSpace: idIn(location['siteSpace']),
    shareKey,
    space: idIn(location['space']),
    page: idIn(location['page']),
    agent: userAgent === null ? UNKNOWN_AGENT : agents.read(userAgent),
    language: languageIn(session['language']),
    authenticated: authenticatedIn(session),
    claims: claimsIn(session['visitorAuthClaims']),
    url: place && withoutKeys(place.url, shareKey),
    referrer: referrerOf(session['referrer'], place?.url),
    campaign: place ? campaignIn(place.url.searchParams) : {},
    query: queryOf(event['query']),
    rating,
    comment:
      type === 'page_post_feedback_comment' ? textIn(membersOf(event['feedback'])['comment'], LONGEST_COMMENT) : null,
    details: readDetails(type, event),
  };
}

/** An agent's feedback on a page. */
export interface AgentFeedback {
  feedback: string;
  url: string;
  spaceId: string;
  pageId: string;
  source?: 'mcp' | 'assistant' | undefined;
}

export function eventOfFeedback({ feedback, url, spaceId, pageId, source }: AgentFeedback): SiteEvent {
  const place = addressIn(url);
  return {
    type: 'agent_feedback',
    visitorId: null,
    sessionId: null,
    at: null,
    context: source === 'mcp' ? 'mcp' : 'site',
    section: null,
    siteSpace: null,
    shareKey: null,
    space: idIn(spaceId),
    page: idIn(pageId),
    agent: UNKNOWN_AGENT,
    language: null,
    authenticated: null,
    claims: [],
    url: place && withoutKeys(place.url, null),
    referrer: null,
    campaign: {},
    query: null,
    rating: null,
    comment: textIn(feedback, LONGEST_COMMENT),
    details: {},
  };
}

/** A query in the form in which it is stored and searched. */
export function queryOf(value: unknown): string | null {
  return typeof value === 'string'
    ? textIn(
        value
          .slice(0, 4 * LONGEST_QUERY)
          .toLowerCase()
          .replace(/\s+/g, ' '),
        LONGEST_QUERY,
      )
    : null;
}

/** Null for events without a rating; undefined if the type requires one that is missing. */
function ratingIn(type: SiteEvent['type'], event: Members): number | null | undefined {
  if (type === 'ask_rate_response') return [1, -1].find((rating) => rating === event['rating']);
  if (type !== 'page_post_feedback' && type !== 'page_post_feedback_comment') return null;
  const { rating } = membersOf(event['feedback']);
  return Object.entries(RATINGS).find(([name]) => name === rating)?.[1];
}

/** A reported time, if it is plausible. */
function timeIn(value: unknown, now: Date): Date | null {
  const time = typeof value === 'string' && value.length <= 40 ? Date.parse(value) : NaN;
  const age = now.getTime() - time;
  return age >= 0 && age <= MOST_AGE_MS ? new Date(time) : null;
}

/** An address without its query, and without keys of share links in its path. */
export function withoutKeys({ origin, pathname }: URL, shareKey: string | null): string {
  const names = pathname.split('/').filter((name) => name !== shareKey && !SHARE_KEY.test(name));
  return `${origin}${names.join('/') || '/'}`;
}

function campaignIn(parameters: URLSearchParams): SiteEvent['campaign'] {
  const named = CAMPAIGN.flatMap((name) => {
    const value = textIn(parameters.get(`utm_${name}`), LONGEST_CAMPAIGN);
    return value === null ? [] : [[name, value]];
  });
  return Object.fromEntries(named) as SiteEvent['campaign'];
}

function referrerOf(referrer: unknown, place: URL | undefined): string | null {
  const host = addressIn(referrer)?.url.hostname || null;
  return host === place?.hostname ? null : host;
}
