/** The process was asked to end. A job that ends with this error is given back: another process goes on with it. */
export class ProcessStopping extends Error {
  override readonly name = 'ProcessStopping';
  constructor() {
    super('The server is ending');
  }
}

/** Whether the process was asked to end. */
export class Stopping {
  readonly #controller = new AbortController();

  /** Aborts, with a `ProcessStopping` as its reason, once the process was asked to end. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  begin(): void {
    if (!this.signal.aborted) this.#controller.abort(new ProcessStopping());
  }
}
