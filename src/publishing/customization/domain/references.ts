import type { ContentRef } from '#rich-document';
import type { StoredSettings } from './customization.js';

/** A target of a link that must belong to the organization of the site, since it can be linked from anywhere. */
export interface Named {
  /** The path of the link: `header.links.0.to`. */
  path: string;
  kind: 'space' | 'collection' | 'user';
  id: string;
}

/**
 * The spaces, collections and users that links in these settings name and links of the old settings did not. Older
 * targets may have been deleted since; they are left out, so that settings can be sent back as they were read.
 */
export function newlyNamed(settings: StoredSettings, before: readonly (StoredSettings | undefined)[]): Named[] {
  const known = new Set(before.flatMap((one) => namedIn(one ?? {})).map(keyOf));
  return namedIn(settings).filter((one) => !known.has(keyOf(one)));
}

const keyOf = ({ kind, id }: Named): string => `${kind} ${id}`;

function namedIn(settings: StoredSettings): Named[] {
  const found: Named[] = [];
  collect(settings, [], found);
  return found;
}

/** Within settings, only references have a `kind`. */
function collect(part: unknown, path: readonly string[], found: Named[]): void {
  if (typeof part !== 'object' || part === null) return;
  if (!Array.isArray(part) && Object.hasOwn(part, 'kind')) found.push(...namedBy(path.join('.'), part as ContentRef));
  else for (const [name, value] of Object.entries(part)) collect(value, [...path, name], found);
}

/** Pages, files, reusable content and tags belong to the space that is named, or else to the one that is read. */
function namedBy(path: string, ref: ContentRef): Named[] {
  if (ref.kind === 'collection') return [{ path, kind: 'collection', id: ref.collection }];
  if (ref.kind === 'user') return [{ path, kind: 'user', id: ref.user }];
  return 'space' in ref && ref.space !== undefined ? [{ path, kind: 'space', id: ref.space }] : [];
}
