import type { RichDocument } from '#rich-document';
/** What is answered, in the form that was asked for. */
export class AnswerTextView {
  /** @example "Run the installer, then open the address it shows." */
  markdown?: string;
  /**
   * A block tree.
   * @example {"object": "document", "data": {}, "nodes": []}
   */
  document?: RichDocument;
}

/** A page from which was answered. */
export class AnswerSourceView {
  type!: 'page';
  /** @example 0VbbU5n7Ed2QvZt8KlXa */
  space!: string;
  /** @example 0VbbU6p8Fe3RwAu9LmYb */
  revision!: string;
  /** @example 0VbbU7q9Gf4SxBv0MnZc */
  page!: string;
  /**
   * Ids of the stretches that were answered from, as search tells them.
   * @example ["0VbbU7q9Gf4SxBv0MnZc#install"]
   */
  sections!: string[];
  /**
   * With `details`.
   * @example "First steps"
   */
  title?: string;
  /**
   * With `details`.
   * @example guides/first-steps
   */
  path?: string;
}

export class AnswerView {
  answer!: AnswerTextView;
  /** @example ["How is it upgraded?"] */
  followupQuestions!: string[];
  /** The best first. */
  sources!: AnswerSourceView[];
}

/** The answer to a question; without `answer` where no page says anything about it. */
export class AskView {
  answer?: AnswerView;
}
