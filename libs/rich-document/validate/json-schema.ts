/** A JSON Schema of the dialect that OpenAPI 3.1 has. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Where OpenAPI documents keep their schemas. */
const COMPONENTS = '#/components/schemas/';
/** What is put behind the name of a schema that says what may be sent, where that is not what is answered. */
const SENT = 'Input';

/** Writes schemas, and keeps those that have a name: of what is answered, or of what may be sent. */
export class SchemaWriter {
  readonly schemas: Record<string, JsonSchema> = {};

  /** `sent`: keys may be left out there, and null means the same as leaving a member out. */
  constructor(readonly sent: boolean) {}

  /** A reference to the schema of a name, which is written when it is referred to first; it may refer to itself. */
  refer(name: string, describe: (writer: SchemaWriter) => JsonSchema): JsonSchema {
    const own = this.sent ? `${name}${SENT}` : name;
    if (!Object.hasOwn(this.schemas, own)) {
      this.schemas[own] = {};
      this.schemas[own] = describe(this);
    }
    return { $ref: `${COMPONENTS}${own}` };
  }

  /** One of several named schemas, distinguished by the member `by`. */
  choice(by: string, forms: Readonly<Record<string, JsonSchema>>): JsonSchema {
    const mapping = Object.fromEntries(Object.entries(forms).map(([tag, { $ref }]) => [tag, $ref as string]));
    const references = [...new Set(Object.values(mapping))];
    if (references.length === 1) return { $ref: references[0] };
    return { oneOf: references.map(($ref) => ({ $ref })), discriminator: { propertyName: by, mapping } };
  }

  /** A schema, or null where null may be sent. */
  orNull(schema: JsonSchema): JsonSchema {
    const isAny = !['type', '$ref', 'anyOf', 'oneOf'].some((keyword) => keyword in schema);
    if (!this.sent || isAny) return schema;
    if (typeof schema['type'] === 'string' && !('enum' in schema)) return { ...schema, type: [schema['type'], 'null'] };
    return { anyOf: [schema, { type: 'null' }] };
  }
}

/** Both sets of schemas as one: what may be sent has no schema of its own where it is what is answered. */
export function joinSchemas(
  answered: Readonly<Record<string, JsonSchema>>,
  sent: Readonly<Record<string, JsonSchema>>,
): Record<string, JsonSchema> {
  let rest = { ...sent };
  for (;;) {
    const equal = Object.keys(rest).filter(
      (name) => JSON.stringify(rest[name]) === JSON.stringify(answered[plain(name)]),
    );
    if (equal.length === 0) return { ...answered, ...rest };
    let text = JSON.stringify(Object.fromEntries(Object.entries(rest).filter(([name]) => !equal.includes(name))));
    for (const name of equal) text = text.replaceAll(`"${COMPONENTS}${name}"`, `"${COMPONENTS}${plain(name)}"`);
    rest = JSON.parse(text) as Record<string, JsonSchema>;
  }
}

const plain = (name: string): string => name.slice(0, -SENT.length);

/** `code-line` as `CodeLine`. */
export const pascal = (name: string): string =>
  name.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()).replace(/^Openapi/, 'OpenAPI');
