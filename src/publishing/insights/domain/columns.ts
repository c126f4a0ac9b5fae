/** The columns by which events can be grouped. */
export const DIMENSIONS = [
  'datetime',
  'dayOfWeek',
  'hourOfDay',
  'eventType',
  'url',
  'urlPath',
  'siteSection',
  'siteSpace',
  'siteShareKey',
  'page',
  'displayContext',
  'visitorAuthenticated',
  'visitorClaim',
  'visitorClaimProperty',
  'visitorGeoCountry',
  'visitorGeoPoint',
  'visitorDevice',
  'visitorBrowser',
  'visitorOS',
  'visitorBot',
  'visitorLanguage',
  'referrer',
  'referrerDomain',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
  'eventLinkTargetValue',
  'eventLinkTargetKind',
  'eventLinkTargetDomain',
  'eventLinkPosition',
  'eventAPIOperationPath',
  'eventAPIOperationMethod',
  'eventLLMSVariant',
  'eventMarkdownSource',
  'eventPageNotFoundType',
  'eventSearchQuery',
  'eventSearchResultRecordId',
  'eventPageFeedbackRating',
  'eventPageFeedbackComment',
  'eventAskResponseRating',
  'eventAdDomain',
  'eventAdPlacement',
  'eventTrademarkPlacement',
] as const;

/** The columns that count events, their sessions and visitors, or ratings. */
export const MEASURES = [
  'eventsCount',
  'sessionsCount',
  'visitorsCount',
  'pageFeedbackRating',
  'askResponseRating',
] as const;

/** All columns of aggregations. */
export const COLUMNS = [...DIMENSIONS, ...MEASURES] as const;

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const;
export const OPERATORS = ['in', 'notIn', 'greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual'] as const;

export type Dimension = (typeof DIMENSIONS)[number];
export type Measure = (typeof MEASURES)[number];
export type InsightColumn = (typeof COLUMNS)[number];
export type Interval = (typeof INTERVALS)[number];
export type Operator = (typeof OPERATORS)[number];

/** A column of an aggregation; for visitors' claims, with the claim that is meant. */
export interface ChosenColumn<C extends InsightColumn = InsightColumn> {
  column: C;
  claim?: string;
}

export function isDimension(column: InsightColumn): column is Dimension {
  return DIMENSIONS.some((dimension) => dimension === column);
}

/** A key that identifies a column within an aggregation. */
export function keyOf({ column, claim }: ChosenColumn): string {
  return claim === undefined ? column : `${column} ${claim}`;
}
