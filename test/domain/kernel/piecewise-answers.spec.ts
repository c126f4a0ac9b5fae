import { describe, expect, it } from '@jest/globals';
import { inTurns, streamOf } from '#kernel/interface/http/piecewise-answers';

/** A piece that takes longer to write than others are to wait. */
function* slowPieces(name: string, taken: string[]): Generator<Buffer> {
  for (let piece = 0; piece < 5; piece++) {
    for (const end = performance.now() + 6; performance.now() < end;);
    taken.push(name);
    yield Buffer.from(`${name}${piece}`);
  }
}

async function all(pieces: AsyncIterable<unknown>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += String(piece);
  return text;
}

describe('A response in pieces', () => {
  it('lets others have a turn after every slow piece, however many responses are written at once', async () => {
    const taken: string[] = [];
    let open = true;
    const beat = (): void => {
      if (taken.at(-1) !== 'turn') taken.push('turn');
      if (open) setImmediate(beat);
    };
    setImmediate(beat);
    await Promise.all(['a', 'b', 'c'].map((name) => all(inTurns(slowPieces(name, taken)))));
    open = false;
    // The first piece of each is written before anything waits.
    const later = taken.slice(taken.indexOf('turn'));
    const withoutTurn = later.filter((name, at) => name !== 'turn' && later[at - 1] !== 'turn');
    expect(withoutTurn).toEqual([]);
  });

  it('is sent whole and in order', async () => {
    expect(await all(streamOf(slowPieces('p', [])))).toBe('p0p1p2p3p4');
  });
});
