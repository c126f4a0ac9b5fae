import type { Schema } from './json-schema.js';

export type Schemas = Record<string, Schema>;

/** Moves the example of a member to where JSON Schema has it: in the list `examples`. */
export function listExamples(schema: Schema): void {
  if ('example' in schema) {
    schema.examples ??= [schema.example];
    delete schema.example;
  }
  for (const part of partsOf(schema)) listExamples(part);
}

/**
 * An example of a schema, from the examples of its members: required ones, and optional ones that have an example.
 * Undefined where there is none. `within`: the schemas around it, which are not repeated.
 */
export function exampleOf(schema: Schema, schemas: Schemas, within: readonly Schema[] = []): unknown {
  if (schema.examples) return schema.examples[0];
  const component = schema.$ref && schemas[schema.$ref.replace('#/components/schemas/', '')];
  if (component) return within.includes(component) ? undefined : exampleOf(component, schemas, [...within, component]);
  const [choice] = schema.allOf ?? schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return exampleOf(choice, schemas, within);
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array') return schema.items && listOf(exampleOf(schema.items, schemas, within));
  if (!schema.properties) return schema.type === 'object' ? {} : undefined;
  const members = Object.entries(schema.properties)
    .filter(([name, member]) => schema.required?.includes(name) || speaks(member, schemas))
    .map(([name, member]) => [name, exampleOf(member, schemas, within)] as const);
  return Object.fromEntries(members.filter(([, example]) => example !== undefined));
}

/** Whether an optional member has an example to show. */
function speaks(schema: Schema, schemas: Schemas): boolean {
  if (schema.examples) return true;
  const component = schema.$ref && schemas[schema.$ref.replace('#/components/schemas/', '')];
  if (component) return Object.values(component.properties ?? {}).some((member) => member.examples !== undefined);
  return (schema.allOf ?? []).some((part) => speaks(part, schemas));
}

const listOf = (example: unknown): unknown[] | undefined => (example === undefined ? undefined : [example]);

function partsOf(schema: Schema): Schema[] {
  return [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ];
}
