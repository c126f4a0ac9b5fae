/** The kinds of errors for programs: a closed list by HTTP status. */
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
  /** The path to it, as `changes.0.title`. */
  path: string;
  /** The rule, in a sentence that names the member. */
  message: string;
}

/** Most members at fault that a response names. */
export const MOST_FIELDS = 20;

/** Thrown when a rule of the domain is broken. The interface maps each kind to its HTTP status. */
export abstract class DomainError extends Error {
  /** The HTTP status of this kind of error; also the `code` of the error body. */
  abstract readonly status: keyof typeof ERROR_TYPES;

  /** The `type` of the error body. */
  get type(): ErrorType {
    return ERROR_TYPES[this.status];
  }
}

/** The record is unknown, or the caller may not learn that it exists. */
export class NotFound extends DomainError {
  readonly status = 404;
}

/** The request does not fit the state of the record. */
export class Conflict extends DomainError {
  readonly status = 409;
}

/** The caller may see the record but not do this with it. */
export class Forbidden extends DomainError {
  readonly status = 403;
}

/**
 * The request itself breaks a rule; the message says which, and `fields` says where when members of it are at fault.
 */
export class Invalid extends DomainError {
  readonly status = 400;

  constructor(
    message: string,
    readonly fields?: readonly FieldFault[],
  ) {
    super(message);
  }
}

/** The caller is anonymous, or their credentials are unknown. */
export class Unauthenticated extends DomainError {
  readonly status = 401;
}

/** A condition set by the caller (`If-Match`) or a rule that guards the step does not hold. */
export class PreconditionFailed extends DomainError {
  readonly status = 412;
}

/** The request is larger than a limit. */
export class TooLarge extends DomainError {
  readonly status = 413;
}

/** The operation does not read this type of content. */
export class UnsupportedMediaType extends DomainError {
  readonly status = 415;
}

/** Too many requests in too short a time; the same may succeed later. */
export class TooManyRequests extends DomainError {
  readonly status = 429;
}

/** A service that the server depends on does not answer; the same may succeed later. The `cause` has the details. */
export class Unavailable extends DomainError {
  readonly status = 503;
}
