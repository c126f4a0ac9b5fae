import { isObject, type JsonObject } from '../read/tidy.js';

/** Members whose children are named by authors, so that such a name has no special meaning. */
const MAPS = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
  'schemas',
  'responses',
  'parameters',
  'examples',
  'requestBodies',
  'headers',
  'securitySchemes',
  'links',
  'callbacks',
  'pathItems',
  'paths',
  'webhooks',
  'encoding',
  'variables',
]);

/** A text that refers to something. It can be replaced. */
export interface Reference {
  holder: JsonObject;
  /** `$ref`, or a key of the `mapping` of a discriminator. */
  key: string;
  target: string;
}

/** Visits the references of a value, but not those in examples and other values of the API. */
export function eachReference(value: unknown, visit: (reference: Reference) => void): void {
  walk(value, '', false, visit);
}

function walk(value: unknown, key: string, named: boolean, visit: (reference: Reference) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') walk(item, '', false, visit);
    return;
  }
  if (!isObject(value)) return;
  const isMap = !named && MAPS.has(key);
  if (!isMap && typeof value['$ref'] === 'string') visit({ holder: value, key: '$ref', target: value['$ref'] });
  for (const [name, item] of Object.entries(value)) {
    if (typeof item !== 'object' || item === null) continue;
    if (!isMap && isData(name, item, value)) continue;
    if (!isMap && name === 'discriminator' && isObject(item)) visitMapping(item, visit);
    else walk(item, name, isMap, visit);
  }
}

function visitMapping({ mapping }: JsonObject, visit: (reference: Reference) => void): void {
  if (!isObject(mapping)) return;
  for (const [key, target] of Object.entries(mapping)) {
    if (typeof target === 'string' && /[#/]|\.(?:json|ya?ml)$/.test(target)) visit({ holder: mapping, key, target });
  }
}

/** Whether it is a value of the API, which may look like anything. The `examples` of a schema are a list. */
function isData(name: string, item: object, of: JsonObject): boolean {
  if (name === 'examples') return Array.isArray(item);
  if (name === 'value') return !('type' in of || 'properties' in of);
  return name === 'example' || name === 'const' || name === 'enum';
}
