import type { VisitorClaims } from '#kernel/application/caller';
import type { JsonText } from '#kernel/application/json-text';
import type { PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { AnswerView } from './answer.view.js';

/** Spaces that are shown to a visitor. The sender of the query has authorized that: grants are not checked again. */
export interface ShownSpaces {
  organizationId: string;
  spaceIds: readonly string[];
  /**
   * What a visitor claims: pages and blocks whose conditions do not hold for it are not there. Left out, conditions are
   * not heeded, as for those who write.
   */
  claims?: VisitorClaims | undefined;
}

/** Those of the spaces in which a query finds pages (SpaceHitView), the best first. */
export class SearchShownSpaces extends Query<JsonText> {
  constructor(
    readonly shown: ShownSpaces,
    readonly query: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** Ever more of the answer to a question, from what the spaces hold; nothing where no page says anything. */
export class AskShownSpaces extends Query<AsyncIterable<AnswerView>> {
  constructor(
    readonly shown: ShownSpaces,
    /** At most 512 characters. */
    readonly question: string,
    readonly format: 'document' | 'markdown',
    /** Ends the answer. */
    readonly signal: AbortSignal,
    /** What was asked before, in the same conversation. */
    readonly before: readonly string[] = [],
    /** What the organization asks of answers. */
    readonly instructions?: string | undefined,
  ) {
    super();
  }
}

/** Whether any page of the spaces that is not hidden from the visitor shows something of an OpenAPI specification. */
export class ShowsOpenAPISpec extends Query<boolean> {
  constructor(
    readonly shown: ShownSpaces,
    /** Slug of the specification. */
    readonly spec: string,
  ) {
    super();
  }
}

/** A few questions that the spaces may answer; none where there is no language model. */
export class SuggestQuestions extends Query<readonly string[]> {
  constructor(readonly shown: ShownSpaces) {
    super();
  }
}
