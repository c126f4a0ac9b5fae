/** A page as events name it. */
export class PageValue {
  /** @example 0VbbU7q9Gf4SxBv0MnZc */
  page!: string | null;
  /** @example 0VbbU5n7Ed2QvZt8KlXa */
  space!: string;
}

/** What a link leads to: a reference as content has them, an address without its query. */
export class ReferenceValue {
  /** @example url */
  kind!: 'url' | 'page' | 'file' | 'anchor' | 'space' | 'collection' | 'user' | 'reusable-content' | 'tag' | 'openapi';
  /** @example https://example.com/ */
  url?: string;
  page?: string;
  file?: string;
  anchor?: string;
  space?: string;
  collection?: string;
  user?: string;
  reusableContent?: string;
  tag?: string;
  spec?: string;
}

/** A place. No event has one. */
export class PointValue {
  latitude!: number;
  longitude!: number;
  h3!: string;
}

/** How pages were rated. */
export class PageRatingsValue {
  bad!: number;
  ok!: number;
  good!: number;
}

/** How answers were rated. */
export class AnswerRatingsValue {
  positive!: number;
  negative!: number;
}

/** One column of an aggregation. */
export class SiteEventsColumnView {
  /** @example eventsCount */
  column!:
    | 'datetime'
    | 'dayOfWeek'
    | 'hourOfDay'
    | 'eventType'
    | 'url'
    | 'urlPath'
    | 'siteSection'
    | 'siteSpace'
    | 'siteShareKey'
    | 'page'
    | 'displayContext'
    | 'visitorAuthenticated'
    | 'visitorClaim'
    | 'visitorClaimProperty'
    | 'visitorGeoCountry'
    | 'visitorGeoPoint'
    | 'visitorDevice'
    | 'visitorBrowser'
    | 'visitorOS'
    | 'visitorBot'
    | 'visitorLanguage'
    | 'referrer'
    | 'referrerDomain'
    | 'utmSource'
    | 'utmMedium'
    | 'utmCampaign'
    | 'utmTerm'
    | 'utmContent'
    | 'eventLinkTargetValue'
    | 'eventLinkTargetKind'
    | 'eventLinkTargetDomain'
    | 'eventLinkPosition'
    | 'eventAPIOperationPath'
    | 'eventAPIOperationMethod'
    | 'eventLLMSVariant'
    | 'eventMarkdownSource'
    | 'eventPageNotFoundType'
    | 'eventSearchQuery'
    | 'eventSearchResultRecordId'
    | 'eventPageFeedbackRating'
    | 'eventPageFeedbackComment'
    | 'eventAskResponseRating'
    | 'eventAdDomain'
    | 'eventAdPlacement'
    | 'eventTrademarkPlacement'
    | 'eventsCount'
    | 'sessionsCount'
    | 'visitorsCount'
    | 'pageFeedbackRating'
    | 'askResponseRating';
  /** Of `visitorClaim`. */
  claim?: string;
  /**
   * One value for each row. Times are where an interval begins, in UTC; pages `{"page": …, "space": …}`, or null;
   * `pageFeedbackRating` is `{"bad": …, "ok": …, "good": …}`, `askResponseRating` `{"positive": …, "negative": …}`.
   * @example [42]
   */
  values!: unknown[];
}

/** What happened on a site, counted: as many columns as were asked for, all of the same length. */
export class SiteEventsAggregationView {
  columns!: SiteEventsColumnView[];
}
