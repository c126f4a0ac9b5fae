import { hashBlocks } from '../keys/keys.js';
import type { Block } from '../model.js';
import type { BlockPlace } from '../parse/places.js';
import type { AssembledUnit } from './assembly.js';

/** What was read from a body that was put together, and what it is to say. */
export interface CheckedBody {
  units: readonly AssembledUnit[];
  read: readonly Block[];
  places: readonly BlockPlace[];
  wanted: readonly Block[];
}

/**
 * The units that do not say what they are to say, by their numbers; undefined where blocks run over the bounds of their
 * units, so that no single unit is to blame. Units that are kept as they were are not compared.
 */
export function unitsAmiss({ units, read, places, wanted }: CheckedBody): Set<number> | undefined {
  const amiss = new Set<number>();
  const [said, asked] = [hashesOf(read), hashesOf(wanted)];
  let unit = 0;
  let at = 0;
  const found = units.map((): string[] => []);
  for (const { from, to, count } of places) {
    while (unit < units.length && (units[unit] as AssembledUnit).to <= from) unit++;
    const own = units[unit];
    if (own === undefined || from < own.from || (to > own.to && !isLast(unit, units))) return undefined;
    for (const hash of said.slice(at, at + count)) found[unit]?.push(hash);
    at += count;
  }
  for (const [number, { blocks, isKept }] of units.entries()) {
    const expected = blocks.map((block) => asked[block]);
    const got = found[number] ?? [];
    if (isKept ? got.length !== expected.length : got.join() !== expected.join()) amiss.add(number);
  }
  return amiss;
}

/** The last unit, or one behind which the lines up to the next may be counted to its last block. */
const isLast = (at: number, units: readonly AssembledUnit[]): boolean =>
  at === units.length - 1 || (units[at + 1] as AssembledUnit).from > (units[at] as AssembledUnit).to;

/** Documents that were stored have their members in another order than those that were just read. */
function hashesOf(given: readonly Block[]): string[] {
  const blocks = given.map((block) => inOrder(block) as Block);
  const hashes = hashBlocks(blocks);
  return blocks.map((block) => (hashes.get(block) as readonly [number, number]).join('.'));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, inOrder(member)]),
  );
}
