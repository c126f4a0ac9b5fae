import { pageActions, withSwitches } from './page-actions.js';
import { SETTINGS, type CustomizationSettings, type Group } from './settings.js';
import { Leaf, memberOf, objectAt, within, type Json } from './shape.js';
import { keepingUnnamed, requireWhole } from './whole-settings.js';

/** What somebody set of the settings of a site, or has other in a site space: nothing but that, each part valid. */
export type StoredSettings = Readonly<Json>;

/** What of a site space's settings is set (a value) or cleared (null); what is left out stays. */
export type SettingChanges = Readonly<Json>;

/**
 * The settings of a site as they were sent, in the place of those it had. All that a site always has must be there; of
 * the rest, what is left out or null is none. Throws Invalid where a part is missing or breaks a rule; members that no
 * setting has are dropped.
 */
export function settingsFrom(given: unknown, before: StoredSettings | undefined): StoredSettings {
  requireWhole(given);
  const settings = partsOf(SETTINGS, given, '', (leaf, value, path) =>
    value === null ? undefined : leaf.read(value, path),
  );
  return withSwitches(keepingUnnamed(settings, given, before ?? {}), complete(before));
}

/** What somebody changes of the settings of a site space; parts that are the same on all of a site are dropped. */
export function changesFrom(given: unknown): SettingChanges {
  return partsOf(SETTINGS, given, '', (leaf, value, path) => {
    if (leaf.siteOnly) return undefined;
    return value === null ? null : leaf.read(value, path);
  });
}

/** The settings of a site space after these changes. */
export function changed(stored: StoredSettings | undefined, changes: SettingChanges): StoredSettings {
  return changedIn(SETTINGS, stored ?? {}, changes);
}

/** All settings of a site, or of a site space with what it has other than its site. */
export function complete(site?: StoredSettings, override?: StoredSettings): CustomizationSettings {
  const settings = completeIn(SETTINGS, [site ?? {}, override ?? {}]) as CustomizationSettings;
  settings.pageActions.items = pageActions(settings);
  return settings;
}

/**
 * What readers of a published site, or of one of its site spaces, are shown of its settings: they have a title, and
 * what the assistant is told stays inside.
 */
export function publishedCustomization(
  title: string,
  site?: StoredSettings,
  override?: StoredSettings,
): CustomizationSettings {
  const settings = complete(site, override);
  settings.title ??= title;
  delete settings.ai.instructions;
  return settings;
}

type ReadLeaf = (leaf: Leaf<unknown>, value: unknown, path: string) => unknown;

/** The parts of settings that are there, read one by one; a group without any is none. */
function partsOf(group: Group, given: unknown, path: string, read: ReadLeaf): Json {
  const source = objectAt(given, path);
  const parts: Json = {};
  for (const [name, member] of Object.entries(group)) {
    const value = Object.hasOwn(source, name) ? source[name] : undefined;
    if (value === undefined) continue;
    const part =
      member instanceof Leaf
        ? read(member, value, within(path, name))
        : partsOf(member, value ?? cleared(member), within(path, name), read);
    if (part !== undefined && !isEmptyGroup(member, part)) parts[name] = part;
  }
  return parts;
}

/** What null for a whole group means: null for each of its parts. */
const cleared = (group: Group): Json => Object.fromEntries(Object.keys(group).map((name) => [name, null]));

function changedIn(group: Group, stored: StoredSettings, changes: SettingChanges): Json {
  const parts: Json = {};
  for (const [name, member] of Object.entries(group)) {
    const [before, change] = [memberOf(stored, name), changes[name]];
    const part =
      change === undefined
        ? before
        : member instanceof Leaf
          ? (change ?? undefined)
          : changedIn(member, groupOf(before), groupOf(change));
    if (part !== undefined && !isEmptyGroup(member, part)) parts[name] = part;
  }
  return parts;
}

function completeIn(group: Group, layers: readonly StoredSettings[]): Json {
  const parts: Json = {};
  for (const [name, member] of Object.entries(group)) {
    const found = layers.map((layer) => memberOf(layer, name));
    if (!(member instanceof Leaf)) parts[name] = completeIn(member, found.map(groupOf));
    else {
      const value = found.findLast((part) => part !== undefined) ?? member.initial;
      if (value !== undefined) parts[name] = value;
    }
  }
  return parts;
}

const isEmptyGroup = (member: Group | Leaf<unknown>, part: unknown): boolean =>
  !(member instanceof Leaf) && Object.keys(part as object).length === 0;

/** What was stored before a group was one counts as nothing. */
function groupOf(value: unknown): StoredSettings {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as StoredSettings) : {};
}
