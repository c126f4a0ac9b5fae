import { SourceRefused } from '../../domain/import/sources.js';

/** The size of the object a delta makes; `delta` needs to hold its first 20 bytes only. */
export function deltaResultSize(delta: Buffer): number {
  const cursor = { at: 0 };
  readSize(delta, cursor);
  return readSize(delta, cursor);
}

/** Rebuilds an object from its base (gitformat-pack, "Deltified representation"). */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const cursor = { at: 0 };
  if (readSize(delta, cursor) !== base.length) throw damaged();
  const result = Buffer.allocUnsafe(readSize(delta, cursor));
  let end = 0;
  while (cursor.at < delta.length) {
    const command = byte(delta, cursor);
    if (command === 0) throw damaged();
    const copies = (command & 0x80) !== 0;
    const from = copies ? readNumber(delta, cursor, command & 0x0f, 4) : cursor.at;
    const count = copies ? readNumber(delta, cursor, (command >> 4) & 0x07, 3) || 0x10000 : command;
    const source = copies ? base : delta;
    if (from + count > source.length || end + count > result.length) throw damaged();
    source.copy(result, end, from, from + count);
    if (!copies) cursor.at += count;
    end += count;
  }
  if (end !== result.length) throw damaged();
  return result;
}

type Cursor = { at: number };

function byte(bytes: Buffer, cursor: Cursor): number {
  const value = bytes[cursor.at];
  if (value === undefined) throw damaged();
  cursor.at += 1;
  return value;
}

/** Seven bits a byte, lowest first. */
function readSize(bytes: Buffer, cursor: Cursor): number {
  let value = 0;
  for (let factor = 1; ; factor *= 128) {
    const next = byte(bytes, cursor);
    value += (next & 0x7f) * factor;
    if (next < 0x80) break;
    if (factor > 2 ** 42) throw damaged();
  }
  return value;
}

/** Little-endian with the zero bytes left out; `present` says which bytes are there. */
function readNumber(bytes: Buffer, cursor: Cursor, present: number, width: number): number {
  let value = 0;
  for (let index = 0; index < width; index += 1) {
    if ((present & (1 << index)) !== 0) value += byte(bytes, cursor) * 256 ** index;
  }
  return value;
}

export function damaged(): SourceRefused {
  return new SourceRefused('The repository is damaged');
}
