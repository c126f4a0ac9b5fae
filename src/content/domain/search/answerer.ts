/** A stretch of a page in which an answer may stand. */
export interface Passage {
  spaceId: string;
  revisionId: string;
  pageId: string;
  title: string;
  path: string;
  /** Empty for what stands before the first heading. */
  heading: string;
  text: string;
}

export interface Question {
  query: string;
  /** What was asked before, the oldest first. */
  previousQueries: readonly string[];
}

/** As much of an answer as there is. */
export interface GivenAnswer {
  markdown: string;
  followupQuestions: string[];
}

/** Answers questions from passages, and from nothing else. */
export abstract class Answerer {
  /** Answers ever more of the answer; the last is all of it. Throws Unavailable. */
  abstract answer(question: Question, passages: readonly Passage[], signal: AbortSignal): AsyncIterable<GivenAnswer>;
}
