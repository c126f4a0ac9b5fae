import { canonicalJson } from '#kernel/domain/canonical-json';
import { stableReference, type ContentRef } from '#rich-document';
import type { ResolveHref } from '../import/resolve-href.js';
import type { HrefFor } from './href-for.js';
import type { SourceContent } from './source-text.js';

/** The addresses of a file: as its text has them, and as it is to have them in an export. */
export interface SourceHrefs {
  before(ref: ContentRef): string;
  after(ref: ContentRef): string;
}

/**
 * An address of the text is kept as it is written while it still leads where it led, seen from the path of the file in
 * the export.
 */
export function sourceHrefs(
  { links }: Pick<SourceContent, 'links'>,
  path: string,
  { resolve, hrefFor }: { resolve: ResolveHref; hrefFor: HrefFor },
): SourceHrefs {
  const written = new Map<string, string>();
  const valid = new Map<string, string>();
  for (const [href, use, ref] of links) {
    if (ref === null) continue;
    const key = canonicalJson(ref);
    if (!written.has(key)) written.set(key, href);
    const now = valid.has(key) ? undefined : resolve(path, href, use);
    if (now !== undefined && canonicalJson(now) === key) valid.set(key, href);
  }
  const canonical = (ref: ContentRef): string => hrefFor(path, ref) ?? stableReference(ref);
  return {
    before: (ref) => (ref.kind === 'url' ? ref.url : (written.get(canonicalJson(ref)) ?? canonical(ref))),
    after: (ref) => (ref.kind === 'url' ? ref.url : (valid.get(canonicalJson(ref)) ?? canonical(ref))),
  };
}
