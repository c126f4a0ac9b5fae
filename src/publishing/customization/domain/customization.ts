import { pageActions, withSwitches } from './page-actions.js';
import { SETTINGS, type CustomizationSettings, type Group } from './settings.js';
import { Leaf, memberOf, objectAt, within, type Json } from './shape.js';
import { keepingUnnamed, requireWhole } from './whole-settings.js';

/** The settings that were set for a site, or the overrides of a site space: only these, each validated. */
export type StoredSettings = Readonly<Json>;

/** The changes of a site space's settings: a value sets, null clears, and members that are left out stay. */
export type SettingChanges = Readonly<Json>;

/**
 * Validates the settings that replace those of a site. All required members must be there; optional ones are unset if
 * they are missing or null, except that members that only some clients know stay as they were. Throws Invalid for a
 * missing or invalid member; unknown members are dropped.
 */
export function settingsFrom(given: unknown, before: StoredSettings | undefined): StoredSettings {
  requireWhole(given);
  const settings = partsOf(SETTINGS, given, '', (leaf, value, path) =>
    value === null ? undefined : leaf.read(value, path),
  );
  return withSwitches(keepingUnnamed(settings, given, before ?? {}), complete(before));
}

/** Validates the changed settings of a site space; settings that can't differ within a site are dropped. */
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

/** All settings of a site, or of a site space with its overrides, with defaults for the rest. */
export function complete(site?: StoredSettings, override?: StoredSettings): CustomizationSettings {
  const settings = completeIn(SETTINGS, [site ?? {}, override ?? {}]) as CustomizationSettings;
  settings.pageActions.items = pageActions(settings);
  return settings;
}

/**
 * The settings that readers of a published site, or of one of its site spaces, see: with a title, and without the
 * instructions of the assistant.
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

/** Reads the members of settings one by one; a group without any is left out. */
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

/** Null for a group as null for each of its members. */
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

/** The stored members of a group; a value from before the setting became a group counts as empty. */
function groupOf(value: unknown): StoredSettings {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as StoredSettings) : {};
}
