import { charactersIn, exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';

/** Reads a value from a request; throws Invalid, with the path, for one that does not fit. */
export type Read<Value> = (value: unknown, path: string) => Value;

export type Json = Record<string, unknown>;

export function refuse(path: string, problem: string): never {
  throw new Invalid(`${path} ${problem}`);
}

/** The path of a member: `styling.theme`. */
export const within = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

export function objectAt(value: unknown, path: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  return refuse(path === '' ? 'The body' : path, 'must be an object');
}

/** The own member of an object with this name; null counts as missing. */
export function memberOf(source: Json, name: string): unknown {
  return Object.hasOwn(source, name) ? (source[name] ?? undefined) : undefined;
}

export const flag: Read<boolean> = (value, path) =>
  typeof value === 'boolean' ? value : refuse(path, 'must be true or false');

export const integer =
  (least: number, most: number): Read<number> =>
  (value, path) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
      ? (value as number)
      : refuse(path, `must be a whole number from ${least} to ${most}`);

export const text =
  (least: number, most: number): Read<string> =>
  (value, path) => {
    if (typeof value !== 'string' || exceeds(value, most) || charactersIn(value) < least)
      return refuse(path, `must be a text of ${least === 0 ? 'at most' : `${least} to`} ${most} characters`);
    return value;
  };

export const matching =
  (pattern: RegExp, what: string): Read<string> =>
  (value, path) =>
    typeof value === 'string' && pattern.test(value) ? value : refuse(path, `must be ${what}`);

export const choice =
  <Value extends string>(values: readonly Value[]): Read<Value> =>
  (value, path) =>
    values.includes(value as Value) ? (value as Value) : refuse(path, `must be one of ${values.join(', ')}`);

export const listOf =
  <Value>(read: Read<Value>, least: number, most: number): Read<Value[]> =>
  (value, path) => {
    if (!Array.isArray(value) || value.length < least || value.length > most)
      return refuse(path, `must be a list of ${least === 0 ? 'at most' : `${least} to`} ${most}`);
    return value.map((item, index) => read(item, `${path}[${index}]`));
  };

/** An optional member, which is missing or, with `Always`, has a default. */
export class Leaf<Value, Always extends boolean = boolean> {
  constructor(
    readonly read: Read<Value>,
    readonly always: Always,
    readonly initial?: Value,
    /** Whether the setting is the same on the whole site. */
    readonly siteOnly = false,
  ) {}

  /** The same setting, which no site space may override. */
  ofSite(): Leaf<Value, Always> {
    return new Leaf(this.read, this.always, this.initial, true);
  }
}

/** A member that is missing unless it was set. */
export const maybe = <Value>(read: Read<Value>): Leaf<Value, false> => new Leaf(read, false as const);

/** A member that always has a value, by default `initial`. */
export const initially = <Value>(initial: Value, read: Read<Value>): Leaf<Value, true> =>
  new Leaf(read, true as const, initial);

/** One of these words; the first is the default. */
export const oneOf = <Value extends string>(values: readonly [Value, ...Value[]]): Leaf<Value, true> =>
  initially<Value>(values[0], choice<Value>(values));

type Members = Record<string, Read<unknown> | Leaf<unknown>>;
type ValueOf<Member> = Member extends Read<infer Value> ? Value : Member extends Leaf<infer Value> ? Value : never;

/** The type of an object that is read with these members. */
type Shaped<M extends Members> = {
  [Name in keyof M as M[Name] extends Leaf<unknown, false> ? never : Name]: ValueOf<M[Name]>;
} & { [Name in keyof M as M[Name] extends Leaf<unknown, false> ? Name : never]?: ValueOf<M[Name]> };

/** An object. Members that are not a `Leaf` are required; unknown ones are dropped. */
export const shaped =
  <M extends Members>(members: M): Read<Shaped<M>> =>
  (value, path) => {
    const source = objectAt(value, path);
    const read: Json = {};
    for (const [name, member] of Object.entries(members)) {
      const given = memberOf(source, name);
      const at = within(path, name);
      if (given !== undefined) read[name] = member instanceof Leaf ? member.read(given, at) : member(given, at);
      else if (!(member instanceof Leaf)) refuse(at, 'must be there');
      else if (member.always) read[name] = member.initial;
    }
    return read as Shaped<M>;
  };
