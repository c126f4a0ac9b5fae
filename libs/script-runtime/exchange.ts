import { request as send, Agent, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ScriptTooLarge } from './errors.js';

export interface ScriptRequest {
  /** `POST` by default. */
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer | Readable;
}

export interface ScriptAnswer {
  status: number;
  headers: Headers;
  body: Buffer;
}

const OF_A_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Connecting to a Unix socket costs less than finding out whether an idle connection is still open. */
const agent = new Agent({ keepAlive: false, maxSockets: Infinity });

/** Sends a request to a socket and reads the answer, of at most `maxBytes`. */
export async function exchange(
  socketPath: string,
  { method = 'POST', path, headers = {}, body }: ScriptRequest,
  maxBytes: number,
  signal: AbortSignal,
): Promise<ScriptAnswer> {
  const bytes = body instanceof Buffer ? body : undefined;
  const sent = {
    host: 'script',
    ...headers,
    ...(bytes && { 'content-length': String(bytes.length) }),
  };
  signal.throwIfAborted();
  const request = send({ socketPath, method, path, headers: sent, agent, signal });
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve);
      request.once('error', reject);
      // A failure of the caller's stream ends the request, which reports it.
      if (body instanceof Readable) pipeline(body, request).catch((error: Error) => request.destroy(error));
      else request.end(bytes);
    });
    return {
      status: response.statusCode ?? 0,
      headers: headersOf(response.rawHeaders),
      body: await bounded(response, maxBytes),
    };
  } finally {
    request.on('error', () => undefined).destroy();
  }
}

async function bounded(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new ScriptTooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    if (!OF_A_CONNECTION.has(raw[at]!.toLowerCase())) headers.append(raw[at]!, raw[at + 1]!);
  }
  return headers;
}
