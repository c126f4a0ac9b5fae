import type { Caller } from '#kernel/application/caller';
import type { JsonText } from '#kernel/application/json-text';
import type { PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { AnswerView } from '#content';
import type { AssistantEvent } from '../domain/assistant-events.js';
import type { SearchScope } from '../domain/search-scope.js';

/** Queries on the pages that a site shows the caller: a visitor of it, or a member of its organization. */
export abstract class ReadingQuery<Answer> extends Query<Answer> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
    readonly scope: SearchScope,
  ) {
    super();
  }
}

/** The spaces of a site in which a query finds pages (SpaceHitView), the best first. */
export class SearchSite extends ReadingQuery<JsonText> {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    scope: SearchScope,
    readonly query: string,
    readonly page: PageRequest,
  ) {
    super(caller, organizationId, siteId, scope);
  }
}

/** A question, and how its answer is wanted. */
export interface SiteQuestion {
  question: string;
  format: 'document' | 'markdown';
  /** Cancels the answer. */
  signal: AbortSignal;
}

/** Streams the growing answer to a question. */
export class AskSite extends ReadingQuery<AsyncIterable<AnswerView>> {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    scope: SearchScope,
    readonly asked: SiteQuestion,
  ) {
    super(caller, organizationId, siteId, scope);
  }
}

/** A message to the assistant of a site, and the response that it follows. */
export interface SaidToAssistant {
  message: string;
  previousResponse?: string | undefined;
  /** Cancels the response. */
  signal: AbortSignal;
}

/**
 * Streams a response of the assistant of a site. Throws Invalid for a previous response that is not of this site, or
 * can't be continued any more.
 */
export class RespondInSite extends ReadingQuery<AsyncIterable<AssistantEvent>> {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    readonly said: SaidToAssistant,
  ) {
    super(caller, organizationId, siteId, { mode: 'all' });
  }
}

/** Questions that the site may answer. Errors in making them are thrown when they are read. */
export class SuggestSiteQuestions extends ReadingQuery<AsyncIterable<string>> {}
