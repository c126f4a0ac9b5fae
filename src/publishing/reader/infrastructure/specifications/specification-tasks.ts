import { LRUCache } from 'lru-cache';
import {
  drawOperation,
  drawSchemas,
  drawWebhook,
  planRequest,
  type ApiContext,
  type OperationPlace,
  type PlannedRequest,
  type TriedFields,
} from '#api-html';
import type { OutsideBlock } from '#page-html';

/** A block of a specification, and what it is drawn with. */
export interface WantedBlock {
  block: OutsideBlock;
  context: ApiContext;
}

type Specification = Parameters<typeof drawOperation>[0];

/** Bytes of specifications that stay taken apart: they take several times as many in memory. */
const MOST_BYTES = 12_000_000;
/** After so long, what is left is for another turn: others wait for theirs. */
const TURN_MS = 100;

const kept = new LRUCache<string, Specification>({ maxSize: MOST_BYTES });

/** Nothing: the thread is there when it is done. */
export function start(): true {
  return true;
}

/**
 * Draws blocks, as many as there is time for and at least one; null for what a specification does not have. `key` names
 * the specification and its version. Undefined where it is not known here: then it is wanted again with its `text`, the
 * content of a version in JSON.
 */
export function drawBlocks(
  key: string,
  text: Uint8Array | undefined,
  wanted: readonly WantedBlock[],
): (string | null)[] | undefined {
  const specification = text === undefined ? kept.get(key) : read(key, text);
  if (specification === undefined) return undefined;
  const until = performance.now() + TURN_MS;
  const drawn: (string | null)[] = [];
  for (const { block, context } of wanted) {
    drawn.push(draw(specification, block, context) ?? null);
    if (performance.now() > until) break;
  }
  return drawn;
}

/** What a reader entered as a request; null where no such request is tried. Undefined as above. */
export function planTriedRequest(
  key: string,
  text: Uint8Array | undefined,
  place: OperationPlace,
  fields: TriedFields,
  context: ApiContext,
): PlannedRequest | { problem: string } | null | undefined {
  const specification = text === undefined ? kept.get(key) : read(key, text);
  if (specification === undefined) return undefined;
  return planRequest(specification, place, fields, context) ?? null;
}

function read(key: string, text: Uint8Array): Specification {
  const content = JSON.parse(Buffer.from(text).toString()) as { filesystem: [{ specification: Specification }] };
  const { specification } = content.filesystem[0];
  kept.set(key, specification, { size: text.length });
  return specification;
}

function draw(specification: Specification, block: OutsideBlock, context: ApiContext): string | undefined {
  if (block.type === 'openapi-operation') {
    const { path, method } = block.data;
    return drawOperation(specification, { path, method: method.toLowerCase() }, context);
  }
  if (block.type === 'openapi-webhook') {
    const { name, method } = block.data;
    return drawWebhook(specification, { name, method: method.toLowerCase() }, context);
  }
  if (block.type !== 'openapi-schemas') return undefined;
  const { schemas, grouped = false } = block.data;
  return drawSchemas(specification, { schemas, grouped }, context);
}
