import type { Readable } from 'node:stream';

/** A fetch of a script on its way out. */
export interface EgressRequest {
  method: string;
  /** Absolute, with http or https. */
  url: string;
  /** Names in lower case, without those that concern one connection only; repeated headers are joined by a comma. */
  headers: Record<string, string>;
  /** Undefined for a request without a body. */
  body: Readable | undefined;
}

/** What the script gets. Redirects are followed by the script's own fetch, each as a request of its own. */
export interface EgressResponse {
  status: number;
  headers: Record<string, string | string[]>;
  body: Readable | string;
}

export interface EgressContext {
  scriptId: string;
  /** That of the call in which the script fetches (`CallLimits`), where it is known. */
  tag: string | undefined;
  /** Aborted when the script waits no longer. */
  signal: AbortSignal;
}

/** Makes the request for the script, or refuses it with an answer that says why. */
export type EgressHandler = (request: EgressRequest, context: EgressContext) => Promise<EgressResponse>;

/** An answer in plain text, made here and not by the other side. */
export function refusal(status: number, message: string): EgressResponse {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: message };
}
