import type { ContentRef } from '../content-ref.js';
import type { RichDocument } from '../model.js';
import { mapReferences } from './references.js';

const id = (value: string): string => encodeURIComponent(value);

/** The form of a reference that is valid in every document: a link by id. A URL stays as it is. */
export function stableReference(ref: ContentRef): string {
  const base = 'space' in ref && ref.space !== undefined && ref.kind !== 'space' ? `/spaces/${id(ref.space)}` : '';
  switch (ref.kind) {
    case 'url':
      return ref.url;
    case 'page':
      return `${base}/pages/${id(ref.page)}`;
    case 'anchor':
      return `${base}${ref.page === undefined ? '' : `/pages/${id(ref.page)}`}#${ref.anchor}`;
    case 'file':
      return `${base}/files/${id(ref.file)}`;
    case 'user':
      return `/users/${id(ref.user)}`;
    case 'collection':
      return `/collections/${id(ref.collection)}`;
    case 'space':
      return `/spaces/${id(ref.space)}`;
    case 'reusable-content':
      // A page that was not resolved yet names reusable content by path; ids have no slash and no dot.
      return /[/.]/.test(ref.reusableContent)
        ? ref.reusableContent
        : `${base}/reusable-content/${id(ref.reusableContent)}`;
    case 'tag':
      return `${base}/tags/${id(ref.tag)}`;
    case 'openapi':
      return `/openapi/${id(ref.spec)}`;
  }
}

const STABLE =
  /^(?:\/spaces\/([^/#?]+))?(?:\/(pages|files|users|collections|reusable-content|tags|openapi)\/([^/#?]+))?(?:#(.*))?$/s;

/** The reference that `stableReference` wrote; undefined for any other href. */
export function parseStableReference(href: string): ContentRef | undefined {
  const match = STABLE.exec(href);
  if (match === null || href === '') return undefined;
  const [, spaceId, kind, rawId, anchor] = match;
  const space = spaceId === undefined ? {} : { space: decode(spaceId) };
  const own = rawId === undefined ? '' : decode(rawId);
  if (anchor !== undefined) {
    if (kind !== undefined && kind !== 'pages') return undefined;
    return anchor === ''
      ? undefined
      : { kind: 'anchor', anchor, ...(kind === undefined ? {} : { page: own }), ...space };
  }
  switch (kind) {
    case 'pages':
      return { kind: 'page', page: own, ...space };
    case 'files':
      return { kind: 'file', file: own, ...space };
    case 'reusable-content':
      return { kind: 'reusable-content', reusableContent: own, ...space };
    case 'tags':
      return { kind: 'tag', tag: own, ...space };
    case undefined:
      return spaceId === undefined ? undefined : { kind: 'space', space: decode(spaceId) };
    default:
      break;
  }
  if (spaceId !== undefined) return undefined;
  if (kind === 'users') return { kind: 'user', user: own };
  if (kind === 'collections') return { kind: 'collection', collection: own };
  return { kind: 'openapi', spec: own };
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Turns the hrefs of a parsed document that are stable references back into references. */
export function resolveStableReferences(document: RichDocument): RichDocument {
  return mapReferences(document, (ref) => {
    if (ref.kind === 'url') return parseStableReference(ref.url) ?? ref;
    if (ref.kind !== 'reusable-content') return ref;
    const stable = parseStableReference(ref.reusableContent);
    return stable?.kind === 'reusable-content' ? stable : ref;
  });
}
