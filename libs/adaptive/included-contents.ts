import { collectReferences, type RichDocument } from '#rich-document';

/** Ids of the reusable contents of its own space that a document includes, each once, in document order. */
export function includedContents(document: RichDocument): string[] {
  const ids = new Set<string>();
  for (const { ref, use } of collectReferences(document)) {
    if (use === 'include' && ref.kind === 'reusable-content' && ref.space === undefined) ids.add(ref.reusableContent);
  }
  return [...ids];
}

/** A reusable content of another space. */
export interface ContentElsewhere {
  space: string;
  content: string;
}

/** The reusable contents of other spaces that a document includes, in document order. */
export function contentsElsewhere(document: RichDocument): ContentElsewhere[] {
  return collectReferences(document).flatMap(({ ref, use }) =>
    use === 'include' && ref.kind === 'reusable-content' && ref.space !== undefined
      ? [{ space: ref.space, content: ref.reusableContent }]
      : [],
  );
}

/** The key of a reusable content among those that are put in: its id, for another space behind that of the space. */
export function keyOfContent({ space, content }: { space?: string | undefined; content: string }): string {
  return space === undefined ? content : `${space}/${content}`;
}
