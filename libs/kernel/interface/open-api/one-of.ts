import type { Type } from '@nestjs/common';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import type { Schemas } from './examples.js';
import type { Schema } from './json-schema.js';

/** Forms by what they say under one name, which tells them apart. */
type Forms = Readonly<Record<string, Type>>;

/** What is known of members that have one of several forms: the name of the class, the member, its schema. */
const described = new Map<string, { record: string; member: string; schema: Schema }>();

/** Documents a member that has one of several forms, told apart by what stands under `by` in each. */
export function OneOf(by: string, forms: Forms): PropertyDecorator {
  return describing(forms, choice(by, forms));
}

/** Documents a list whose items have one of several forms each. */
export function ListOfOneOf(by: string, forms: Forms): PropertyDecorator {
  return describing(forms, { type: 'array', items: choice(by, forms) });
}

/** A schema of the document by its name. */
export const named = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Documents a member by a schema, where its type says too little to whoever reads the document. */
export function Described(schema: Schema, ...models: Type[]): PropertyDecorator {
  return describing(Object.fromEntries(models.map((model) => [model.name, model])), schema);
}

/** Documents members of classes, by their names, that all have the same schemas. */
export function describeMembers(
  classes: readonly { prototype: object }[],
  members: Readonly<Record<string, Schema>>,
): void {
  for (const { prototype } of classes) {
    for (const [member, schema] of Object.entries(members)) Described(schema)(prototype, member);
  }
}

/**
 * Puts the forms in the place of what the document says of such members. It is done when the document is there, since a
 * member that is described by a decorator stands before all others.
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
    // A class is described when it is come to: one that is a form of its own would be come to without end.
    ApiExtraModels(...new Set(Object.values(forms).filter((form) => form !== constructor)))(constructor);
    const [record, name] = [constructor.name, String(member)];
    described.set(`${record}.${name}`, { record, member: name, schema });
  };
}
