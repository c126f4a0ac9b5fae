import { addressIn, readDetails, type EventDetails } from './event-details.js';
import { idIn, membersOf, oneOf, textIn, type Members } from './told-members.js';
import { UNKNOWN_AGENT, type Agent, type UserAgents } from './user-agents.js';
import { authenticatedIn, claimsIn, languageIn, type ToldClaim } from './visitor.js';

/** What may happen on a site. */
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

/** Ratings of pages, as the numbers that are kept. */
export const RATINGS = { bad: -1, ok: 0, good: 1 } as const;

/** All that is kept of something that happened, but for ids of the visitor and the session, which are not. */
export interface SiteEvent {
  type: (typeof EVENT_TYPES)[number];
  /** As the renderer knows the visitor and the session: only what can not be led back to them is kept. */
  visitorId: string | null;
  sessionId: string | null;
  /** When it happened as it was told; null for now. */
  at: Date | null;
  context: (typeof CONTEXTS)[number];
  section: string | null;
  siteSpace: string | null;
  /** The key or the id of a share link: its id is kept. */
  shareKey: string | null;
  space: string | null;
  page: string | null;
  agent: Agent;
  language: string | null;
  authenticated: boolean | null;
  /** Kept as far as the site says which few values they may have. */
  claims: readonly ToldClaim[];
  /** Without what may be private in it: query, fragment, the key of a share link. */
  url: string | null;
  /** The host from which the visitor came; null where it was this site, or is unknown. */
  referrer: string | null;
  /** What the address of the page says of a campaign. */
  campaign: Readonly<Partial<Record<(typeof CAMPAIGN)[number], string>>>;
  /** What was searched for or asked, in lower case. */
  query: string | null;
  /** Of a page -1 to 1, of an answer -1 or 1. */
  rating: number | null;
  /** What was written to be read. */
  comment: string | null;
  details: EventDetails;
}

/** Parameters of an address that name a campaign, each after `utm_`. */
const CAMPAIGN = ['source', 'medium', 'campaign', 'term', 'content'] as const;

/** Characters of queries and of comments that are kept. */
const LONGEST_QUERY = 512;
const LONGEST_COMMENT = 2048;
const LONGEST_VISITOR = 256;
const LONGEST_AGENT = 512;
const LONGEST_CAMPAIGN = 200;
/** How old an event may be when it is told. */
const MOST_AGE_MS = 24 * 60 * 60 * 1000;
/** Keys of share links in paths. */
const SHARE_KEY = /^[\dA-Za-z]{43}$/;

/** Reads an event as a renderer tells it; undefined where it is none that is known. What is wrong in it is left out. */
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
    url: place && withoutKey(place.url, shareKey),
    referrer: referrerOf(session['referrer'], place?.url),
    campaign: place ? campaignIn(place.url.searchParams) : {},
    query: queryOf(event['query']),
    rating,
    comment:
      type === 'page_post_feedback_comment' ? textIn(membersOf(event['feedback'])['comment'], LONGEST_COMMENT) : null,
    details: readDetails(type, event),
  };
}

/** What an agent says about a page. */
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
    url: place && withoutKey(place.url, null),
    referrer: null,
    campaign: {},
    query: null,
    rating: null,
    comment: textIn(feedback, LONGEST_COMMENT),
    details: {},
  };
}

/** A query as it is kept, and looked for. */
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

/** Null where the event has none; undefined where it is about a rating, and has none. */
function ratingIn(type: SiteEvent['type'], event: Members): number | null | undefined {
  if (type === 'ask_rate_response') return [1, -1].find((rating) => rating === event['rating']);
  if (type !== 'page_post_feedback' && type !== 'page_post_feedback_comment') return null;
  const { rating } = membersOf(event['feedback']);
  return Object.entries(RATINGS).find(([name]) => name === rating)?.[1];
}

/** A time that is told, where it may be right. */
function timeIn(value: unknown, now: Date): Date | null {
  const time = typeof value === 'string' && value.length <= 40 ? Date.parse(value) : NaN;
  const age = now.getTime() - time;
  return age >= 0 && age <= MOST_AGE_MS ? new Date(time) : null;
}

/** The address with the key of a share link taken out of its path. */
function withoutKey({ origin, pathname }: URL, shareKey: string | null): string {
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
