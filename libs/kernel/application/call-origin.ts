/** Where a request came from. */
export interface Origin {
  /** The client's address. */
  address: string;
  requestId: string;
  /** `ui` with a session's cookie, `api` with a token. */
  source: 'api' | 'ui';
}

/** Carries where the request at hand came from along with its work. */
export abstract class CallOrigin {
  /** Carries it until the work has ended. */
  abstract during<R>(origin: Origin, work: () => Promise<R>): Promise<R>;
  /** Undefined in what no request caused. */
  abstract readonly current: Origin | undefined;
}
