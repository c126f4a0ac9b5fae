import type { JsonLimits } from './json-scan.js';

/** What the body of an operation may hold, as the operation says it. */
export interface BodyRoom {
  /** `content`: as many as the server takes at all. */
  bytes: number | 'content';
  members?: number;
  items?: number;
  /** Whether these bytes are taken also where the server takes fewer. */
  always?: boolean;
}

/** The same in numbers. */
export interface BodyLimits extends JsonLimits {
  bytes: number;
}

/** Under this name the document says of an operation how many bytes its body may have. */
export const MAX_BODY = 'x-quire-max-body';
/** Bytes of a body where an operation says nothing else. */
export const DEFAULT_BYTES = 100_000;
/** Bytes of content where the server's setting says nothing else. */
export const DEFAULT_CONTENT_BYTES = 10_000_000;

/** Bytes that a member and an item have at least, on average, in any body that means something. */
const BYTES_OF_MEMBER = 20;
const BYTES_OF_ITEM = 40;
/** Small bodies are not counted this closely. */
const LEAST = 2000;
const MOST_SHAPES = 50_000;

/** What a body may hold, given what the server takes at all. */
export function limitsOf(room: BodyRoom | undefined, serverBytes: number): BodyLimits {
  const { bytes: wanted = DEFAULT_BYTES, members, items, always = false } = room ?? {};
  const bytes = wanted === 'content' ? serverBytes : always ? wanted : Math.min(wanted, serverBytes);
  const limits = {
    bytes,
    members: members ?? Math.max(LEAST, Math.floor(bytes / BYTES_OF_MEMBER)),
    items: items ?? Math.max(LEAST, Math.floor(bytes / BYTES_OF_ITEM)),
  };
  return { ...limits, shapes: Math.min(limits.members, MOST_SHAPES) };
}
