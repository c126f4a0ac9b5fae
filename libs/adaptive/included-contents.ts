import { collectReferences, type RichDocument } from '#rich-document';

/** Ids of the reusable contents of its own space that a document includes, each once, in document order. */
export function includedContents(document: RichDocument): string[] {
  const ids = new Set<string>();
  for (const { ref, use } of collectReferences(document)) {
    if (use === 'include' && ref.kind === 'reusable-content' && ref.space === undefined) ids.add(ref.reusableContent);
  }
  return [...ids];
}
