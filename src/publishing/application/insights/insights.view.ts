/** One column of an aggregation. */
export class SiteEventsColumnView {
  /** @example eventsCount */
  column!:
    | 'datetime'
    | 'eventType'
    | 'siteSection'
    | 'siteSpace'
    | 'page'
    | 'displayContext'
    | 'visitorDevice'
    | 'referrerDomain'
    | 'eventSearchQuery'
    | 'eventPageFeedbackRating'
    | 'eventPageFeedbackComment'
    | 'eventAskResponseRating'
    | 'eventsCount'
    | 'visitorsCount'
    | 'pageFeedbackRating'
    | 'askResponseRating';
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
