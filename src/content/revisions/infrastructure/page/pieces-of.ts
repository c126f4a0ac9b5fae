import { JsonPieces } from '#kernel/application/json-text';
import type { CacheEntityTag } from '#kernel/application/entity-tag-cache';
import type { WrittenPages } from './tree-reader.js';

/** A response with written pages between a text and pieces of one. */
export function piecesOf(
  [before, behind]: readonly [string, readonly Buffer[]],
  { pieces, length }: WrittenPages,
  etag: string,
  note?: CacheEntityTag,
  kept?: object,
): JsonPieces {
  const first = Buffer.from(before);
  const around = behind.reduce((sum, piece) => sum + piece.length, first.length);
  const whole = length === undefined ? undefined : around + length;
  return new JsonPieces({ [Symbol.iterator]: () => joined(first, pieces, behind) }, whole, etag, note, kept);
}

function* joined(first: Buffer, pieces: Iterable<Buffer>, behind: Iterable<Buffer>): Generator<Buffer, void> {
  yield first;
  yield* pieces;
  yield* behind;
}
