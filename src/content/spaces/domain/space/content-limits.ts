/** The limits on content, from the settings. */
export abstract class ContentLimits {
  /** Largest size of one file, in bytes. */
  abstract readonly maxFileBytes: number;
  /** Largest size of one document as JSON, in bytes. */
  abstract readonly maxDocumentBytes: number;
  /** Largest number of pages of one space. */
  abstract readonly maxPages: number;
  /** How long a deleted space can be restored, in days. */
  abstract readonly keep: { readonly deletedSpaceDays: number };
}
