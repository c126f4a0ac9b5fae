import { request as send, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OutboundError, OutboundRefused, OutboundSilent, OutboundTimeout, type Outbound } from '#outbound';
import { refusal, type EgressContext, type EgressHandler, type EgressRequest, type EgressResponse } from './egress.js';

/** A server on this machine, such as our own, that takes requests in place of the host they name. */
export interface LocalServer {
  /** Such as `http://127.0.0.1:3000`. */
  origin: string;
  /** Added to the request, in place of the script's own of the same names. */
  headers?: Record<string, string>;
}

export interface OutboundEgressOptions {
  outbound: Outbound;
  /** Milliseconds for one fetch, its body included. */
  timeoutMs: number;
  maxRequestBytes: number;
  /** Counted after decompression. */
  maxResponseBytes: number;
  /** Which requests do not leave this machine. All others must be to public addresses. */
  local?: (url: URL, context: EgressContext) => LocalServer | undefined;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** What the request is sent with is chosen here, or is not spoken. */
const NOT_SENT = ['accept-encoding', 'expect'];
/** They would tell a local server that the request comes from elsewhere. */
const OF_PROXIES = /^(forwarded|x-forwarded-.*|x-real-ip)$/;

class TooLarge extends Error {}

/**
 * Sends what scripts fetch by the rules of `Outbound`. A script gets every answer as it is; a request that is refused,
 * or fails, is answered with 403, 413, 502 or 504 and the reason in plain text.
 */
export function outboundEgress(options: OutboundEgressOptions): EgressHandler {
  return async (request, context) => {
    if (!METHODS.has(request.method)) return refusal(405, `Requests with ${request.method} are not sent`);
    const url = new URL(request.url);
    const local = options.local?.(url, context);
    const sent = { ...request, headers: without(request.headers, (name) => NOT_SENT.includes(name)) };
    if (sent.body) sent.body = limited(sent.body, options.maxRequestBytes);
    try {
      return local ? await sendLocally(local, url, sent, context, options) : await sendOut(sent, context, options);
    } catch (error) {
      if (context.signal.aborted) throw error;
      return answerFor(error, sent.body?.errored);
    }
  };
}

async function sendOut(
  { method, url, headers, body }: EgressRequest,
  { signal }: EgressContext,
  { outbound, timeoutMs, maxResponseBytes }: OutboundEgressOptions,
): Promise<EgressResponse> {
  const request = { method, headers, maxBytes: maxResponseBytes, timeoutMs, signal, asIs: true };
  const answer = await outbound.fetch(url, body ? { ...request, body } : request);
  // The body has been decoded, and its length is another then.
  const encoded = answer.headers['content-encoding'] !== undefined;
  const dropped = encoded ? ['set-cookie', 'content-encoding', 'content-length'] : ['set-cookie'];
  const kept = without(answer.headers, (name) => dropped.includes(name));
  return {
    status: answer.status,
    headers: answer.cookies.length > 0 ? { ...kept, 'set-cookie': answer.cookies } : kept,
    body: answer.body,
  };
}

async function sendLocally(
  { origin, headers: added }: LocalServer,
  url: URL,
  { method, headers, body }: EgressRequest,
  context: EgressContext,
  { timeoutMs, maxResponseBytes }: OutboundEgressOptions,
): Promise<EgressResponse> {
  const { hostname, port } = new URL(origin);
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)]);
  const own = { ...without(headers, (name) => OF_PROXIES.test(name)), ...added, host: url.host };
  const path = `${url.pathname}${url.search}`;
  const request = send({ hostname, port, method, path, headers: own, signal, agent: false });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
    if (body) pipeline(body, request).catch((error: Error) => request.destroy(error));
    else request.end();
  });
  const answered = Object.entries(response.headers).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return {
    status: response.statusCode ?? 502,
    headers: Object.fromEntries(answered) as EgressResponse['headers'],
    body: limited(response, maxResponseBytes),
  };
}

function answerFor(error: unknown, ofBody: Error | null | undefined): EgressResponse {
  if (ofBody instanceof TooLarge) return refusal(413, ofBody.message);
  if (error instanceof OutboundRefused) return refusal(403, error.message);
  if (error instanceof OutboundTimeout || error instanceof OutboundSilent) return refusal(504, error.message);
  if (error instanceof OutboundError) return refusal(502, error.message);
  return refusal(502, 'The server could not be reached');
}

function limited(body: Readable, maxBytes: number): Readable {
  const pass = async function* (): AsyncGenerator<Buffer> {
    let seen = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      seen += chunk.length;
      if (seen > maxBytes) throw new TooLarge(`More than ${maxBytes} bytes are not sent`);
      yield chunk;
    }
  };
  return Readable.from(pass(), { objectMode: false });
}

function without(headers: Record<string, string>, dropped: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped(name)));
}
