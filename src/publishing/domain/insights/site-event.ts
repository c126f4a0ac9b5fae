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

/** All that is kept of something that happened, but for the id of the visitor, which is not. */
export interface SiteEvent {
  type: (typeof EVENT_TYPES)[number];
  /** As the renderer knows the visitor: only what can not be led back to it is kept. */
  visitorId: string | null;
  context: (typeof CONTEXTS)[number];
  section: string | null;
  siteSpace: string | null;
  space: string | null;
  page: string | null;
  device: 'desktop' | 'tablet' | 'mobile' | 'unknown';
  /** The host from which the visitor came; null where it was this site, or nobody knows. */
  referrer: string | null;
  /** What was searched for or asked, in lower case. */
  query: string | null;
  /** Of a page -1 to 1, of an answer -1 or 1. */
  rating: number | null;
  /** What somebody wrote to be read. */
  comment: string | null;
}

/** Characters of queries and of comments that are kept. */
const LONGEST_QUERY = 512;
const LONGEST_COMMENT = 2048;
const LONGEST_VISITOR = 256;
const ID = /^[\w-]{1,64}$/;

type Members = Readonly<Record<string, unknown>>;

/** Reads an event as a renderer tells it; undefined where it is none that is known. What is wrong in it is left out. */
export function readEvent(told: unknown): SiteEvent | undefined {
  const event = membersOf(told);
  const type = EVENT_TYPES.find((known) => known === event['type']);
  if (type === undefined) return undefined;
  const [session, location] = [membersOf(event['session']), membersOf(event['location'])];
  const rating = ratingIn(type, event);
  if (rating === undefined) return undefined;
  return {
    type,
    visitorId: textIn(session['visitorId'], LONGEST_VISITOR),
    context: CONTEXTS.find((known) => known === location['displayContext']) ?? 'site',
    section: idIn(location['siteSection']),
    siteSpace: idIn(location['siteSpace']),
    space: idIn(location['space']),
    page: idIn(location['page']),
    device: deviceOf(session['userAgent']),
    referrer: referrerOf(session['referrer'], location['url']),
    query: queryOf(event['query']),
    rating,
    comment:
      type === 'page_post_feedback_comment' ? textIn(membersOf(event['feedback'])['comment'], LONGEST_COMMENT) : null,
  };
}

/** What an agent says about a page. */
export interface AgentFeedback {
  feedback: string;
  spaceId: string;
  pageId: string;
  source?: 'mcp' | 'assistant' | undefined;
}

export function eventOfFeedback({ feedback, spaceId, pageId, source }: AgentFeedback): SiteEvent {
  return {
    type: 'agent_feedback',
    visitorId: null,
    context: source === 'mcp' ? 'mcp' : 'site',
    section: null,
    siteSpace: null,
    space: idIn(spaceId),
    page: idIn(pageId),
    device: 'unknown',
    referrer: null,
    query: null,
    rating: null,
    comment: textIn(feedback, LONGEST_COMMENT),
  };
}

/** A query as it is kept, and looked for. */
export function queryOf(value: unknown): string | null {
  return typeof value === 'string' ? textIn(value.toLowerCase().replace(/\s+/g, ' '), LONGEST_QUERY) : null;
}

/** Null where the event has none; undefined where it is about a rating, and has none. */
function ratingIn(type: SiteEvent['type'], event: Members): number | null | undefined {
  if (type === 'ask_rate_response') return [1, -1].find((rating) => rating === event['rating']);
  if (type !== 'page_post_feedback' && type !== 'page_post_feedback_comment') return null;
  const { rating } = membersOf(event['feedback']);
  return Object.entries(RATINGS).find(([name]) => name === rating)?.[1];
}

/** As coarse as it gets: nobody is told from others by it. */
function deviceOf(userAgent: unknown): SiteEvent['device'] {
  if (typeof userAgent !== 'string') return 'unknown';
  if (/ipad|tablet|android(?!.*mobile)/i.test(userAgent)) return 'tablet';
  if (/mobi|iphone|android/i.test(userAgent)) return 'mobile';
  return /windows|macintosh|linux|x11|cros/i.test(userAgent) ? 'desktop' : 'unknown';
}

function referrerOf(referrer: unknown, url: unknown): string | null {
  const host = hostOf(referrer);
  return host === hostOf(url) ? null : host;
}

function hostOf(url: unknown): string | null {
  if (typeof url !== 'string' || !/^https?:/i.test(url) || !URL.canParse(url)) return null;
  return new URL(url).hostname.slice(0, 253) || null;
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}

function idIn(value: unknown): string | null {
  return typeof value === 'string' && ID.test(value) ? value : null;
}

function textIn(value: unknown, longest: number): string | null {
  return (typeof value === 'string' && value.trim().slice(0, longest)) || null;
}
