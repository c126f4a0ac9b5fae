import { emptyDocument, mergeDocuments, type RichDocument } from '#rich-document';
import { storedDocument } from '../../../revisions/domain/page/stored-document.js';
import type { MergedBody, Versions } from './merge.js';

/**
 * Merges bodies, given as JSON. A result larger than `maxBytes` is dropped: main's body stays, with a conflict about
 * the whole body.
 */
export function mergeBody(bodies: Versions<string>, maxBytes: number): MergedBody {
  const [base, main, other] = [parsed(bodies.base), parsed(bodies.main), parsed(bodies.other)];
  const { document, conflicts, data } = mergeDocuments(base, main, other);
  const stored = storedDocument(document);
  if (Buffer.byteLength(stored.body) > maxBytes) {
    const keys = new Set([...main.nodes, ...base.nodes, ...other.nodes].flatMap(({ key }) => key ?? []));
    const [before, ours, theirs] = [base.nodes, main.nodes, other.nodes];
    return { conflicts: [{ kind: 'block', keys: [...keys], after: null, base: before, main: ours, other: theirs }] };
  }
  const found: MergedBody['conflicts'] = conflicts.map((conflict) => ({ kind: 'block', ...conflict }));
  for (const { name, ...versions } of data) found.push({ kind: 'field', field: `document.${name}`, ...versions });
  return { stored, conflicts: found };
}

function parsed(body: string | undefined): RichDocument {
  return body === undefined ? emptyDocument() : (JSON.parse(body) as RichDocument);
}
