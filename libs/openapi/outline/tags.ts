import type { Reach } from '../digest/reach.js';
import { isObject, type JsonObject } from '../read/tidy.js';
import { isInternal, lineOf, linkOf, listOf, objectOf, pageOf, shown, textOf } from './fields.js';
import type { OutlineTag } from './outline.js';

const MAX_DEPTH = 10;

export interface Tags {
  tags: OutlineTag[];
  /** Names of those that their author keeps out of pages. */
  internal: ReadonlySet<string>;
}

/** The tags as a specification describes them, then those that only operations (by their tags) name. */
export function tagsOf(root: JsonObject, named: readonly string[], reach: Reach): Tags {
  const tags = new Map<string, OutlineTag>();
  const internal = new Set<string>();
  for (const value of listOf(root['tags'])) {
    const name = isObject(value) ? lineOf(value['name']) : undefined;
    if (name === undefined || tags.has(name)) continue;
    if (isInternal(objectOf(value))) internal.add(name);
    else tags.set(name, tagOf(name, objectOf(value), reach));
  }
  for (const name of named) {
    if (!tags.has(name) && !internal.has(name)) tags.set(name, tagOf(name, { name }, reach));
  }
  return { tags: [...tags.values()].map((tag) => withTrueParent(tag, tags)), internal };
}

function tagOf(name: string, value: JsonObject, reach: Reach): OutlineTag {
  return {
    name,
    ...shown({
      title: lineOf(value['x-displayName']) ?? lineOf(value['summary']),
      description: textOf(value['description']),
      parent: lineOf(value['x-parent']) ?? lineOf(value['parent']),
      externalDocs: linkOf(value['externalDocs']),
    }),
    ...pageOf(value),
    digest: reach.digestOf(value),
  };
}

/** Without a parent that is no tag, or is nested in the tag itself, or would nest it too deeply. */
function withTrueParent(tag: OutlineTag, tags: ReadonlyMap<string, OutlineTag>): OutlineTag {
  const { parent, ...alone } = tag;
  let above = parent === undefined ? undefined : tags.get(parent);
  for (let depth = 0; above !== undefined && above.name !== tag.name; depth += 1) {
    if (depth === MAX_DEPTH) return alone;
    if (above.parent === undefined || !tags.has(above.parent)) return tag;
    above = tags.get(above.parent);
  }
  return alone;
}
