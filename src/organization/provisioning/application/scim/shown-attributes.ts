import { attributeAt } from '../../domain/schema/attribute-paths.js';
import type { ResourceSchema } from '../../domain/schema/schemas.js';
import type { Shown } from './list-request.js';
import type { Resource } from './resource.view.js';

/** Attributes that every answer has. */
const ALWAYS: ReadonlySet<string> = new Set(['id', 'schemas']);

/** Whether an answer shows something of an attribute, so that it has to be read. */
export function shows(resource: ResourceSchema, { only, excluded }: Shown, name: string): boolean {
  if (only) return pathsOf(resource, only).some((path) => path === name || path.startsWith(`${name}.`));
  return !pathsOf(resource, excluded ?? []).includes(name);
}

/** A resource with the attributes that an answer is to show. */
export function shownOf(schema: ResourceSchema, whole: Resource, { only, excluded }: Shown): Resource {
  if (!only && !excluded) return whole;
  const paths = new Set(pathsOf(schema, only ?? excluded ?? []));
  const isShown = (path: string): boolean => paths.has(path) === (only !== undefined);
  const entries = Object.entries(whole).flatMap(([name, value]): [string, unknown][] => {
    if (ALWAYS.has(name) || (only && paths.has(name))) return [[name, value]];
    if (excluded && paths.has(name)) return [];
    const part = withParts(value, (sub) => isShown(`${name}.${sub}`));
    return part === undefined ? (excluded ? [[name, value]] : []) : [[name, part]];
  });
  return Object.fromEntries(entries);
}

/** An object, or a list of them, with those parts alone that are wanted; undefined for anything else and where none is. */
function withParts(value: unknown, isWanted: (name: string) => boolean): unknown {
  if (Array.isArray(value)) {
    const items = (value as unknown[]).map((item) => withParts(item, isWanted)).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const parts = Object.entries(value).filter(([name]) => isWanted(name));
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

/** The paths of the schema for these names; unknown ones name nothing. */
function pathsOf(resource: ResourceSchema, names: readonly string[]): string[] {
  return names.flatMap((name) => attributeAt(resource, name)?.path ?? []);
}
