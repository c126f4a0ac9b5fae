import { getMetadataStorage } from 'class-validator';

type Storage = ReturnType<typeof getMetadataStorage>;
type Lookup = Storage['getTargetValidationMetadatas'];

const REMEMBERS = Symbol.for('quire:remembers-metadata');

/**
 * Lets class-validator look up only once what a class declares. It looks through the declarations of all classes for those
 * that one inherits, at every validation of every body and of every body within; once a class is used they don't change.
 */
export function rememberMetadata(): void {
  const storage = getMetadataStorage() as Storage & { [REMEMBERS]?: true };
  if (storage[REMEMBERS]) return;
  const lookUp: Lookup = storage.getTargetValidationMetadatas.bind(storage);
  const known = new Map<unknown, Map<string, ReturnType<Lookup>>>();
  storage.getTargetValidationMetadatas = (target, schema, always, strictGroups, groups) => {
    if (groups !== undefined && groups.length > 0) return lookUp(target, schema, always, strictGroups, groups);
    const kind = `${schema} ${always} ${strictGroups}`;
    const ofTarget = known.get(target) ?? new Map<string, ReturnType<Lookup>>();
    let found = ofTarget.get(kind);
    if (found === undefined) {
      found = lookUp(target, schema, always, strictGroups, groups);
      known.set(target, ofTarget.set(kind, found));
    }
    return found;
  };
  storage[REMEMBERS] = true;
}
