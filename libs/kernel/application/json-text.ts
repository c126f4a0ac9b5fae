import type { NoteTag } from './entity-tag-cache.js';

/**
 * An answer whose JSON was written by the database: the server passes it on as it is, without reading it. `etag` is
 * the entity tag (with its quotes) when it is known without looking at the text; `note` remembers that it was told.
 * `kept` stands for a text that is given again and again, the same object each time, so that it need be compressed only
 * once.
 */
export class JsonText {
  constructor(
    readonly text: string,
    readonly etag?: string,
    readonly note?: NoteTag,
    readonly kept?: object,
  ) {}
}

/** The answer to a conditional read whose entity tag still holds: 304, without a body. */
export class NotModified {
  constructor(
    readonly etag: string,
    readonly note?: NoteTag,
  ) {}
}
