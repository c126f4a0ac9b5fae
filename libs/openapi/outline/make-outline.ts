import { Reach } from '../digest/reach.js';
import { isObject, type JsonObject } from '../read/tidy.js';
import type { SpecificationFault } from '../specification.js';
import { follow } from '../references/pointers.js';
import { isInternal, lineOf, objectOf, shown } from './fields.js';
import { infoOf } from './info.js';
import { operationsIn, toOperation, toWebhook, type Found } from './operations.js';
import type { OutlineModel, SpecificationOutline } from './outline.js';
import { tagsOf } from './tags.js';

/** Of operations, webhooks and models each: more than pages could show. */
const MOST = 20_000;

/** The outline of a specification in OpenAPI 3.1 without external references. What it has too many of is a fault. */
export function makeOutline(root: JsonObject, faults: SpecificationFault[] = []): SpecificationOutline {
  const reach = new Reach(root);
  const first = <T>(what: string, items: readonly T[]): T[] => {
    if (items.length > MOST) faults.push({ message: `Of ${items.length} ${what} the first ${MOST} are shown` });
    return items.slice(0, MOST);
  };
  const operations = first('operations', operationsIn(root, root['paths'], reach));
  const webhooks = first('webhooks', operationsIn(root, root['webhooks'], reach));
  const named = [...operations, ...webhooks].flatMap(({ fields }) => fields.tags);
  const { tags, internal } = tagsOf(root, named, reach);
  return {
    info: infoOf(root, reach),
    tags,
    operations: withoutInternalTags(operations, internal).map(toOperation),
    webhooks: withoutInternalTags(webhooks, internal).map(toWebhook),
    models: first('models', modelsOf(root, reach)),
  };
}

/** An operation whose tags are all internal is internal itself. */
function withoutInternalTags(found: readonly Found[], internal: ReadonlySet<string>): readonly Found[] {
  if (internal.size === 0) return found;
  return found.flatMap(({ at, fields }) => {
    const tags = fields.tags.filter((tag) => !internal.has(tag));
    return fields.tags.length > 0 && tags.length === 0 ? [] : { at, fields: { ...fields, tags } };
  });
}

function modelsOf(root: JsonObject, reach: Reach): OutlineModel[] {
  const schemas = objectOf(objectOf(root['components'])['schemas']);
  return Object.entries(schemas).flatMap(([name, schema]) => {
    if (name === '' || !isObject(schema) || isInternal(schema)) return [];
    const title = lineOf(follow(root, schema)?.['title']);
    return { name, ...shown({ title }), digest: reach.digestAt(['components', 'schemas', name]) };
  });
}
