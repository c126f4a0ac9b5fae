import { DocumentInvalid, DocumentTooLarge } from '#rich-document';

/** The message with which a text task refuses its input; undefined where the task failed otherwise. */
export function refusal(error: unknown): string | undefined {
  return error instanceof DocumentTooLarge || error instanceof DocumentInvalid ? error.message : undefined;
}
