import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsDefined,
  IsIn,
  IsInt,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { Optional } from '#kernel/interface/optional';
import { COLUMNS, type InsightColumn } from '../../application/insights/insights.queries.js';
import { SiteEventsColumnView } from '../../application/insights/insights.view.js';

/** Values are of many kinds, which the document can not tell apart by anything in them. */
const ANYTHING = { type: 'array', items: {} } as const;
ApiProperty(ANYTHING)(SiteEventsColumnView.prototype, 'values');

const MOST_EVENTS = 100;
const MOST_COLUMNS = 20;
const MOST_FILTERS = 50;
const MOST_VALUES = 1000;

/** By whom, as far as it is looked at: of the visitor's id only what can not be led back to it is kept, for a day. */
export class EventSessionBody {
  visitorId?: string;
  /** Tells desktops, tablets and mobiles apart, and is not kept. */
  userAgent?: string;
  /** Its host is kept. */
  referrer?: string | null;
}

/** Where, as far as it is looked at. */
export class EventLocationBody {
  /** Compared with the referrer, and not kept. */
  url?: string;
  /** @example site */
  displayContext?: 'site' | 'server' | 'embed' | 'mcp';
  siteSection?: string | null;
  siteSpace?: string | null;
  space?: string | null;
  page?: string | null;
}

export class EventFeedbackBody {
  /** @example good */
  rating?: 'bad' | 'ok' | 'good';
  comment?: string;
}

/**
 * Something that happened on a site. Members that are not named here are not looked at; a type that nobody knows is
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
  /** What was searched for or asked. */
  query?: string;
  /** Of a page. */
  feedback?: EventFeedbackBody;
  /** Of an answer: 1 or -1. */
  @ApiProperty({ type: 'integer' })
  rating?: number;
}

/** What happened on a site; the server's time counts. */
export class TrackSiteEventsBody {
  @IsArray()
  @ArrayMaxSize(MOST_EVENTS)
  events!: SiteEventBody[];
}

/** What an agent says about a page. */
export class AgentFeedbackBody {
  /** @example "The example does not run as it stands." */
  @IsString()
  @MinLength(1)
  @MaxLength(2048)
  feedback!: string;

  /**
   * Where the page was read; not kept.
   * @example https://docs.example.org/guides/first-steps
   */
  @IsString()
  @MaxLength(2048)
  url!: string;

  /** @example 0VbbU5n7Ed2QvZt8KlXa */
  @IsString()
  @MaxLength(100)
  spaceId!: string;

  /** @example 0VbbU7q9Gf4SxBv0MnZc */
  @IsString()
  @MaxLength(100)
  pageId!: string;

  /** What the agent is about in the end; not kept. */
  @Optional()
  @IsString()
  @MaxLength(1024)
  goal?: string;

  /** Where the agent runs. */
  @Optional()
  @IsIn(['mcp', 'assistant'])
  source?: 'mcp' | 'assistant';
}

/** A column to show or to group by. */
export class InsightColumnBody {
  /** @example eventsCount */
  @IsIn(COLUMNS)
  column!: InsightColumn;

  /** Of `datetime`; `day` unless told. */
  @Optional()
  @IsIn(['hour', 'day', 'week', 'month'])
  interval?: 'hour' | 'day' | 'week' | 'month';
}

/** Which events count: those whose column compares so with the values. */
export class InsightFilterBody {
  /** @example eventType */
  @IsIn(COLUMNS)
  column!: InsightColumn;

  /**
   * Values as answers show them; one where they are compared.
   * @example ["page_view"]
   */
  @ApiProperty(ANYTHING)
  @IsArray()
  @ArrayMaxSize(MOST_VALUES)
  values!: unknown[];

  /** `in` unless told. Only `datetime`, `eventsCount` and `visitorsCount` are compared. */
  @Optional()
  @IsIn(['in', 'notIn', 'greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual'])
  operator?: 'in' | 'notIn' | 'greaterThan' | 'greaterThanOrEqual' | 'lessThan' | 'lessThanOrEqual';
}

export class InsightOrderBody {
  @IsDefined()
  @ValidateNested()
  @Type(() => InsightColumnBody)
  by!: InsightColumnBody;

  /** @example desc */
  @IsIn(['asc', 'desc'])
  direction!: 'asc' | 'desc';
}

/** From a time, its whole hour included, to another. */
export class InsightRangeBody {
  /** @example 2026-01-01T00:00:00.000Z */
  from!: string;
  /** @example 2026-02-01T00:00:00.000Z */
  to!: string;
}

const RANGE = {
  oneOf: [
    { type: 'string', enum: ['lastYear', 'last3Months', 'last30Days', 'last7Days', 'last24Hours'] },
    { $ref: getSchemaPath(InsightRangeBody) },
  ],
  example: 'last30Days',
};

/** What is to be counted, and how. */
@ApiExtraModels(InsightRangeBody)
export class AggregateSiteEventsBody {
  /** The columns to show; those of `groupBy` and `eventsCount` unless told. It is grouped by those that are not counted. */
  @Optional()
  @IsArray()
  @ArrayMaxSize(MOST_COLUMNS)
  @ValidateNested({ each: true })
  @Type(() => InsightColumnBody)
  select?: InsightColumnBody[];

  /** All of these must hold. */
  @Optional()
  @IsArray()
  @ArrayMaxSize(MOST_FILTERS)
  @ValidateNested({ each: true })
  @Type(() => InsightFilterBody)
  where?: InsightFilterBody[];

  @Optional()
  @IsArray()
  @ArrayMaxSize(MOST_COLUMNS)
  @ValidateNested({ each: true })
  @Type(() => InsightColumnBody)
  groupBy?: InsightColumnBody[];

  /** By time where it is grouped by that, else the most frequent first, unless told. */
  @Optional()
  @IsDefined()
  @ValidateNested()
  @Type(() => InsightOrderBody)
  order?: InsightOrderBody;

  /** The last days up to now, or from one time to another. */
  @ApiProperty(RANGE)
  @IsDefined()
  range!: unknown;

  /** How many rows at most; 1000 unless told. */
  @ApiProperty({ type: 'integer' })
  @Optional()
  @IsInt()
  @Min(1)
  @Max(1000)
  limit?: number;
}
