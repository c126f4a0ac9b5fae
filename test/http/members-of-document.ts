import type { ApiDocument, Described } from '#testing/api-document';

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: unknown[];
  const?: unknown;
}

/** What an operation takes and answers: names of parameters, paths of members, and the values that a member may have. */
export interface OperationMembers {
  query: ReadonlySet<string>;
  body: ReadonlyMap<string, ReadonlySet<string>>;
  answer: ReadonlySet<string>;
}

const DEEPEST = 4;

/** Reads the members of operations from a document: `a.b` is a member in a member, `a[].b` one of the items of a list. */
export class Members {
  constructor(private readonly document: ApiDocument) {}

  of({ operation }: Described): OperationMembers {
    const { parameters = [], requestBody, responses } = operation;
    const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
    const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    return {
      query: new Set(query),
      body: this.#members(requestBody?.content['application/json']?.schema),
      answer: new Set(this.#members(success?.content?.['application/json']?.schema).keys()),
    };
  }

  #members(
    schema: Schema | undefined,
    prefix = '',
    depth = 0,
    found = new Map<string, Set<string>>(),
  ): Map<string, Set<string>> {
    const { items, properties = {}, ...rest } = this.#at(schema);
    if (depth > DEEPEST) return found;
    for (const part of parts(rest)) this.#members(part, prefix, depth, found);
    if (items) this.#members(items, `${prefix}[]`, depth, found);
    for (const [name, member] of Object.entries(properties)) {
      const path = prefix === '' ? name : `${prefix}.${name}`;
      const values = found.get(path) ?? new Set();
      for (const value of this.#values(member)) values.add(String(value));
      found.set(path, values);
      this.#members(member, path, depth + 1, found);
    }
    return found;
  }

  #values(schema: Schema, depth = 0): unknown[] {
    const at = this.#at(schema);
    if (depth > DEEPEST) return [];
    const own = [...(at.enum ?? []), ...(at.const === undefined ? [] : [at.const])];
    return [...own, ...parts(at).flatMap((part) => this.#values(part, depth + 1))];
  }

  #at(schema: Schema | undefined): Schema {
    let at = schema ?? {};
    while (at.$ref !== undefined)
      at = (this.document.components.schemas[at.$ref.split('/').at(-1) ?? ''] ?? {}) as Schema;
    return at;
  }
}

function parts({ allOf = [], oneOf = [], anyOf = [] }: Schema): Schema[] {
  return [...allOf, ...oneOf, ...anyOf];
}
