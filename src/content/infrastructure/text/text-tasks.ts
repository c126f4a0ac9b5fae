import {
  assignKeys,
  carryKeys,
  mapReferences,
  parseMarkdown,
  parsePage,
  renderMarkdown,
  resolveStableReferences,
  validateDocument,
  type ContentRef,
  type RichDocument,
} from '#rich-document';
import { canonicalJson } from '#kernel/domain/canonical-json';
import type { CommentText } from '../../domain/comment/comment.js';
import { pageFields } from '../../domain/import/page-fields.js';
import type { PageText } from '../../domain/page/page-text.js';
import { storedDocument } from '../../domain/page/stored-document.js';
import type { StoredDocument } from '../../domain/ports.js';

export { mergeBody } from '../../domain/merge/merge-body.js';
export { importPages } from './import-pages.js';

/** Reads Markdown as the body of a page. Addresses in the frontmatter stay as they were written. */
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

/**
 * The body of a comment, whose JSON takes at most `maxBytes`; nothing where it says nothing. Links by id become
 * references, and are written so again. A comment has no title, so `#` is its first heading.
 */
export function readComment(
  body: { markdown: string } | { document: unknown },
  maxBytes: number,
): CommentText | undefined {
  const document =
    'markdown' in body
      ? resolveStableReferences(parseMarkdown(body.markdown, { maxBytes, topHeading: 1 }))
      : readDocument(body.document);
  if (document.nodes.length === 0) return undefined;
  return {
    document: canonicalJson(document),
    markdown: renderMarkdown(document, { topHeading: 1 }).replace(/\n$/, ''),
  };
}

/** `resolved` tells, for addresses as they were written, what they refer to. */
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
