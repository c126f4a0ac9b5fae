import type { JsonLimits } from './json-scan.js';

/** The limits of an operation's body, as the operation declares them. */
export interface DeclaredLimits {
  /** `content`: the server's limit for content. */
  bytes: number | 'content';
  members?: number;
  items?: number;
  /** Whether this many bytes are accepted also where the server's limit is lower. */
  always?: boolean;
}

/** The same in numbers. */
export interface BodyLimits extends JsonLimits {
  bytes: number;
}

/** The extension in the API document with the largest body of an operation, bytes. */
export const MAX_BODY = 'x-quire-max-body';
/** Largest body of an operation that declares nothing else, bytes. */
export const DEFAULT_BYTES = 100_000;
/** Largest content by default, bytes. */
export const DEFAULT_CONTENT_BYTES = 10_000_000;

/** Average bytes per member and item, at least, in any meaningful body. */
const BYTES_OF_MEMBER = 20;
const BYTES_OF_ITEM = 40;
/** Small bodies may have this many in any case. */
const LEAST = 2000;
const MOST_SHAPES = 50_000;

/** The limits of a body, given the server's limit. */
export function limitsOf(declared: DeclaredLimits | undefined, serverBytes: number): BodyLimits {
  const { bytes: wanted = DEFAULT_BYTES, members, items, always = false } = declared ?? {};
  const bytes = wanted === 'content' ? serverBytes : always ? wanted : Math.min(wanted, serverBytes);
  const limits = {
    bytes,
    members: members ?? Math.max(LEAST, Math.floor(bytes / BYTES_OF_MEMBER)),
    items: items ?? Math.max(LEAST, Math.floor(bytes / BYTES_OF_ITEM)),
  };
  return { ...limits, shapes: Math.min(limits.members, MOST_SHAPES) };
}
