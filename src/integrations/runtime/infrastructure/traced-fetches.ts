import type { InTrace, Tracing } from '#kernel/application/tracing';
import type { EgressContext, EgressHandler, EgressRequest, EgressResponse } from '#script-runtime';

/** A call of a script, as its fetches know it. */
interface TaggedCall {
  tag: string;
  /** When the script has ended. */
  end(): void;
}

/**
 * The fetches of scripts, as spans of the traces in which the scripts run. They arrive from another process, with the tag
 * of their call: how many calls of scripts led to it, and where it is traced also a number of its own.
 */
export class TracedFetches {
  readonly #calls = new Map<string, InTrace>();
  #begun = 0;

  constructor(private readonly tracing: Tracing) {}

  begin(depth: number): TaggedCall {
    const inTrace = this.tracing.active ? this.tracing.capture() : undefined;
    if (!inTrace) return { tag: String(depth), end: () => undefined };
    const tag = `${depth} ${++this.#begun}`;
    this.#calls.set(tag, inTrace);
    return { tag, end: () => void this.#calls.delete(tag) };
  }

  depthOf(tag: string | undefined): string | undefined {
    return tag?.split(' ', 1)[0];
  }

  traced(handler: EgressHandler): EgressHandler {
    return (request, context) => {
      const inTrace = context.tag === undefined ? undefined : this.#calls.get(context.tag);
      return inTrace ? inTrace(() => this.#span(handler, request, context)) : handler(request, context);
    };
  }

  /** The host alone: addresses may hold what is secret. */
  #span(handler: EgressHandler, request: EgressRequest, context: EgressContext): Promise<EgressResponse> {
    const { method, url } = request;
    const attributes = { 'http.request.method': method, 'server.address': new URL(url).hostname };
    return this.tracing.span({ name: `fetch ${method}`, kind: 'client', attributes }, () => handler(request, context));
  }
}
