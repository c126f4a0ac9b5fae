import type { Reach } from '../digest/reach.js';
import { isObject, type JsonObject } from '../read/tidy.js';
import { follow } from '../references/pointers.js';
import { isInternal, lineOf, listOf, objectOf, pageOf, shown, textOf } from './fields.js';
import type { OutlineOperation, OutlineWebhook } from './outline.js';

/** The methods that have a member of their own in a path. */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
/** As names of methods are in HTTP. */
const METHOD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}$/;
/** A path of more is no path; what pages know of an operation has limits. */
const MAX_PATH = 1_000;

/** One operation, before it is known whether it is one of a path or a webhook. */
export interface Found {
  /** The path, or the name of the webhook. */
  at: string;
  fields: Omit<OutlineOperation, 'path'>;
}

/** The operations of paths or webhooks, in their order, but not the internal ones. */
export function operationsIn(root: JsonObject, items: unknown, reach: Reach): Found[] {
  const around = new Around(root, reach);
  return Object.entries(objectOf(items)).flatMap(([at, value]) => {
    if (at.startsWith('x-') || at === '' || at.length > MAX_PATH) return [];
    const item = follow(root, value);
    return item === undefined || isInternal(item) ? [] : operationsOf(at, item, around);
  });
}

function operationsOf(at: string, item: JsonObject, around: Around): Found[] {
  const more = Object.entries(objectOf(item['additionalOperations'])).filter(([method]) => METHOD.test(method));
  const all = [...METHODS.map((method) => [method, item[method]] as const), ...more];
  return all.flatMap(([method, operation]) => {
    if (!isObject(operation) || isInternal(operation)) return [];
    return {
      at,
      fields: fieldsOf(method.toLowerCase(), operation, item, around.digestOf(at, method, operation, item)),
    };
  });
}

function fieldsOf(method: string, operation: JsonObject, item: JsonObject, digest: string): Found['fields'] {
  const tags = listOf(operation['tags']).flatMap((tag) => lineOf(tag) ?? []);
  return {
    method,
    ...shown({
      operationId: lineOf(operation['operationId']),
      summary: lineOf(operation['summary']),
      description: textOf(operation['description']) ?? textOf(item['description']),
      deprecated: operation['deprecated'] === true ? true : undefined,
    }),
    ...pageOf(operation),
    tags: [...new Set(tags)],
    digest,
  };
}

/** What holds for operations that say nothing else: hashed once. */
class Around {
  readonly #servers: unknown;
  readonly #security: unknown;
  readonly #extensions: string;
  readonly #schemes = new Map<string, string>();

  constructor(
    root: JsonObject,
    private readonly reach: Reach,
  ) {
    this.#servers = root['servers'] ?? [];
    this.#security = root['security'] ?? [];
    const extensions = Object.entries(root).filter(([key]) => key.startsWith('x-') && !NOT_SHOWN.has(key));
    this.#extensions = reach.digestOf(Object.fromEntries(extensions));
  }

  /** Of an operation with what its path, its servers and its ways to authenticate add to it. */
  digestOf(at: string, method: string, operation: JsonObject, item: JsonObject): string {
    const { summary, description, parameters } = item;
    const security = operation['security'] ?? this.#security;
    const needed = new Set(listOf(security).flatMap((one) => Object.keys(objectOf(one))));
    return this.reach.digestOf(
      [at, method],
      operation,
      { summary, description, parameters },
      operation['servers'] ?? item['servers'] ?? this.#servers,
      security,
      [...needed].sort().map((name) => this.#schemeDigest(name)),
      this.#extensions,
    );
  }

  #schemeDigest(name: string): string {
    let digest = this.#schemes.get(name);
    if (digest === undefined) {
      digest = this.reach.digestAt(['components', 'securitySchemes', name]);
      this.#schemes.set(name, digest);
    }
    return digest;
  }
}

/** What of a specification's own extensions no operation shows. */
const NOT_SHOWN = new Set(['x-ext', 'x-tagGroups']);

export const toOperation = ({ at, fields }: Found): OutlineOperation => ({ path: at, ...fields });

export const toWebhook = ({ at, fields }: Found): OutlineWebhook => ({ name: at, ...fields });
