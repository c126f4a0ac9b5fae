import { pascal, type JsonSchema, type SchemaWriter } from './json-schema.js';

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

/** Reads the value of one member, and says in a schema what it takes and gives. */
export interface Read<Value> {
  (value: unknown, path: string): Value;
  schema(writer: SchemaWriter): JsonSchema;
}

/** A reader of what a schema describes; the schema may be wider than the reader, and never narrower. */
export function reads<Value>(
  schema: JsonSchema | ((writer: SchemaWriter) => JsonSchema),
  read: (value: unknown, path: string) => Value,
): Read<Value> {
  return Object.assign((value: unknown, path: string) => read(value, path), {
    schema: typeof schema === 'function' ? schema : () => schema,
  });
}

/** The same reader, whose schema has a name. */
export const named = <Value>(name: string, read: Read<Value>): Read<Value> =>
  reads((writer) => writer.refer(name, (into) => read.schema(into)), read);

export function objectAt(value: unknown, path: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(path, 'must be an object');
  return value as Json;
}
export function listAt(value: unknown, path: string): unknown[] {
  if (!Array.isArray(value)) fail(path, 'must be an array');
  return value as unknown[];
}
export const stringAt = reads({ type: 'string' }, (value, path) => {
  if (typeof value !== 'string') fail(path, 'must be a string');
  return value as string;
});
export const numberAt = reads({ type: 'number' }, (value, path) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) fail(path, 'must be a finite number');
  return value as number;
});
export const booleanAt = reads({ type: 'boolean' }, (value, path) => {
  if (typeof value !== 'boolean') fail(path, 'must be true or false');
  return value as boolean;
});

export const oneOf = <Value extends string>(...values: Value[]): Read<Value> =>
  reads({ type: 'string', enum: values }, (value, path) => {
    if (!values.includes(value as Value)) fail(path, `must be one of ${values.join(', ')}`);
    return value as Value;
  });
export const listOf = <Value>(read: Read<Value>): Read<Value[]> =>
  reads(
    (writer) => ({ type: 'array', items: read.schema(writer) }),
    (value, path) => listAt(value, path).map((item, index) => read(item, `${path}[${index}]`)),
  );
/* What is answered may have been written in Markdown, which is held to kinds of values, not to bounds. */
export const atLeast = (least: number, most = Number.MAX_SAFE_INTEGER): Read<number> =>
  reads(
    ({ sent }) => ({
      type: 'number',
      ...(sent ? { minimum: least } : {}),
      ...(sent && most < Number.MAX_SAFE_INTEGER ? { maximum: most } : {}),
    }),
    (value, path) => {
      const number = numberAt(value, path);
      if (number < least || number > most) fail(path, `must be a number from ${least} to ${most}`);
      return number;
    },
  );
/** `pattern` without flags, which a schema can't say. */
export const matching = (pattern: RegExp, what: string): Read<string> =>
  reads(
    ({ sent }) => ({ type: 'string', ...(sent ? { pattern: pattern.source } : {}) }),
    (value, path) => {
      const text = stringAt(value, path);
      if (!pattern.test(text)) fail(path, `must be ${what}`);
      return text;
    },
  );

/** The members of an object: `name` must be there, `name?` may be. Null counts as absent; other members are dropped. */
export type Shape = Readonly<Record<string, Read<unknown>>>;

export function shaped(shape: Shape): Read<Json> {
  const members = Object.entries(shape).map(([key, read]) => ({
    name: key.replace(/\?$/, ''),
    optional: key.endsWith('?'),
    read,
  }));
  return reads(
    (writer) => shapeSchema(shape, writer),
    (value, path) => {
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
    },
  );
}

/** The schema of an object of a shape, with members before those of the shape. */
export function shapeSchema(
  shape: Shape,
  writer: SchemaWriter,
  first: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const own = Object.entries(shape).map(([key, read]) => [key.replace(/\?$/, ''), key.endsWith('?'), read] as const);
  const properties = own.map(([name, optional, read]) => {
    const schema = read.schema(writer);
    return [name, optional ? writer.orNull(schema) : schema] as const;
  });
  const required = [...Object.keys(first), ...own.filter(([, optional]) => !optional).map(([name]) => name)];
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties: { ...first, ...Object.fromEntries(properties) },
  };
}

/**
 * Objects of one of several shapes, distinguished by the text in the member `by`; each shape has its own named schema.
 */
export function shapedBy(by: string, shapes: Readonly<Record<string, Shape>>, ending: string): Read<Json>['schema'] {
  return (writer) =>
    writer.choice(
      by,
      Object.fromEntries(
        Object.entries(shapes).map(([tag, shape]) => [
          tag,
          writer.refer(`${pascal(tag)}${ending}`, (into) =>
            shapeSchema(shape, into, { [by]: { type: 'string', enum: [tag] } }),
          ),
        ]),
      ),
    );
}

const MAX_JSON_DEPTH = 32;

/** Any JSON value, of bounded depth. */
export const json = reads<unknown>({ description: 'Any JSON, as it was written.' }, (value, path) => {
  checkDepth(value, path, 0);
  return value;
});
function checkDepth(value: unknown, path: string, depth: number): void {
  if (depth > MAX_JSON_DEPTH) fail(path, 'is nested too deeply');
  if (typeof value !== 'object' || value === null) return;
  for (const member of Object.values(value)) checkDepth(member, path, depth + 1);
}
