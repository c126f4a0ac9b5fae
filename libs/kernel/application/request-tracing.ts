/** What decides whether a request is recorded. */
export interface ArrivedRequest {
  /** The address of who is connected, which may be a proxy. */
  peer: string | undefined;
  /** The header of W3C Trace Context, as it was sent. */
  traceParent: string | undefined;
}

/** A request as its span describes it. */
export interface TracedRequest {
  method: string;
  /** The route of its operation, without what the address names; undefined where there is none. */
  route: string | undefined;
  scheme: string;
  requestId: string;
}

/** Members of a line of the log that belongs to a trace, named as OpenTelemetry has it for logs. */
export interface TraceIds {
  trace_id: string;
  span_id: string;
}

/** The trace of one request, which is recorded. */
export interface RequestTrace {
  readonly ids: TraceIds;
  /** Runs work in it. */
  during(work: () => Promise<void>): Promise<void>;
  /** `status`: undefined where the client left before there was an answer. */
  end(status: number | undefined): void;
}

/** Begins the traces of requests, where they are recorded. */
export abstract class RequestTracing {
  abstract readonly on: boolean;
  /** Undefined for a request that is not recorded. Only one that may be recorded is described; undefined leaves it out. */
  abstract request(arrived: ArrivedRequest, describe: () => TracedRequest | undefined): RequestTrace | undefined;
}
