import { DocumentInvalid, DocumentTooLarge } from '#rich-document';

/** Why a task on text refuses what it was given; undefined where it failed. */
export function refusal(error: unknown): string | undefined {
  return error instanceof DocumentTooLarge || error instanceof DocumentInvalid ? error.message : undefined;
}
