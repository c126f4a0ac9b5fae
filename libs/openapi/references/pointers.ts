import { isObject, type JsonObject } from '../read/tidy.js';

/** The steps of a local reference such as `#/components/schemas/Pet`; undefined of an anchor. */
export function stepsOf(reference: string): string[] | undefined {
  if (reference === '#' || reference === '#/') return [];
  if (!reference.startsWith('#/')) return undefined;
  return reference.slice(2).split('/').map(decodeStep);
}

export function pointerOf(steps: readonly string[]): string {
  return `#${steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`;
}

/** The value at a pointer, if any. Only own members count. */
export function valueAt(root: unknown, steps: readonly string[]): unknown {
  let value = root;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as JsonObject)[step];
  }
  return value;
}

/** By way of so many others a reference is followed: who looks at all of a long chain takes the square of its length. */
const MOST_HOPS = 50;

/** The object that a reference leads to, by way of others; the value itself when it is none. */
export function follow(root: JsonObject, value: unknown): JsonObject | undefined {
  let at = value;
  for (let hops = 0; isObject(at) && typeof at['$ref'] === 'string'; hops++) {
    if (hops === MOST_HOPS) return undefined;
    const steps = stepsOf(at['$ref']);
    at = steps === undefined ? undefined : valueAt(root, steps);
  }
  return isObject(at) ? at : undefined;
}

function decodeStep(step: string): string {
  const unescaped = step.replaceAll('~1', '/').replaceAll('~0', '~');
  if (!unescaped.includes('%')) return unescaped;
  try {
    return decodeURIComponent(unescaped);
  } catch {
    return unescaped;
  }
}
