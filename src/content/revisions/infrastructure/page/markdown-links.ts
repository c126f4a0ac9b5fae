import { fillSlots, stableReference, type ContentRef } from '#rich-document';
import type { MarkdownRefs } from '../../application/content.queries.js';

/** Resolves the references in a document. */
export interface LinkTargets {
  /** The path of a page; undefined where it does not exist. */
  pagePath(id: string): string | undefined;
  /** The address of a file's bytes. */
  fileUrl(id: string): string | undefined;
  /** The address of an OpenAPI specification. */
  specUrl(slug: string): string;
}

/**
 * Fills the slots of stored Markdown with addresses. `relative` writes links between pages as paths of Markdown files,
 * relative to the page at `from`, and addresses of files and OpenAPI specifications; `stable`, and any target without a
 * path, writes ids.
 */
export function fillLinks(
  markdown: string,
  slots: readonly ContentRef[],
  from: string,
  refs: MarkdownRefs,
  targets: LinkTargets,
): string {
  return fillSlots(markdown, (index) => {
    const ref = slots[index];
    return ref === undefined ? '' : hrefOf(ref, from, refs, targets);
  });
}

function hrefOf(ref: ContentRef, from: string, refs: MarkdownRefs, targets: LinkTargets): string {
  const stable = stableReference(ref);
  if (refs === 'stable' || ('space' in ref && ref.space !== undefined)) return stable;
  if (ref.kind === 'file') return targets.fileUrl(ref.file) ?? stable;
  if (ref.kind === 'openapi') return targets.specUrl(ref.spec);
  if (ref.kind !== 'page' && (ref.kind !== 'anchor' || ref.page === undefined)) return stable;
  const path = targets.pagePath(ref.page ?? '');
  if (path === undefined) return stable;
  const anchor = ref.kind === 'anchor' ? `#${encodeURIComponent(ref.anchor)}` : '';
  return `${relativePath(from, path)}.md${anchor}`;
}

/** The relative path from one page to another, as between files: `guides/a` to `guides/b` is `b`. */
export function relativePath(from: string, to: string): string {
  const here = from.split('/').slice(0, -1);
  const there = to.split('/');
  let shared = 0;
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) shared++;
  const up = '../'.repeat(here.length - shared);
  return up + there.slice(shared).map(encodeURIComponent).join('/');
}
