import type { UserView } from '#organization';

/** How the installation was before. */
export class PreviousInstallationView {
  /** @example pending */
  status!: string;
  /** What was set for it. Empty for callers who do not administer the organization of the installation. */
  configuration?: Record<string, unknown>;
}

/** A visitor of a site, as a renderer described them. */
export class EventVisitor {
  /** @example 5f0c7a3e */
  anonymousId!: string;
  /** @example {} */
  cookies!: Record<string, string>;
  /** @example Mozilla/5.0 */
  userAgent!: string;
  /** @example 192.0.2.1 */
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
  /** @example 0VbbUL1fWq8FxDk4ZbKo */
  eventId!: string;
  /** @example installation_setup */
  type!: string;
  /** @example 0VbbUK0eVp7EwCj3YaJn */
  installationId?: string;
  /** @example active */
  status?: string;
  previous?: PreviousInstallationView;
  spaceId?: string;
  revisionId?: string;
  /** Who wrote the revision, without e-mail addresses. */
  updatedBy?: UserView[];
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
  /** The component that could not be rendered. */
  componentId?: string;
  /** What the script queued for itself. */
  task?: Record<string, unknown>;
}

/** An event that was sent to the script of an integration. */
export class IntegrationEventView {
  /** @example 0VbbUL1fWq8FxDk4ZbKo */
  id!: string;
  /** @example 0VbbUK0eVp7EwCj3YaJn */
  integrationId!: string;
  /** @example 0VbbUK0eVp7EwCj3YaJn */
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
