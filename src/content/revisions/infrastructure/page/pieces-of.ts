import { JsonPieces } from '#kernel/application/json-text';
import type { CacheEntityTag } from '#kernel/application/entity-tag-cache';
import type { WrittenPages } from './tree-reader.js';

/** A response with written pages between two texts. */
export function piecesOf(
  [before, behind]: readonly [string, string],
  { pieces, length }: WrittenPages,
  etag: string,
  note?: CacheEntityTag,
  kept?: object,
): JsonPieces {
  const [first, last] = [Buffer.from(before), Buffer.from(behind)];
  const whole = length === undefined ? undefined : first.length + length + last.length;
  return new JsonPieces({ [Symbol.iterator]: () => joined(first, pieces, last) }, whole, etag, note, kept);
}

function* joined(first: Buffer, pieces: Iterable<Buffer>, last: Buffer): Generator<Buffer, void> {
  yield first;
  yield* pieces;
  yield last;
}
