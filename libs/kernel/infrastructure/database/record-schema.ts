import { EntitySchema, type EntitySchemaColumnOptions, type EntitySchemaOptions } from 'typeorm';

/** One column for each member of a state: to leave one out, or to name one that the state lacks, does not compile. */
export type ColumnsOf<S> = { readonly [Member in keyof S]: EntitySchemaColumnOptions };

/** The table that keeps the state of one kind of aggregate. Stores write through it, and statements take their columns from it. */
export function recordSchema<S extends object>(
  options: Omit<EntitySchemaOptions<S>, 'columns'> & { readonly columns: ColumnsOf<S> },
): EntitySchema<S> {
  return new EntitySchema<S>(options as EntitySchemaOptions<S>);
}

/**
 * The columns of a table as the list of a select: each under the name of its member, with the table's alias before it.
 * `only`: those of these members.
 */
export function selectColumns<S>(
  schema: EntitySchema<S>,
  alias: string,
  only: readonly (keyof S & string)[] = membersOf(schema),
): string {
  return only
    .map((member) => [member, columnOf(schema, member)])
    .map(([member, column]) => (column === member ? `${alias}.${column}` : `${alias}.${column} as "${member}"`))
    .join(', ');
}

/** A row of the table as a JSON object with the names of the members. Times become texts of ISO 8601. */
export function selectJson<S>(schema: EntitySchema<S>, alias: string): string {
  const pairs = membersOf(schema).map((member) => `'${member}', ${alias}.${columnOf(schema, member)}`);
  return `json_build_object(${pairs.join(', ')})`;
}

/** A state as `selectJson` answers it. */
export type AsJson<S> = {
  [Member in keyof S]: S[Member] extends Date ? string : S[Member] extends Date | null ? string | null : S[Member];
};

/** The names of the table's columns, separated by commas. */
export function columnNames<S>(schema: EntitySchema<S>): string {
  return membersOf(schema)
    .map((member) => columnOf(schema, member))
    .join(', ');
}

function membersOf<S>({ options }: EntitySchema<S>): (keyof S & string)[] {
  return Object.keys(options.columns) as (keyof S & string)[];
}

function columnOf<S>({ options }: EntitySchema<S>, member: keyof S & string): string {
  return options.columns[member]?.name ?? member;
}
