/** A section of a page that may contain the answer. */
export interface Passage {
  spaceId: string;
  revisionId: string;
  pageId: string;
  title: string;
  path: string;
  /** Null, and `heading` empty, for the text before the first heading. */
  anchor: string | null;
  heading: string;
  text: string;
}

export interface Question {
  query: string;
  /** What was asked before, the oldest first. */
  previousQueries: readonly string[];
  /** What the organization asks of answers. */
  instructions?: string | undefined;
}

/** As much of an answer as there is. */
export interface GivenAnswer {
  markdown: string;
  followupQuestions: string[];
}

/** A page as tables of contents show it. */
export interface ListedPage {
  title: string;
  description: string;
}

/** Answers questions from passages, and from nothing else. */
export abstract class Answerer {
  /** A few questions that pages may answer, as suggestions; none without a language model. */
  abstract suggest(pages: readonly ListedPage[]): Promise<string[]>;

  /** Answers ever more of the answer; the last is all of it. Throws Unavailable. */
  abstract answer(question: Question, passages: readonly Passage[], signal: AbortSignal): AsyncIterable<GivenAnswer>;
}
