import { emptyDocument, parseMdxPage, parsePage, rewritePage, type RichDocument } from '#rich-document';
import type { Kept } from '#kernel/infrastructure/processes/kept';
import type { FileToRewrite } from '../../domain/export/export-ports.js';
import { isMdx } from '../../domain/import/source-path.js';
import { sourceHrefs } from '../../domain/export/source-hrefs.js';
import { linkedPage } from './linked-page.js';
import { addressesOf } from './kept-plan.js';

/** A file to write again, for a worker process: with its documents as JSON. */
export interface FileInProcess extends Omit<FileToRewrite, 'document'> {
  before: string;
  after: string | undefined;
}

/** Writes files of one export again; undefined for one that can't be written from its text. */
export function rewriteFiles(plan: Kept, files: readonly FileInProcess[]): (string | undefined)[] {
  const addresses = addressesOf(plan);
  return files.map(({ path, text, content, before, after, title, fields }) => {
    const hrefs = sourceHrefs(content, path, addresses);
    const { heading, places } = content;
    try {
      return rewritePage({
        text,
        places,
        before: JSON.parse(before) as RichDocument,
        after: after === undefined ? emptyDocument() : (JSON.parse(after) as RichDocument),
        hrefBefore: hrefs.before,
        hrefAfter: hrefs.after,
        // The heading follows the title where it said the same.
        title: heading !== undefined && heading === content.title ? { before: heading, after: title } : undefined,
        fields,
        parse: isMdx(path) ? parseMdxPage : parsePage,
        read: (page) => linkedPage(page, (href, use) => addresses.resolve(path, href, use)),
      });
    } catch {
      return undefined;
    }
  });
}
