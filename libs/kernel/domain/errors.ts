/** What a rule of the domain answers when it refuses. The interface turns each kind into its HTTP status. */
export abstract class DomainError extends Error {
  /** The HTTP status this kind of refusal is answered with; also the `code` of the error body. */
  abstract readonly status: number;
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

/** The request itself breaks a rule; the message says which. */
export class Invalid extends DomainError {
  readonly status = 400;
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
