/** Why a document that a caller sent is refused. `path` leads to the place, as in `nodes[3].nodes[0].data.style`. */
export class DocumentInvalid extends Error {
  override readonly name = 'DocumentInvalid';
  constructor(
    readonly path: string,
    readonly problem: string,
  ) {
    super(path === '' ? problem : `${path}: ${problem}`);
  }
}

export type Json = Record<string, unknown>;

export function fail(path: string, problem: string): never {
  throw new DocumentInvalid(path, problem);
}

export function objectAt(value: unknown, path: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(path, 'must be an object');
  return value as Json;
}
export function listAt(value: unknown, path: string): unknown[] {
  if (!Array.isArray(value)) fail(path, 'must be an array');
  return value as unknown[];
}
export function stringAt(value: unknown, path: string): string {
  if (typeof value !== 'string') fail(path, 'must be a string');
  return value;
}
export function numberAt(value: unknown, path: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) fail(path, 'must be a finite number');
  return value;
}
export function booleanAt(value: unknown, path: string): boolean {
  if (typeof value !== 'boolean') fail(path, 'must be true or false');
  return value;
}

/** Reads the value of one member. */
export type Read<Value> = (value: unknown, path: string) => Value;

export const oneOf =
  <Value extends string>(...values: Value[]): Read<Value> =>
  (value, path) => {
    if (!values.includes(value as Value)) fail(path, `must be one of ${values.join(', ')}`);
    return value as Value;
  };
export const listOf =
  <Value>(read: Read<Value>): Read<Value[]> =>
  (value, path) =>
    listAt(value, path).map((item, index) => read(item, `${path}[${index}]`));
export const atLeast =
  (least: number, most = Number.MAX_SAFE_INTEGER): Read<number> =>
  (value, path) => {
    const number = numberAt(value, path);
    if (number < least || number > most) fail(path, `must be a number from ${least} to ${most}`);
    return number;
  };
export const matching =
  (pattern: RegExp, what: string): Read<string> =>
  (value, path) => {
    const text = stringAt(value, path);
    if (!pattern.test(text)) fail(path, `must be ${what}`);
    return text;
  };

/** The members of an object: `name` must be there, `name?` may be. Null counts as absent; other members are dropped. */
export type Shape = Record<string, Read<unknown>>;

export function shaped(shape: Shape): Read<Json> {
  const members = Object.entries(shape).map(([key, read]) => ({
    name: key.replace(/\?$/, ''),
    optional: key.endsWith('?'),
    read,
  }));
  return (value, path) => {
    const source = objectAt(value, path);
    const out: Json = {};
    for (const { name, optional, read } of members) {
      const member = Object.hasOwn(source, name) ? source[name] : undefined;
      if (member === undefined || member === null) {
        if (!optional) fail(path === '' ? name : `${path}.${name}`, 'is required');
        continue;
      }
      out[name] = read(member, path === '' ? name : `${path}.${name}`);
    }
    return out;
  };
}

const MAX_JSON_DEPTH = 32;

/** Any JSON value, of bounded depth. */
export const json: Read<unknown> = (value, path) => {
  checkDepth(value, path, 0);
  return value;
};
function checkDepth(value: unknown, path: string, depth: number): void {
  if (depth > MAX_JSON_DEPTH) fail(path, 'is nested too deeply');
  if (typeof value !== 'object' || value === null) return;
  for (const member of Object.values(value)) checkDepth(member, path, depth + 1);
}
