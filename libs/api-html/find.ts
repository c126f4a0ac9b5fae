import { follow, isInternal, isObject, objectOf, operationIn, type JsonObject } from '#openapi';

export interface FoundOperation {
  operation: JsonObject;
  item: JsonObject;
}

/** An operation of a path, or a webhook; undefined where it is not there, or its author keeps it out of pages. */
export function findOperation(
  root: JsonObject,
  kind: 'paths' | 'webhooks',
  name: string,
  method: string,
): FoundOperation | undefined {
  const items = objectOf(root[kind]);
  const item = Object.hasOwn(items, name) ? follow(root, items[name]) : undefined;
  if (item === undefined || isInternal(item)) return undefined;
  const operation = operationIn(item, method.toLowerCase());
  return isObject(operation) && !isInternal(operation) ? { operation, item } : undefined;
}
