import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray } from 'class-validator';
import { ReferenceValue } from '../application/insights.view.js';

const MOST_EVENTS = 100;

/** By whom. What would lead back to the visitor is not kept. */
export class EventSessionBody {
  /** Only what can not be led back to it is kept, for a day. */
  visitorId?: string;
  /** Only what can not be led back to it is kept, for a day. */
  sessionId?: string;
  /** Given to integrations that follow views of the site; not kept. */
  cookies?: Record<string, string>;
  /** Given to integrations that follow views of the site; not kept, and no place is looked up by it. */
  ip?: string;
  /** Tells device, browser, system and bots apart, and is not kept. */
  userAgent?: string;
  /**
   * The language is kept without its region.
   * @example en-US
   */
  language?: string | null;
  /** Its host is kept. */
  referrer?: string | null;
  /** That there is one is kept. */
  visitorAuthToken?: string | null;
  /**
   * That there are some is kept, and of claims for which the adaptive schema of the site lists values the value.
   * @example {"plan": "pro"}
   */
  visitorAuthClaims?: Record<string, unknown> | null;
}

/** Where. */
export class EventLocationBody {
  /** Kept without its query, which is looked at for the names of a campaign (`utm_source` and so on). */
  url?: string;
  /** @example site */
  displayContext?: 'site' | 'server' | 'embed' | 'mcp';
  siteSection?: string | null;
  siteSpace?: string | null;
  /** The key or the id of a share link; its id is kept. */
  siteShareKey?: string | null;
  space?: string | null;
  /** Nothing is counted by it: not kept. */
  revision?: string | null;
  page?: string | null;
}

export class EventFeedbackBody {
  /** @example good */
  rating?: 'bad' | 'ok' | 'good';
  comment?: string;
}

/** What was opened of the results of a search: a page, of which nothing is kept but where it is told, or a record. */
export class EventResultBody {
  spaceId?: string;
  pageId?: string;
  recordId?: string;
}

export class EventLinkBody {
  /** A reference as content has them; an address is kept without its query. */
  target?: ReferenceValue;
  /** @example content */
  position?: 'announcement' | 'header' | 'footer' | 'sidebar' | 'content';
}

export class EventOperationBody {
  /** @example /users */
  path?: string;
  /** @example GET */
  method?: string;
}

export class EventAdBody {
  /** @example ads.example */
  domain?: string;
  /** Nothing is counted by it: not kept. */
  zoneId?: string;
  /** @example aside */
  placement?: 'aside';
}

/**
 * Something that happened on a site. Members that are not named here are not looked at; an event of an unknown type is
 * passed over, and so is a rating without one.
 */
export class SiteEventBody {
  /** @example page_view */
  type!:
    | 'page_view'
    | 'page_markdown_request'
    | 'search_open'
    | 'search_type_query'
    | 'search_open_result'
    | 'page_post_feedback'
    | 'page_post_feedback_comment'
    | 'agent_feedback'
    | 'ask_question'
    | 'ask_view'
    | 'ask_rate_response'
    | 'link_click'
    | 'api_client_open'
    | 'api_client_request'
    | 'ad_click'
    | 'ad_display'
    | 'trademark_click'
    | 'llms_request'
    | 'mcp_request'
    | 'rss_request';
  session?: EventSessionBody;
  location?: EventLocationBody;
  /**
   * When it happened, if that was within the last 24 hours; else it is now. The hour is kept.
   * @example 2026-02-03T14:05:00.000Z
   */
  @ApiProperty({ format: 'date-time' })
  timestamp?: string;
  /** What was searched for or asked. */
  query?: string;
  /** Nothing is counted by it: not kept. */
  goal?: string;
  result?: EventResultBody;
  /** Of a page. */
  feedback?: EventFeedbackBody;
  /** Of an answer: 1 or -1. */
  @ApiProperty({ type: 'integer' })
  rating?: number;
  /** Nothing is counted by it: not kept. */
  responseId?: string;
  /** What was clicked. */
  link?: EventLinkBody;
  /** Of an API that is described on the site. */
  operation?: EventOperationBody;
  /** @example footer */
  placement?: 'sidebar' | 'ad' | 'footer' | 'pdf' | 'embed';
  ad?: EventAdBody;
  /** @example full */
  llmsVariant?: 'standard' | 'full';
  markdownSource?: 'page-action';
}

/** What happened on a site. */
export class TrackSiteEventsBody {
  @IsArray()
  @ArrayMaxSize(MOST_EVENTS)
  events!: SiteEventBody[];
}
