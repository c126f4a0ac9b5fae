import { Readable } from 'node:stream';
import { Turns } from '../../application/turns.js';

/** Bytes that wait for the client at most, besides the piece that is sent. */
const WAITING = 65_536;

/** Pieces of a response as a stream, which takes the next one when the client has taken what was sent. */
export function streamOf(pieces: Iterable<Buffer>): Readable {
  return Readable.from(inTurns(pieces), { objectMode: false, highWaterMark: WAITING });
}

/** The same pieces; other requests have a turn between them. */
export async function* inTurns(pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  const turns = new Turns();
  for (const piece of pieces) {
    yield piece;
    await turns.next();
  }
}
