import { Query } from '#kernel/domain/messages';
import type { ReaderRequest } from '../reader.queries.js';

/** What a reader entered into the form of an operation. */
export interface TriedForm {
  /** The name of a specification that the page shows. */
  spec: string;
  path: string;
  method: string;
  fields: Readonly<Record<string, string>>;
  /** By the names of their fields, in which there may be several. */
  files: Readonly<Record<string, readonly TriedFile[]>>;
}

/** A file that a reader chose, with its name and media type as the browser says them. */
export interface TriedFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** What the server of an API answered. */
export interface TriedAnswer {
  status: number;
  headers: readonly (readonly [name: string, value: string])[];
  /** The beginning of it; what is no text is only named. */
  body: string;
  /** Whether it is longer. */
  isCut: boolean;
  /** Until all that is shown was there. */
  milliseconds: number;
}

/**
 * Sends a request of an operation that a page shows, as its specification describes it: to no other server. `asked` is
 * the page. Undefined where the visitor is not shown such an operation, or its requests are not tried.
 */
export class SendTriedRequest extends Query<TriedAnswer | undefined> {
  constructor(
    readonly asked: ReaderRequest,
    /** The network address of the visitor. */
    readonly address: string,
    readonly form: TriedForm,
  ) {
    super();
  }
}
