/** What kinds of refusals there are, for programs: a closed list, by the HTTP status that each is answered with. */
export const ERROR_TYPES = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  408: 'timeout',
  409: 'conflict',
  412: 'precondition-failed',
  413: 'too-large',
  414: 'address-too-long',
  415: 'unsupported-media-type',
  429: 'rate-limited',
  431: 'headers-too-large',
  500: 'internal',
  503: 'unavailable',
} as const;

export type ErrorType = (typeof ERROR_TYPES)[keyof typeof ERROR_TYPES];

/** A member of a request that breaks a rule. */
export interface FieldFault {
  /** Where it is, as `changes.0.title`. */
  path: string;
  /** Which rule, in a sentence that names the member. */
  message: string;
}

/** Members at fault that an answer names at most. */
export const MOST_FIELDS = 20;

/** What a rule of the domain answers when it refuses. The interface turns each kind into its HTTP status. */
export abstract class DomainError extends Error {
  /** The HTTP status this kind of refusal is answered with; also the `code` of the error body. */
  abstract readonly status: keyof typeof ERROR_TYPES;

  /** The `type` of the error body. */
  get type(): ErrorType {
    return ERROR_TYPES[this.status];
  }
}

/** The thing is unknown, or the caller may not learn that it exists. */
export class NotFound extends DomainError {
  readonly status = 404;
}

/** The request does not fit the state the thing is in. */
export class Conflict extends DomainError {
  readonly status = 409;
}

/** The caller may see the thing but not do this with it. */
export class Forbidden extends DomainError {
  readonly status = 403;
}

/** The request itself breaks a rule; the message says which, and `fields` where, when members of it are at fault. */
export class Invalid extends DomainError {
  readonly status = 400;

  constructor(
    message: string,
    readonly fields?: readonly FieldFault[],
  ) {
    super(message);
  }
}

/** Nobody, or nobody known, is calling. */
export class Unauthenticated extends DomainError {
  readonly status = 401;
}

/** A condition the caller set (`If-Match`) or a rule that guards the step does not hold. */
export class PreconditionFailed extends DomainError {
  readonly status = 412;
}

/** What was sent is larger than a limit. */
export class TooLarge extends DomainError {
  readonly status = 413;
}

/** The kind of content sent is not one this operation reads. */
export class UnsupportedMediaType extends DomainError {
  readonly status = 415;
}

/** Too much was asked in too short a time; the same may succeed later. */
export class TooManyRequests extends DomainError {
  readonly status = 429;
}

/** Something the server depends on does not answer; the same may succeed later. What happened is its `cause`. */
export class Unavailable extends DomainError {
  readonly status = 503;
}
