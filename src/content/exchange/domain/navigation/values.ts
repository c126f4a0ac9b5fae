/** A mapping of configuration that was read as data. */
export type Mapping = Readonly<Record<string, unknown>>;

export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object's member; undefined for anything else. */
export function member(value: unknown, ...names: readonly string[]): unknown {
  let found = value;
  for (const name of names) found = isMapping(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  return found;
}

export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
