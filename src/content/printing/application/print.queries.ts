import type { Readable } from 'node:stream';
import type { Caller } from '#kernel/application/caller';
import { NotFound } from '#kernel/domain/errors';
import { Query } from '#kernel/domain/messages';
import type { PrintOrder } from '../domain/prints.js';
import type { ContentTarget } from '../../revisions/application/content.queries.js';

/** Which pages: all, or a page with those below it, or that page `only`. */
export interface PrintedPart {
  page?: string | undefined;
  only: boolean;
}

/** What a caller who wants a PDF gets printed. NotFound for what they may not see, Invalid for what can't be printed. */
export class PlanPrint extends Query<PrintOrder> {
  constructor(
    readonly caller: Caller,
    readonly target: Pick<ContentTarget, 'spaceId' | 'changeRequestId'>,
    readonly part: PrintedPart,
  ) {
    super();
  }
}

/** A PDF on its way. */
export interface OpenedPrint {
  /** Bytes. */
  size: number;
  etag: string;
  body: Readable;
}

/** The print is known, and its bytes are gone. */
export class PrintBytesGone extends NotFound {}

/**
 * The bytes at a signed address; NotFound for an address that was not made here, or is over, and PrintBytesGone where
 * only the bytes are missing.
 */
export class OpenPrint extends Query<OpenedPrint> {
  constructor(
    readonly address: { organizationId: string; key: string; expires: string; signature: string; name: string },
  ) {
    super();
  }
}
