import type { PageTree } from '../../domain/tree/page-tree.js';

/**
 * Memory of a page in a tree apart from its strings, and of a string apart from its characters: measured on 64-bit
 * machines.
 */
const PAGE_BYTES = 300;
const STRING_BYTES = 16;
/** Pages that are weighed in one step. */
const STEP = 100;

/** The approximate memory of a tree, in bytes; yields between steps of about a hundred microseconds. */
export function* bytesOfTree(tree: PageTree): Generator<void, number> {
  let [bytes, count] = [PAGE_BYTES, 0];
  for (const { record, path = '' } of tree) {
    bytes += PAGE_BYTES + bytesOf(path) + bytesOfMembers(record);
    if (++count % STEP === 0) yield;
  }
  return bytes;
}

/** The approximate memory of a map of small records by their ids, in bytes. */
export function bytesOfRecords(records: ReadonlyMap<string, object>): number {
  let bytes = PAGE_BYTES;
  for (const [id, item] of records) bytes += PAGE_BYTES + bytesOf(id) + bytesOfMembers(item);
  return bytes;
}

function bytesOfMembers(record: object): number {
  let bytes = 0;
  for (const member of Object.values(record) as unknown[]) {
    if (typeof member === 'string') bytes += bytesOf(member);
    else if (typeof member === 'object' && member !== null) bytes += PAGE_BYTES / 2 + bytesOfMembers(member);
  }
  return bytes;
}

const WIDE = /[^\0-\xff]/;

/** A string takes two bytes for each character if any of them needs two. */
function bytesOf(text: string): number {
  return STRING_BYTES + text.length * (WIDE.test(text) ? 2 : 1);
}
