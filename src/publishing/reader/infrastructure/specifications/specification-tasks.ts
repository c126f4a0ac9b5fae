import { LRUCache } from 'lru-cache';
import {
  drawOperation,
  drawSchemas,
  drawWebhook,
  planRequest,
  type ApiContext,
  type OperationPlace,
  type PlannedRequest,
  type SentFiles,
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

interface Known {
  specification: Specification;
  /** Where it was fetched from, if it was. */
  source: { source?: string };
}

/** The content of a version. */
interface Content {
  filesystem: [{ specification: Specification }];
  url: string;
  urls: { source: string };
}

const kept = new LRUCache<string, Known>({ maxSize: MOST_BYTES });

/** Nothing: the process is there when it is done. */
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
  const known = text === undefined ? kept.get(key) : read(key, text);
  if (known === undefined) return undefined;
  const until = performance.now() + TURN_MS;
  const drawn: (string | null)[] = [];
  for (const { block, context } of wanted) {
    drawn.push(draw(known.specification, block, { ...context, ...known.source }) ?? null);
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
  files: SentFiles,
  context: ApiContext,
): PlannedRequest | { problem: string } | null | undefined {
  const known = text === undefined ? kept.get(key) : read(key, text);
  if (known === undefined) return undefined;
  return planRequest(known.specification, place, fields, { ...context, ...known.source }, files) ?? null;
}

function read(key: string, text: Uint8Array): Known {
  const { filesystem, url, urls } = JSON.parse(Buffer.from(text).toString()) as Content;
  // One that was uploaded has no address but that of this server.
  const source = urls.source === url ? {} : { source: urls.source };
  const known = { specification: filesystem[0].specification, source };
  kept.set(key, known, { size: text.length });
  return known;
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
