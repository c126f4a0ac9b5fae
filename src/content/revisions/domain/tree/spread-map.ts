/** Entries of a bucket: as many as are copied for one that changes. */
const ENTRIES = 32;
const MOST_ENTRIES = 256;

/**
 * A map that never changes, whose changed copy costs as much as is changed and shares the rest: its entries are spread
 * over small buckets, of which only those with changes are copied.
 */
export class SpreadMap<V> {
  private constructor(
    private readonly buckets: readonly ReadonlyMap<string, V>[],
    readonly size: number,
  ) {}

  /** `expected`: the number of entries. Yields between steps of about a hundred microseconds. */
  static *of<V>(entries: Iterable<readonly [string, V]>, expected: number): Generator<void, SpreadMap<V>> {
    const buckets = Array.from({ length: bucketsFor(expected) }, () => new Map<string, V>());
    let count = 0;
    for (const [key, value] of entries) {
      buckets[placeOf(key, buckets.length)]?.set(key, value);
      if (++count % 500 === 0) yield;
    }
    return new SpreadMap(
      buckets,
      buckets.reduce((sum, { size }) => sum + size, 0),
    );
  }

  get(key: string): V | undefined {
    return this.buckets[placeOf(key, this.buckets.length)]?.get(key);
  }

  /** A copy with other values for some keys; `undefined` removes a key. */
  with(changes: ReadonlyMap<string, V | undefined>): SpreadMap<V> {
    const buckets = [...this.buckets];
    const copied = new Map<number, Map<string, V>>();
    let { size } = this;
    for (const [key, value] of changes) {
      const at = placeOf(key, buckets.length);
      let bucket = copied.get(at);
      if (!bucket) copied.set(at, (bucket = new Map(buckets[at])));
      size -= bucket.size;
      if (value === undefined) bucket.delete(key);
      else bucket.set(key, value);
      size += bucket.size;
    }
    for (const [at, bucket] of copied) buckets[at] = bucket;
    return new SpreadMap(size > buckets.length * MOST_ENTRIES ? spread(buckets, size) : buckets, size);
  }
}

/** The same entries in more buckets. */
function spread<V>(buckets: readonly ReadonlyMap<string, V>[], size: number): Map<string, V>[] {
  const wider = Array.from({ length: bucketsFor(size) }, () => new Map<string, V>());
  for (const bucket of buckets) {
    for (const [key, value] of bucket) wider[placeOf(key, wider.length)]?.set(key, value);
  }
  return wider;
}

/** A power of two. */
function bucketsFor(size: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(size / ENTRIES)));
}

/** FNV-1a over the UTF-16 units, then spread to the low bits. */
function placeOf(key: string, buckets: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) & (buckets - 1);
}
