/** Limits of a JSON body, by what is expensive to parse. They are checked before parsing. */
export interface JsonLimits {
  /** Members of all objects together. */
  members: number;
  /** Items of all arrays together. */
  items: number;
  /**
   * New shapes: members that continue an object as no other object of the body does. Each costs as much as twenty
   * others.
   */
  shapes: number;
}

/** Deeper than any body of ours; bounds every recursion over a body. */
const MAX_DEPTH = 200;

const [QUOTE, BACKSLASH, COMMA, COLON] = [34, 92, 44, 58];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [123, 125, 91, 93];
const LETTER_U = 117;
/** Bytes of a string that are scanned one by one before `indexOf` is used, which pays only for long strings. */
const NEAR = 32;

const LONE = 'The body contains half of a surrogate pair, which is no character';
const NUL = 'The body contains the NUL character';

/**
 * Checks the bytes of a JSON text against limits, and for what can't be stored; undefined without a fault. The text
 * need not be valid JSON.
 */
export function faultOfJson(bytes: Buffer, limits: JsonLimits): string | undefined {
  return new Scan(bytes, limits).run();
}

/** One pass over the bytes: strings are skipped except for their escapes, and everything between them is counted. */
class Scan {
  readonly #shapes: Shapes | undefined;
  /** By depth: whether the open value is an array. */
  readonly #arrays = new Uint8Array(MAX_DEPTH + 1);
  /** The next quote and backslash found and not passed yet. */
  #quote = -1;
  #backslash = -1;
  #fault: string | undefined;

  constructor(
    private readonly bytes: Buffer,
    private readonly limits: JsonLimits,
  ) {
    // No shorter text has so many members.
    if (bytes.length > limits.shapes * '"":0,'.length) this.#shapes = new Shapes(limits.shapes);
  }

  run(): string | undefined {
    const { bytes, limits } = this;
    const [shapes, arrays] = [this.#shapes, this.#arrays];
    const { length } = bytes;
    let [depth, members, items] = [0, 0, 0];
    let isName = false;
    for (let at = 0; at < length; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        const begin = at + 1;
        at = this.#endOfString(begin);
        if (isName && shapes) shapes.name(bytes, begin, at, depth);
        if (this.#fault !== undefined) return this.#fault;
      } else if (byte === COLON) {
        isName = false;
        if (++members > limits.members) return tooMany(limits.members, 'members');
        if (shapes?.areTooMany === true) return tooMany(limits.shapes, 'different members');
      } else if (byte === COMMA) {
        isName = arrays[depth] === 0;
        if (!isName && ++items > limits.items) return tooMany(limits.items, 'items');
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        if (++depth > MAX_DEPTH) return `The body is nested more than ${MAX_DEPTH} levels deep`;
        isName = byte === OPEN_OBJECT;
        arrays[depth] = isName ? 0 : 1;
        shapes?.open(depth);
        if (!isName && ++items > limits.items) return tooMany(limits.items, 'items');
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        isName = false;
        if (depth > 0) depth--;
      }
    }
    return undefined;
  }

  /** The position of the quote that ends the string which begins here. */
  #endOfString(begin: number): number {
    const { bytes } = this;
    const { length } = bytes;
    let at = begin;
    for (let near = at + NEAR; at < length; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) return at;
      if (byte === BACKSLASH) {
        at = this.#endOfEscape(at);
        if (this.#fault !== undefined) return at;
        near = at + NEAR;
      } else if (at > near) {
        at = this.#nextOf(at) - 1;
        near = length;
      }
    }
    return at;
  }

  /**
   * The position of the next quote or backslash. Each is searched again only after it was passed, so that the work is
   * linear.
   */
  #nextOf(at: number): number {
    if (this.#quote < at) this.#quote = this.#find(QUOTE, at);
    if (this.#backslash < at) this.#backslash = this.#find(BACKSLASH, at);
    return Math.min(this.#backslash, this.#quote);
  }

  #find(byte: number, at: number): number {
    const found = this.bytes.indexOf(byte, at);
    return found === -1 ? this.bytes.length : found;
  }

  /** The position of the last byte of an escape. */
  #endOfEscape(at: number): number {
    if (this.bytes[at + 1] !== LETTER_U) return at + 1;
    const unit = this.#unit(at);
    if (unit === 0) this.#fault = NUL;
    if (unit === undefined || unit < 0xd800 || unit > 0xdfff) return at + 5;
    const low = this.#unit(at + 6) ?? 0;
    if (unit > 0xdbff || low < 0xdc00 || low > 0xdfff) this.#fault = LONE;
    return at + 11;
  }

  /** The code unit of the escape `\uXXXX` at a position, if there is one. */
  #unit(at: number): number | undefined {
    if (this.bytes[at] !== BACKSLASH || this.bytes[at + 1] !== LETTER_U) return undefined;
    const unit = Number.parseInt(this.bytes.toString('latin1', at + 2, at + 6), 16);
    return Number.isNaN(unit) ? undefined : unit;
  }
}

function tooMany(most: number, what: string): string {
  return `The body has more than ${most} ${what}`;
}

/** More than twice as many slots as any operation accepts shapes: full hash tables are slow. */
const TABLE = new Int32Array(1 << 18);
/** Random, so that callers can't choose names that collide. */
const SEED = Math.floor(Math.random() * 0x7fffffff) | 1;

/**
 * Counts the distinct shapes of objects, that is, the sequences of names they begin with. For each the engine creates a
 * hidden class when it first meets it, which costs far more than another object of a known shape.
 */
class Shapes {
  #count = 0;
  /** By depth: the hash of the names in the open object so far. */
  readonly #beginnings = new Int32Array(MAX_DEPTH + 2);

  constructor(private readonly most: number) {
    TABLE.fill(0);
  }

  get areTooMany(): boolean {
    return this.#count > this.most;
  }

  open(depth: number): void {
    this.#beginnings[depth] = SEED;
  }

  /** Records that the object at this depth has a member of this name. */
  name(bytes: Buffer, begin: number, end: number, depth: number): void {
    if (this.areTooMany) return;
    let hash = this.#beginnings[depth] ?? SEED;
    for (let at = begin; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15) ^ SEED, 0x2c1b3c6d);
    hash = (hash ^ (hash >>> 13)) | 1;
    this.#beginnings[depth] = hash;
    for (let place = hash & (TABLE.length - 1); ; place = (place + 1) & (TABLE.length - 1)) {
      if (TABLE[place] === hash) return;
      if (TABLE[place] !== 0) continue;
      TABLE[place] = hash;
      this.#count++;
      return;
    }
  }
}
