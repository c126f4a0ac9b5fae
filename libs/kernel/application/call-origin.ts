/** The origin of a request. */
export interface Origin {
  /** The client's address. */
  address: string;
  requestId: string;
  /** `ui` with a session cookie, `api` with a token. */
  source: 'api' | 'ui';
  /** The name of the integration whose script calls; absent for users. */
  integration?: string;
}

/** Makes the origin of the current request available to all work done for it. */
export abstract class CallOrigin {
  /** Makes `origin` current until the work has ended. */
  abstract during<R>(origin: Origin, work: () => Promise<R>): Promise<R>;
  /** Undefined in work that no request caused. */
  abstract readonly current: Origin | undefined;
}
