import { TooLarge } from '#kernel/domain/errors';
import { ScimRefusal } from '../scim-refusal.js';
import { isObject, readBody } from './read-value.js';

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
/** Most operations of a request. */
const MOST_OPERATIONS = 1_000;
/** Most members that a request adds, removes or names. */
export const MOST_MEMBERS = 10_000;

const KINDS = ['add', 'remove', 'replace'] as const;

/** One step of a PATCH. */
export interface Operation {
  op: (typeof KINDS)[number];
  path?: string;
  value?: unknown;
}

/** Reads the body of a PATCH (RFC 7644, 3.5.2); names of operations in any case, as some providers write them. */
export function readOperations(body: unknown): Operation[] {
  const read = readBody(body, PATCH);
  const sent = read['Operations'] ?? read['operations'];
  if (!Array.isArray(sent) || sent.length === 0)
    throw new ScimRefusal('invalidSyntax', 'Operations must be a list of at least one operation');
  if (sent.length > MOST_OPERATIONS) throw new TooLarge(`A request takes at most ${MOST_OPERATIONS} operations`);
  return (sent as unknown[]).map(readOperation);
}

function readOperation(sent: unknown): Operation {
  if (!isObject(sent)) throw new ScimRefusal('invalidSyntax', 'An operation must be an object');
  const { op: named, path, value } = sent;
  const op = KINDS.find((kind) => typeof named === 'string' && named.toLowerCase() === kind);
  if (op === undefined) throw new ScimRefusal('invalidSyntax', 'The op of an operation is add, remove or replace');
  const hasPath = path !== undefined && path !== null && path !== '';
  if (hasPath && typeof path !== 'string') throw new ScimRefusal('invalidPath', 'The path of an operation is a text');
  if (op === 'remove' && !hasPath) throw new ScimRefusal('noTarget', 'An operation that removes needs a path');
  if (op !== 'remove' && value === undefined)
    throw new ScimRefusal('invalidValue', `An operation of the kind ${op} needs a value`);
  return { op, value, ...(hasPath && { path }) };
}
