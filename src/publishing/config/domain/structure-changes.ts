import { canonicalJson } from '#kernel/domain/canonical-json';
import type { SiteSpaceEntry, SiteStructure, StructureItem } from '../../sites/domain/structure/structure.js';
import type { ConfigNode } from './read-config.js';

/** One difference between the structure of a site and another. */
export interface StructureChange {
  kind: 'added' | 'removed' | 'moved' | 'changed';
  type: ConfigNode['type'] | 'site';
  id: string;
  /** The members that are others, of what is changed. */
  members?: string[];
}

interface Facts {
  type: ConfigNode['type'];
  /** The group or section that it is in. */
  parent: string | null;
  members: Record<string, unknown>;
}

const TYPES = { section: 'section', group: 'section-group', link: 'external-link' } as const;

/** What is different, in the order of the structure after; what is removed comes last. */
export function structureChanges(before: SiteStructure, after: SiteStructure): StructureChange[] {
  const [old, now] = [factsOf(before), factsOf(after)];
  const kept = [...now.keys()].filter((id) => old.has(id));
  const moved = movedAmong(
    [...old.keys()].filter((id) => now.has(id)),
    kept,
  );
  const changes: StructureChange[] = [];
  for (const [id, facts] of now) {
    const known = old.get(id);
    if (known === undefined) changes.push({ kind: 'added', type: facts.type, id });
    else {
      if (known.parent !== facts.parent || moved.has(id)) changes.push({ kind: 'moved', type: facts.type, id });
      const members = changedMembers(known.members, facts.members);
      if (members.length > 0) changes.push({ kind: 'changed', type: facts.type, id, members });
    }
  }
  for (const [id, { type }] of old) if (!now.has(id)) changes.push({ kind: 'removed', type, id });
  return changes;
}

function factsOf(structure: SiteStructure): Map<string, Facts> {
  const { items, siteSpaces, defaultSection, defaultSiteSpace } = structure;
  const defaults = new Set([defaultSection, defaultSiteSpace]);
  for (const item of items) if (item.kind === 'section') defaults.add(item.defaultSiteSpace);
  const facts = new Map<string, Facts>();
  for (const item of items) facts.set(item.id, itemFacts(item, defaults));
  for (const siteSpace of siteSpaces) facts.set(siteSpace.id, siteSpaceFacts(siteSpace, defaults));
  return facts;
}

function itemFacts({ kind, id, group, ...members }: StructureItem, defaults: ReadonlySet<string | null>): Facts {
  const { defaultSiteSpace: _, ...own } = members as { defaultSiteSpace?: unknown };
  return { type: TYPES[kind], parent: group, members: { ...own, default: defaults.has(id) } };
}

function siteSpaceFacts(entry: SiteSpaceEntry, defaults: ReadonlySet<string | null>): Facts {
  const { id, section, away: _, since: __, ...members } = entry;
  return { type: 'space', parent: section, members: { ...members, default: defaults.has(id) } };
}

function changedMembers(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null)).sort();
}

/** The fewest entries that have to move to bring one order into the other: all but a longest common run of both. */
function movedAmong(before: readonly string[], after: readonly string[]): Set<string> {
  const places = new Map(before.map((id, at) => [id, at]));
  const sequence = after.map((id) => places.get(id) ?? 0);
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [at, place] of sequence.entries()) {
    const low = tails.findIndex((tail) => (sequence[tail] ?? 0) >= place);
    const position = low === -1 ? tails.length : low;
    previous[at] = tails[position - 1] ?? -1;
    tails[position] = at;
  }
  const stays = new Set<string>();
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) stays.add(after[at] ?? '');
  return new Set(after.filter((id) => !stays.has(id)));
}
