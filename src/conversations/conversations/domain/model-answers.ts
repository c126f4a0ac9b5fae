/** An answer of a language model, and what it was asked. */
export interface ModelAnswer {
  /** SHA-256 of the model's name and all it was asked. */
  hash: string;
  text: string;
}

/** What language models have answered to an organization, so that they are not asked the same again. */
export abstract class ModelAnswers {
  /** The answers to these questions, where there are some, by their hashes. */
  abstract kept(organizationId: string, hashes: readonly string[]): Promise<Map<string, string>>;
  abstract keep(organizationId: string, answers: readonly ModelAnswer[], now: Date): Promise<void>;
  /** Deletes answers that are older than 30 days, or older than their organization keeps conversations. */
  abstract forget(now: Date): Promise<void>;
}
