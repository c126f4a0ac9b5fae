const NAMES_BYTES = Symbol.for('quire:names-bytes');

/** A table of the context whose rows name bytes in the store by their hash. */
export interface NamingTable {
  /** With its schema. Rows have an `organization_id`. */
  table: string;
  /** The column with the hash, which an index finds together with the organization. */
  column: string;
}

/** Marks the store of a table whose rows name bytes: as long as there is such a row, they are not deleted. */
export function NamesBytes(table: NamingTable): ClassDecorator {
  return (target) => Reflect.defineMetadata(NAMES_BYTES, table, target);
}

export { NAMES_BYTES };
