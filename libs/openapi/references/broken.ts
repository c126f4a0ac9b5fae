import type { JsonObject } from '../read/tidy.js';
import { stepsOf } from './pointers.js';
import { eachReference } from './walk.js';

/** References within a specification that lead nowhere. */
export function brokenReferences(root: JsonObject): string[] {
  const checked = new Map<string, boolean>();
  eachReference(root, ({ target }) => {
    if (!target.startsWith('#/') || checked.has(target)) return;
    checked.set(target, leadsSomewhere(root, stepsOf(target) ?? []));
  });
  return [...checked].filter(([, found]) => !found).map(([target]) => target);
}

function leadsSomewhere(root: JsonObject, steps: readonly string[]): boolean {
  let value: unknown = root;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return false;
    value = (value as JsonObject)[step];
  }
  return true;
}
