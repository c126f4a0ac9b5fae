import type { ToolServer } from './tool-server.js';

/** An HTTP request with a message of the Model Context Protocol. */
export interface McpExchange {
  method: string;
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** As it was sent, or parsed already. */
  body: Uint8Array | object | undefined;
}

export interface McpAnswer {
  status: number;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
}

/** Headers of an answer that belong to the connection. */
const OF_CONNECTION = new Set(['content-length', 'transfer-encoding', 'connection']);
const BRACKET = '['.charCodeAt(0);
const SPACES: ReadonlySet<number> = new Set([9, 10, 13, 32]);
/** Many calls in one request would be one for every limit. The protocol has had none of them since its version of 2025-06-18. */
const NO_BATCHES = { code: -32600, message: 'Send one message in a request' };

/**
 * Answers one request, in the present version of the protocol and in earlier ones. Nothing is kept for the next: what
 * opens and ends sessions (GET, DELETE) is answered with 405. The library of the protocol is loaded with the first one.
 */
export async function answerMcp(exchange: McpExchange, serve: () => ToolServer): Promise<McpAnswer> {
  const { method, url, headers, body } = exchange;
  if (isBatch(body)) return refusal(NO_BATCHES);
  const { fetchFrom } = await import('./protocol.js');
  const sent = body instanceof Uint8Array ? { body: Buffer.from(body) } : {};
  const request = new Request(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...sent,
  });
  const parsed = body === undefined || body instanceof Uint8Array ? {} : { parsedBody: body };
  const answer = await fetchFrom(serve, request, parsed);
  const kept = [...answer.headers].filter(([name]) => !OF_CONNECTION.has(name));
  return { status: answer.status, headers: kept, body: await answer.text() };
}

function isBatch(body: McpExchange['body']): boolean {
  if (!(body instanceof Uint8Array)) return Array.isArray(body);
  return body.find((byte) => !SPACES.has(byte)) === BRACKET;
}

function refusal(error: { code: number; message: string }): McpAnswer {
  const body = JSON.stringify({ jsonrpc: '2.0', error, id: null });
  return { status: 400, headers: [['content-type', 'application/json']], body };
}
