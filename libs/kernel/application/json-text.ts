import type { CacheEntityTag } from './entity-tag-cache.js';

/**
 * A response whose JSON was written by the database, and which the server sends without parsing it. `etag` is the
 * entity tag (with its quotes) when it is known without the text; `note` caches it. `kept` identifies a text that is
 * sent repeatedly, by the same object each time, so that its bytes are made, and compressed, only once.
 */
export class JsonText {
  constructor(
    readonly text: string,
    readonly etag?: string,
    readonly note?: CacheEntityTag,
    readonly kept?: object,
  ) {}
}

/**
 * A response as JSON text in pieces, for what is too long to be written, or sent, at once. The pieces are taken as the
 * client receives them, and again where they are compressed; other requests are answered in between. `length`: their
 * bytes, where that is known beforehand. The rest is as in `JsonText`.
 */
export class JsonPieces {
  constructor(
    readonly pieces: Iterable<Buffer>,
    readonly length: number | undefined,
    readonly etag: string,
    readonly note?: CacheEntityTag,
    readonly kept?: object,
  ) {}

  /** All pieces as one text. */
  get text(): string {
    return Buffer.concat([...this.pieces]).toString();
  }
}

/** The response to a conditional read whose entity tag is current: 304, without a body. */
export class NotModified {
  constructor(
    readonly etag: string,
    readonly note?: CacheEntityTag,
  ) {}
}
