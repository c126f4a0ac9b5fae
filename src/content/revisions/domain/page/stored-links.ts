import { collectReferences, decodeAnchor, type ContentRef, type ReferenceUse, type RichDocument } from '#rich-document';
import type { PageRecord } from './page-record.js';

/** A link with the block that contains it. */
export interface StoredLink {
  /** The target and relation as one text (`linkText`). */
  link: string;
  /** The key of the block; empty where there is none. */
  node: string;
}

/** `dependsOn`: the content of the target is shown in its place. */
export type LinkRelation = 'reference' | 'dependsOn';

export type LinkKind = 'page' | 'file' | 'content' | 'url' | 'user' | 'collection' | 'space' | 'openapi';

/** The parts of a stored link. */
export interface LinkParts {
  kind: LinkKind;
  relation: LinkRelation;
  /** Empty: the space of the link itself. */
  space: string;
  /** An address for `url`, a slug for `openapi`, empty for `space`; an empty page is the page of the link itself. */
  id: string;
  anchor: string;
}

const RELATIONS = { d: 'dependsOn', r: 'reference' } as const;
const SHOWN_IN_PLACE: ReadonlySet<ReferenceUse> = new Set<ReferenceUse>(['include', 'openapi', 'swagger']);
const ID = /^[A-Za-z0-9_-]{1,100}$/;

/**
 * Encodes a link as one text that SQL can split and compare: kind, relation (`d` or `r`), space, id and anchor,
 * separated by blanks. Undefined for a reference that is not stored as a link.
 */
export function linkText(ref: ContentRef, use: ReferenceUse): string | undefined {
  const parts = partsOf(ref);
  const relation = SHOWN_IN_PLACE.has(use) ? 'd' : 'r';
  return parts && [parts[0], relation, ...parts.slice(1).map(encodePart)].join(' ');
}

/** Decodes a stored link. */
export function parseLink(text: string): LinkParts {
  const [kind, relation, space = '', id = '', anchor = ''] = text.split(' ');
  return {
    kind: kind as LinkKind,
    relation: RELATIONS[relation as keyof typeof RELATIONS],
    space: decodeURIComponent(space),
    id: decodeURIComponent(id),
    anchor: decodeURIComponent(anchor),
  };
}

/** Encodes blanks and unusual characters; those common in ids, anchors and addresses stay readable. */
export function encodePart(part: string): string {
  return part.replace(/[\s%\p{Cc}]/gu, encodeURIComponent);
}

export function linksOfDocument(document: RichDocument): StoredLink[] {
  const links = new Map<string, StoredLink>();
  for (const { ref, use, node = '' } of collectReferences(document)) {
    const link = linkText(ref, use);
    if (link !== undefined) links.set(`${node} ${link}`, { link, node });
  }
  return [...links.values()];
}

/** The links in the fields of a page, outside its document. */
export function linksOfPage({ cover, metaLinks, target, computed }: PageRecord): string[] {
  const covers = [cover?.ref, cover?.refDark].map((ref) => ref && linkText(ref, 'cover'));
  const others = [target, metaLinks?.canonical, ...(metaLinks?.alternates ?? [])].map(
    (ref) => ref && linkText(ref, 'link'),
  );
  const sources = computed ? [linkText(computed.dependencies.spec.ref, 'openapi')] : [];
  return [...new Set([...covers, ...others, ...sources].filter((link) => link !== undefined))];
}

/**
 * The targets of links, for lookups: ids of pages, files and reusable content; `/<space> <id>` where the link names the
 * space, and `/openapi <slug>` for OpenAPI specifications.
 */
export function targetsOf(links: readonly string[]): string[] {
  const targets = links.map(parseLink).flatMap(({ kind, space, id }) => {
    if (kind === 'openapi') return ID.test(id) ? [targetOfSpec(id)] : [];
    const known = ID.test(id) && (space === '' || ID.test(space));
    if (!known || (kind !== 'page' && kind !== 'file' && kind !== 'content')) return [];
    return [space === '' ? id : `/${space} ${id}`];
  });
  return [...new Set(targets)];
}

/** The target for links to an OpenAPI specification. No space has the id `openapi`. */
export function targetOfSpec(slug: string): string {
  return `/openapi ${slug}`;
}

function partsOf(ref: ContentRef): [kind: LinkKind, space: string, id: string, anchor: string] | undefined {
  const space = 'space' in ref ? (ref.space ?? '') : '';
  switch (ref.kind) {
    case 'page':
      return ['page', space, ref.page, ''];
    case 'anchor':
      return ['page', space, ref.page ?? '', decodeAnchor(ref.anchor)];
    case 'file':
      return ['file', space, ref.file, ''];
    case 'reusable-content':
      return ['content', space, ref.reusableContent, ''];
    case 'url':
      return ['url', '', ref.url, ''];
    case 'user':
      return ['user', '', ref.user, ''];
    case 'collection':
      return ['collection', '', ref.collection, ''];
    case 'space':
      return ['space', space, '', ''];
    case 'openapi':
      return ['openapi', '', ref.spec, ''];
    case 'tag':
      return undefined;
  }
}
