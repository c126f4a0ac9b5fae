import { canonicalJson } from '#kernel/domain/canonical-json';
import { parseMarkdown, renderMarkdown, resolveStableReferences } from '#rich-document';
import { readDocument } from '../../revisions/infrastructure/text/markdown-tasks.js';
import type { CommentText } from '../domain/comment.js';

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
