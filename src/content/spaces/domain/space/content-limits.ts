/** The limits on content that the settings set. */
export abstract class ContentLimits {
  /** Bytes of one file. */
  abstract readonly maxFileBytes: number;
  /** Bytes of one document as JSON. */
  abstract readonly maxDocumentBytes: number;
  /** Pages of one space. */
  abstract readonly maxPages: number;
}
