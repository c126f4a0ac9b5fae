import type { MergedImport } from './merge-import.js';
import type { ImportedState } from './import-ports.js';

/** A page whose document is another than before; hashes in hexadecimal. */
export interface ChangedDocument {
  page: string;
  title: string;
  before: string;
  after: string;
}

/** A heading or another place of a page that can not be linked to any more. */
export interface VanishedAnchor {
  page: string;
  anchor: string;
}

/** Compares the anchors of documents. */
export abstract class DocumentAnchors {
  /** In the order of pages and anchors; at most `limit`. */
  abstract vanished(
    organizationId: string,
    documents: readonly ChangedDocument[],
    limit: number,
  ): Promise<VanishedAnchor[]>;
}

/** The pages that an import gives another document. */
export function changedDocuments({ pages }: Pick<ImportedState, 'pages'>, merged: Pick<MergedImport, 'pages'>) {
  const changed: ChangedDocument[] = [];
  for (const [page, record] of merged.pages) {
    const [before, after] = [pages.get(page)?.document, record?.document];
    if (record && before && after && before !== after) changed.push({ page, title: record.title, before, after });
  }
  return changed;
}
