/** What an answer may consist of. */
export const LIMITS = {
  /** Bytes of JSON. */
  bytes: 1_000_000,
  /** Objects and lists within one another. */
  depth: 100,
  /** Values of any kind: objects, lists, texts, numbers. */
  values: 50_000,
  elements: 5_000,
  /** Characters of titles, labels and the like. */
  label: 1_000,
  /** Characters of a text that is shown as it is. */
  text: 20_000,
  /** Characters of a URL. */
  url: 10_000,
} as const;
