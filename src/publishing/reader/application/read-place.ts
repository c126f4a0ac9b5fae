/** What a reader's browser says of itself. */
export interface ReadingBrowser {
  address: string;
  userAgent: string | undefined;
  language: string | undefined;
  referrer: string | undefined;
}

/** Where something was read. */
export interface ReadPlace {
  organizationId: string;
  siteId: string;
  url: string;
  section: string | undefined;
  siteSpace: string;
  shareKey: string | undefined;
  space: string;
  page: string | undefined;
}
