/** An answer that can't be shown. The message is for the author of the script. */
export class InvalidOutput extends Error {
  override name = 'InvalidOutput';
}

/** Where in an answer a value is; counts the elements of the answer. */
export class Place {
  private constructor(
    private readonly parent: Place | undefined,
    private readonly key: string | number,
    readonly count: { elements: number },
  ) {}

  static root(): Place {
    return new Place(undefined, '', { elements: 0 });
  }

  at(key: string | number): Place {
    return new Place(this, key, this.count);
  }

  /** Such as `element.children[2].label`. */
  toString(): string {
    const before = this.parent?.toString() ?? '';
    if (typeof this.key === 'number') return `${before}[${this.key}]`;
    return before === '' ? this.key : `${before}.${this.key}`;
  }

  /** The error for a value here; `what` goes on after its path. */
  refuse(what: string): InvalidOutput {
    return new InvalidOutput(`${this.parent ? this.toString() : 'The answer'} ${what}`);
  }
}

/** Checks a value, and gives what is passed on of it. Throws InvalidOutput. */
export type Reader<T> = (value: unknown, place: Place) => T;

/** A reader for each member of an object, except those in `Less`. */
export type Members<T, Less extends keyof T = never> = { [K in Exclude<keyof T, Less>]-?: Reader<T[K]> };

const SHOWN_CHARACTERS = 60;

/** A value as messages show it. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/** What is not there: in JSX, an expression that gives null or false shows nothing. */
export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === false;
}

export function optional<T>(read: Reader<T>): Reader<T | undefined> {
  return (value, place) => (isNothing(value) ? undefined : read(value, place));
}

export const flag: Reader<boolean | undefined> = (value, place) => {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw place.refuse(`must be true or false, not ${shown(value)}`);
  return value;
};

/** A text of at most so many characters; numbers become one. */
export function text(most: number): Reader<string> {
  return (value, place) => {
    const read = typeof value === 'number' ? String(value) : value;
    if (typeof read !== 'string') throw place.refuse(`must be a text, not ${shown(value)}`);
    if (read.length > most) throw place.refuse(`is longer than ${most} characters`);
    return read;
  };
}

/** A number from 0 on. */
export const amount: Reader<number> = (value, place) => {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    throw place.refuse(`must be a number from 0 on, not ${shown(value)}`);
  return value;
};

export const positive: Reader<number> = (value, place) => {
  if (value === 0) throw place.refuse('must be above 0');
  return amount(value, place);
};

export function oneOf<const T extends string>(...values: readonly T[]): Reader<T> {
  return (value, place) => {
    const found = values.find((each) => each === value);
    if (found === undefined) throw place.refuse(`must be one of ${values.join(', ')}, not ${shown(value)}`);
    return found;
  };
}

/** The first reader takes texts, the second everything else. */
export function textOr<T>(most: number, other: Reader<T>): Reader<string | T> {
  const asText = text(most);
  return (value, place) => (typeof value === 'string' || typeof value === 'number' ? asText : other)(value, place);
}

/** A list. What is nothing in it is left out, lists in it become part of it, and a single value is a list of one. */
export function list<T>(read: Reader<T>): Reader<T[]> {
  const readAll: Reader<T[]> = (value, place) => {
    if (isNothing(value) || value === true) return [];
    if (!Array.isArray(value)) return [read(value, place)];
    return value.flatMap((each: unknown, index) => readAll(each, place.at(index)));
  };
  return readAll;
}

export const object: Reader<Record<string, unknown>> = (value, place) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw place.refuse(`must be an object, not ${shown(value)}`);
  return value as Record<string, unknown>;
};

/** The same where it may be missing: then it is empty. */
export const objectOrEmpty: Reader<Record<string, unknown>> = (value, place) =>
  isNothing(value) ? {} : object(value, place);

/** Values by name. */
export function record<T>(read: Reader<T>): Reader<Record<string, T>> {
  return (value, place) =>
    Object.fromEntries(
      Object.entries(object(value, place)).flatMap(([name, each]) =>
        isNothing(each) ? [] : [[name, read(each, place.at(name))] as const],
      ),
    );
}

/** An object of these members; others are left out. */
export function shape<T>(members: Members<T>): Reader<T> {
  const readers = Object.entries(members) as [string, Reader<unknown>][];
  return (value, place) => {
    const sent = object(value, place);
    const read: Record<string, unknown> = {};
    for (const [name, readMember] of readers) {
      const member = readMember(sent[name], place.at(name));
      if (member !== undefined) read[name] = member;
    }
    return read as T;
  };
}
