import { ApiExtraModels, ApiProperty, getSchemaPath, type ApiPropertyOptions } from '@nestjs/swagger';
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
import { COLUMNS, INTERVALS, OPERATORS, type InsightColumn } from '../application/insights.queries.js';
import {
  AnswerRatingsValue,
  PageRatingsValue,
  PageValue,
  PointValue,
  ReferenceValue,
  SiteEventsColumnView,
} from '../application/insights.view.js';

/** A value of a column: which kind it is follows from the column. */
const VALUES = {
  type: 'array',
  items: {
    anyOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      ...[PageValue, ReferenceValue, PointValue, PageRatingsValue, AnswerRatingsValue].map((value) => ({
        $ref: getSchemaPath(value),
      })),
      { type: 'null' },
    ],
  },
} as const;
ApiExtraModels(PageValue, ReferenceValue, PointValue, PageRatingsValue, AnswerRatingsValue)(SiteEventsColumnView);
ApiProperty(VALUES as unknown as ApiPropertyOptions)(SiteEventsColumnView.prototype, 'values');

const MOST_COLUMNS = 20;
const MOST_FILTERS = 50;
const MOST_VALUES = 1000;

/** What an agent says about a page. */
export class AgentFeedbackBody {
  /** @example "The example does not run as it stands." */
  @IsString()
  @MinLength(1)
  @MaxLength(2048)
  feedback!: string;

  /**
   * Where the page was read; kept without its query.
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

  /** What the agent is about in the end. Nothing is counted by it: not kept. */
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
  @IsIn(INTERVALS)
  interval?: 'hour' | 'day' | 'week' | 'month';

  /** Of `visitorClaim`: the name of the claim. Names within each other are divided by dots. */
  @Optional()
  @IsString()
  @MinLength(1)
  @MaxLength(500)
  claim?: string;

  /** Of `visitorGeoPoint`, whose values are null: no place is looked up. */
  @ApiProperty({ type: 'integer' })
  @Optional()
  @IsInt()
  @Min(0)
  @Max(15)
  precision?: number;
}

/** Which events count: those whose column compares so with the values. */
export class InsightFilterBody {
  /** @example eventType */
  @IsIn(COLUMNS)
  column!: InsightColumn;

  /** Of `visitorClaim`: the name of the claim. */
  @Optional()
  @IsString()
  @MinLength(1)
  @MaxLength(500)
  claim?: string;

  /**
   * Values as answers show them; one where they are compared.
   * @example ["page_view"]
   */
  @ApiProperty(VALUES as unknown as ApiPropertyOptions)
  @IsArray()
  @ArrayMaxSize(MOST_VALUES)
  values!: unknown[];

  /** `in` unless told. Only `datetime`, `dayOfWeek`, `hourOfDay` and counts are compared. */
  @Optional()
  @IsIn(OPERATORS)
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
  @ApiProperty({ format: 'date-time' })
  from!: string;
  /** @example 2026-02-01T00:00:00.000Z */
  @ApiProperty({ format: 'date-time' })
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
