/** How the installation was before. */
export class PreviousInstallationView {
  /** @example pending */
  status!: string;
  /** What was set for it. Empty for callers who do not administer the organization of the installation. */
  configuration?: Record<string, unknown>;
}

/** A visitor of a site, as a renderer described them. */
export class EventVisitor {
  anonymousId!: string;
  cookies!: Record<string, string>;
  userAgent!: string;
  ip!: string;
  /** @example en */
  language?: string;
}

/** A rating of a page. */
export class EventFeedback {
  /** @example good */
  rating!: 'bad' | 'ok' | 'good';
  comment?: string;
}

/** What the script received. Which members there are depends on the type. */
export class IntegrationEventPayload {
  /** @example 0VbbUDx7Oh0YpVc6RsCf */
  eventId!: string;
  /** @example installation_setup */
  type!: string;
  /** @example 0VbbUCw6Ng9XoUb5QrBe */
  installationId?: string;
  /** @example active */
  status?: string;
  previous?: PreviousInstallationView;
  spaceId?: string;
  revisionId?: string;
  /** Ids of users. */
  updatedBy?: string[];
  previousVisibility?: string;
  visibility?: string;
  commitId?: string;
  /** How the sync with a repository ended. */
  state?: 'success' | 'failure';
  siteId?: string;
  siteSpaceId?: string;
  pageId?: string;
  visitor?: EventVisitor;
  /** The page that a visitor saw or rated. */
  url?: string;
  referrer?: string;
  feedback?: EventFeedback;
  /** What the script queued for itself. */
  task?: Record<string, unknown>;
}

/** An event that was sent to the script of an integration. */
export class IntegrationEventView {
  /** @example 0VbbUDx7Oh0YpVc6RsCf */
  id!: string;
  /** @example 0VbbUCw6Ng9XoUb5QrBe */
  integrationId!: string;
  /** @example 0VbbUCw6Ng9XoUb5QrBe */
  installationId?: string;
  /** @example 2026-01-15T09:30:00.000Z */
  createdAt!: string;
  payload!: IntegrationEventPayload;
  /**
   * `failed`: the script answered with an error or not at all. It may be tried again.
   * @example success
   */
  status!: 'success' | 'failed';
}

/** A line that a script wrote. */
export class IntegrationEventLog {
  /** @example "Done." */
  message?: string;
  /** @example 2026-01-15T09:30:00.000Z */
  timestamp?: string;
  /** @example info */
  level?: 'debug' | 'info' | 'warn' | 'error';
}

export class IntegrationEventTrace {
  /** What the script wrote to its console at the last attempt. */
  logs!: IntegrationEventLog[];
}

/** An event with what the script wrote. */
export class IntegrationEventDetailView {
  event!: IntegrationEventView;
  trace?: IntegrationEventTrace;
}
