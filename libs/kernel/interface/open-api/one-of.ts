import type { Type } from '@nestjs/common';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import type { Schemas } from './examples.js';
import type { Schema } from './json-schema.js';

/** Alternative classes by the value of the discriminator. */
type Forms = Readonly<Record<string, Type>>;

/** Members with alternative schemas: the name of the class, the member, its schema. */
const described = new Map<string, { record: string; member: string; schema: Schema }>();

/** Documents a member with alternative schemas; `by` is the discriminator. */
export function OneOf(by: string, forms: Forms): PropertyDecorator {
  return describing(forms, choice(by, forms));
}

/** Documents a list whose items have alternative schemas. */
export function ListOfOneOf(by: string, forms: Forms): PropertyDecorator {
  return describing(forms, { type: 'array', items: choice(by, forms) });
}

/** A reference to a schema of the document. */
export const named = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Documents a member by a schema, where its type says too little. */
export function Described(schema: Schema, ...models: Type[]): PropertyDecorator {
  return describing(Object.fromEntries(models.map((model) => [model.name, model])), schema);
}

/** Documents members of several classes, by name, with the same schemas. */
export function describeMembers(
  classes: readonly { prototype: object }[],
  members: Readonly<Record<string, Schema>>,
): void {
  for (const { prototype } of classes) {
    for (const [member, schema] of Object.entries(members)) Described(schema)(prototype, member);
  }
}

/**
 * Replaces the schemas of such members. Done when the document is complete, since a member described by a decorator
 * would be listed before all others.
 */
export function describeForms(schemas: Schemas): void {
  for (const { record, member, schema } of described.values()) {
    const properties = schemas[record]?.properties;
    const { description, example } = properties?.[member] ?? {};
    if (!properties) continue;
    properties[member] = {
      ...(description === undefined ? {} : { description }),
      ...schema,
      ...(example === undefined ? {} : { example }),
    };
  }
}

function choice(by: string, forms: Forms): Schema {
  const mapping = Object.fromEntries(Object.entries(forms).map(([name, form]) => [name, getSchemaPath(form)]));
  const oneOf = [...new Set(Object.values(mapping))].map(($ref) => ({ $ref }));
  return { oneOf, discriminator: { propertyName: by, mapping } };
}

function describing(forms: Forms, schema: Schema): PropertyDecorator {
  return ({ constructor }, member) => {
    // A class is described when the schema generator visits it; one that is its own alternative would be visited
    // endlessly.
    ApiExtraModels(...new Set(Object.values(forms).filter((form) => form !== constructor)))(constructor);
    const [record, name] = [constructor.name, String(member)];
    described.set(`${record}.${name}`, { record, member: name, schema });
  };
}
