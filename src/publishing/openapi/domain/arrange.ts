import type { OutlineTag, SpecificationOutline } from '#openapi';
import type { Operation } from './documents.js';

/** A tag with the items of its page: its operations, then its webhooks. */
export interface Section {
  tag: OutlineTag;
  operations: Operation[];
  /** Nested sections, in the order of the tags. */
  sections: Section[];
}

/** The items of a specification by section. */
export interface Arrangement {
  sections: Section[];
  /** Operations and webhooks without a tag. */
  other: Operation[];
  webhooks: Operation[];
}

/**
 * Groups operations by their tags. An operation with several tags is listed under each of them, or only under the first
 * if it has one page. Tags without operations, nested tags to show and a description are left out.
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

/** Whether a section or one nested in it has anything to show. */
function prune(section: Section): boolean {
  section.sections = section.sections.filter(prune);
  return section.operations.length + section.sections.length > 0 || section.tag.description !== undefined;
}
