import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0';
import { upgradeFromThreeToThreeOne } from '@scalar/openapi-upgrader/3.0-to-3.1';
import { valueAt, pointerOf, stepsOf } from '../references/pointers.js';
import { eachReference } from '../references/walk.js';
import { isObject, type JsonObject } from './tidy.js';

/** Members of a path item that are no operations. */
const SHARED = new Set(['$ref', 'summary', 'description', 'servers', 'parameters']);
/** The places of parts of Swagger 2.0 in OpenAPI 3. A parameter may have become the body of a request. */
const MOVED: Record<string, string[]> = {
  definitions: ['schemas'],
  responses: ['responses'],
  parameters: ['parameters', 'requestBodies'],
  securityDefinitions: ['securitySchemes'],
};

/** The specification in OpenAPI 3.1; one in 3.1 or 3.2 stays as it is. */
export function upgradeEntry(entry: JsonObject): JsonObject {
  if (typeof entry['swagger'] === 'string') dropWhatIsNone(entry);
  return upgradeFromThreeToThreeOne(upgradeFromTwoToThree(entry)) as JsonObject;
}

/**
 * A file that a specification before 3.1 refers to: a specification itself, a collection of parts as a specification
 * has them, or one schema.
 */
export function upgradeFile(file: JsonObject, upgraded: JsonObject): JsonObject {
  if (typeof file['openapi'] === 'string') return upgradeEntry(file);
  const isSchema = ['type', 'properties', 'allOf', 'anyOf', 'oneOf', 'enum'].some((key) => key in file);
  const wrapped = isSchema ? { components: { schemas: { file } } } : file;
  const { openapi: _, ...rest } = upgradeEntry({ ...wrapped, openapi: '3.0.0' });
  const result = isSchema ? valueAt(rest, ['components', 'schemas', 'file']) : rest;
  eachReference(result, ({ holder, key, target }) => {
    const moved = movedReference(target, upgraded);
    if (moved !== undefined) holder[key] = moved;
  });
  return isObject(result) ? result : {};
}

function movedReference(target: string, root: JsonObject): string | undefined {
  const [first = '', ...rest] = stepsOf(target) ?? [];
  const place = Object.hasOwn(MOVED, first) ? MOVED[first] : undefined;
  const found = place?.find((name) => valueAt(root, ['components', name, ...rest]) !== undefined);
  return found === undefined ? undefined : pointerOf(['components', found, ...rest]);
}

/**
 * Removes values of the wrong type in the place of paths, operations and parameters: they are faults, and the upgrade
 * would fail on them.
 */
function dropWhatIsNone(entry: JsonObject): void {
  const paths = entry['paths'];
  if (!isObject(paths)) return void delete entry['paths'];
  for (const [path, item] of Object.entries(paths)) {
    if (!isObject(item)) delete paths[path];
    else dropOperations(item);
  }
}

function dropOperations(item: JsonObject): void {
  for (const [name, operation] of Object.entries(item)) {
    if (name.startsWith('x-') || SHARED.has(name)) continue;
    if (!isObject(operation)) delete item[name];
    else if (!Array.isArray(operation['parameters'])) delete operation['parameters'];
  }
}
