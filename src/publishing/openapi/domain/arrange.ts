import type { OutlineTag, SpecificationOutline } from '#openapi';
import type { Operation } from './documents.js';

/** A tag with what is shown on its page: its operations, then its webhooks. */
export interface Section {
  tag: OutlineTag;
  operations: Operation[];
  /** The sections nested in it, in the order of the tags. */
  sections: Section[];
}

/** What of a specification stands where. */
export interface Arrangement {
  sections: Section[];
  /** Operations and webhooks that have no tag. */
  other: Operation[];
  webhooks: Operation[];
}

/**
 * Puts operations under their tags. An operation with several stands under each of them, or only under the first where
 * it has one page. Tags under which nothing stands, and that say nothing, are left out.
 */
export function arrange(outline: SpecificationOutline, once: boolean): Arrangement {
  const sections = new Map(outline.tags.map((tag) => [tag.name, { tag, operations: [], sections: [] } as Section]));
  const place = (operation: Operation, untagged: Operation[]): void => {
    const named = operation.tags.flatMap((name) => sections.get(name) ?? []);
    for (const section of once ? named.slice(0, 1) : named) section.operations.push(operation);
    if (named.length === 0) untagged.push(operation);
  };
  const other: Operation[] = [];
  const webhooks: Operation[] = [];
  for (const operation of outline.operations) place(operation, other);
  for (const webhook of outline.webhooks) place(webhook, webhooks);
  return { sections: nest(sections), other, webhooks };
}

function nest(sections: ReadonlyMap<string, Section>): Section[] {
  const roots: Section[] = [];
  for (const section of sections.values()) {
    const { parent } = section.tag;
    const siblings = parent === undefined ? roots : (sections.get(parent)?.sections ?? roots);
    siblings.push(section);
  }
  return roots.filter(prune);
}

/** Whether there is anything to show of a section or of those nested in it. */
function prune(section: Section): boolean {
  section.sections = section.sections.filter(prune);
  return section.operations.length + section.sections.length > 0 || section.tag.description !== undefined;
}
