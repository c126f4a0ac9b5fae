import {
  assignKeys,
  carryKeys,
  mapReferences,
  parsePage,
  validateDocument,
  type ContentRef,
  type RichDocument,
} from '#rich-document';
import { pageFields } from '../../domain/page/frontmatter-fields.js';
import type { PageText } from '../../domain/page/page-text.js';
import { storedDocument } from '../../domain/page/stored-document.js';
import type { StoredDocument } from '../../domain/ports.js';

/** Parses Markdown as a page. Addresses in the frontmatter are not resolved. */
export function readMarkdown(markdown: string, maxBytes: number): PageText {
  const { title, frontmatter, document } = parsePage(markdown, { maxBytes });
  const { unknown, ...known } = frontmatter;
  const read = pageFields({ ...unknown, ...known }, (href): ContentRef => ({ kind: 'url', url: href }));
  const text: PageText = { fields: read.fields, document };
  const named = read.title ?? title;
  if (named !== undefined) text.title = named;
  return text;
}

export function readDocument(value: unknown): RichDocument {
  return assignKeys(validateDocument(value, { nesting: 'markdown' }));
}

/** `resolved` maps addresses, as they were written, to references. */
export function store(
  document: RichDocument,
  resolved: ReadonlyMap<string, ContentRef>,
  previous: string | undefined,
): StoredDocument {
  const linked = mapReferences(document, (ref) => {
    const href = ref.kind === 'url' ? ref.url : ref.kind === 'reusable-content' ? ref.reusableContent : undefined;
    return (href === undefined ? undefined : resolved.get(href)) ?? ref;
  });
  const keyed = previous === undefined ? linked : carryKeys(JSON.parse(previous) as RichDocument, linked);
  return storedDocument(keyed);
}
