/** The model can't be reached or is overloaded: the same may succeed later. */
export class ModelUnavailable extends Error {
  override name = 'ModelUnavailable';
}

/** The endpoint refuses what it is asked, or answers what no such endpoint answers: asking again changes nothing. */
export class ModelRefused extends Error {
  override name = 'ModelRefused';
  /** The status that it answered with, where it was not 200. */
  readonly status: number | undefined;

  constructor(reason: string | number, options?: ErrorOptions) {
    super(typeof reason === 'number' ? `The model answered ${reason}` : reason, options);
    this.status = typeof reason === 'number' ? reason : undefined;
  }
}
