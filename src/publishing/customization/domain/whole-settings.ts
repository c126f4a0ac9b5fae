import { Invalid } from '#kernel/domain/errors';
import { SETTINGS, type Group } from './settings.js';
import { Leaf, memberOf, objectAt, within, type Json } from './shape.js';

/**
 * Members that only some versions of the public clients know. A client that does not know one sends settings without it
 * and must not reset it, so a missing one stays as it is. Of all other members, a PUT requires groups and those that
 * always have a value.
 */
const KNOWN_TO_SOME = [
  'pdf',
  'pdf.enabled',
  'git',
  'git.showEditLink',
  'socialAccounts',
  'styling.codeTheme',
  'styling.codeTheme.default',
  'styling.codeTheme.openapi',
  'pageActions.externalAI',
  'pageActions.markdown',
  'pageActions.mcp',
  'pageActions.items',
] as const;

const MOST_NAMED = 20;

/** Throws Invalid, with the paths of the missing members, for incomplete settings that are to replace all others. */
export function requireWhole(given: unknown): void {
  const missing = missingIn(SETTINGS, objectAt(given, ''), '');
  if (missing.length === 0) return;
  const more = missing.length > MOST_NAMED ? `, and ${missing.length - MOST_NAMED} more` : '';
  throw new Invalid(
    `Settings are replaced as a whole: read them, change them, and send all. These are missing: ${missing.slice(0, MOST_NAMED).join(', ')}${more}`,
  );
}

/** The settings; of the members that only some clients know, those that were not given are as before. */
export function keepingUnnamed(settings: Json, given: unknown, before: Json): Json {
  const kept = structuredClone(settings);
  for (const path of KNOWN_TO_SOME) {
    const stored = valueAt(before, path);
    if (stored !== undefined && valueAt(given as Json, path) === undefined) put(kept, path.split('.'), stored);
  }
  return kept;
}

function missingIn(group: Group, given: Json, path: string): string[] {
  return Object.entries(group).flatMap(([name, member]) => {
    const at = within(path, name);
    const value = memberOf(given, name);
    const isRequired = !(member instanceof Leaf) || member.always;
    if (value === undefined) return isRequired && !KNOWN_TO_SOME.includes(at as never) ? [at] : [];
    return member instanceof Leaf ? [] : missingIn(member, objectAt(value, at), at);
  });
}

function valueAt(settings: Json, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? memberOf(value as Json, name) : undefined),
      settings,
    );
}

function put(settings: Json, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) settings[name] = value;
  else put((settings[name] ??= {}) as Json, rest, value);
}
