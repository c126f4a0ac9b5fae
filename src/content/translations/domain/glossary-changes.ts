import { Invalid } from '#kernel/domain/errors';

/** One change of a glossary, as clients of the API send it. */
export interface GlossaryOperation {
  type: 'insert' | 'update' | 'delete';
  /** Of the entry that is changed or removed. */
  id?: string | undefined;
  translations?: object | undefined;
}

/** What is to change, either as operations or as lists of their own. */
export interface WantedGlossaryChanges {
  operations?: readonly GlossaryOperation[] | undefined;
  add?: readonly { terms: object }[] | undefined;
  update?: readonly { id: string; terms: object }[] | undefined;
  remove?: readonly string[] | undefined;
}

/** What is to change, by what happens. */
export interface GlossaryChanges {
  add: readonly { terms: object }[];
  update: readonly { id: string; terms: object }[];
  remove: readonly string[];
}

/** Reads what is wanted in either form. All happens at once, so an entry takes one change. Throws Invalid. */
export function changesOf(wanted: WantedGlossaryChanges): GlossaryChanges {
  const { operations, add, update, remove } = wanted;
  const listed = add !== undefined || update !== undefined || remove !== undefined;
  if (operations !== undefined && listed)
    throw new Invalid('operations: changes are given as operations, or as add, update and remove, not as both');
  if (operations === undefined && !listed)
    throw new Invalid('operations must be given: a list of changes, each of the type insert, update or delete');
  const changes = operations
    ? fromOperations(operations)
    : { add: add ?? [], update: update ?? [], remove: remove ?? [] };
  const changed = new Set<string>();
  for (const { id } of changes.update) {
    if (changed.has(id)) throw new Invalid(`The glossary entry ${id} is updated more than once`);
    changed.add(id);
  }
  return changes;
}

function fromOperations(operations: readonly GlossaryOperation[]): GlossaryChanges {
  const add: { terms: object }[] = [];
  const update: { id: string; terms: object }[] = [];
  const remove: string[] = [];
  for (const [at, { type, id, translations }] of operations.entries()) {
    const where = `operations.${at}`;
    if (type === 'insert') {
      if (id !== undefined) throw new Invalid(`${where}.id: an entry is given its id when it is inserted`);
      add.push({ terms: required(translations, `${where}.translations`) });
    } else if (type === 'update') {
      update.push({ id: required(id, `${where}.id`), terms: required(translations, `${where}.translations`) });
    } else {
      if (translations !== undefined)
        throw new Invalid(`${where}.translations: nothing is translated of what is deleted`);
      remove.push(required(id, `${where}.id`));
    }
  }
  const both = update.find(({ id }) => remove.includes(id));
  if (both) throw new Invalid(`The glossary entry ${both.id} is updated and deleted`);
  return { add, update, remove };
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Invalid(`${name} is missing`);
  return value;
}
