const NAMES_REVISIONS = Symbol.for('quire:names-revisions');

/** A table of the context whose rows name revisions by their ids. */
export interface NamesOfRevisions {
  table: string;
  /** Columns with the id of a revision, or with an array of ids. */
  columns: readonly string[];
  /**
   * How rows name the space of these revisions: by its id in this column, or by a change request of it. `space_id` where
   * left out.
   */
  space?: 'target_id' | 'change_request_id';
  /** Those of the columns whose revisions stay comparable: the revision before each stays too. */
  compared?: readonly string[];
}

/**
 * Marks the store of tables whose rows name revisions: as long as there is such a row, the revision stays when the history
 * of its space is thinned. A test compares this with the columns of the database.
 */
export function NamesRevisions(...names: NamesOfRevisions[]): ClassDecorator {
  return (target) => Reflect.defineMetadata(NAMES_REVISIONS, names, target);
}

export { NAMES_REVISIONS };
