import { Readable } from 'node:stream';
import { ApiOkResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';

const EVENT_STREAM = 'text/event-stream';

/** Documents an operation that answers with events, of which `example` is one. */
export function ApiEventStream(description: string, example: object): MethodDecorator {
  const text = `data: ${JSON.stringify(example)}\n\nevent: done\ndata: done\n\n`;
  return ApiOkResponse({ description, content: { [EVENT_STREAM]: { schema: { type: 'string' }, example: text } } });
}

/**
 * Responds with server-sent events, one object each. The last is `done`; an error after the response has begun is an
 * event named `error`.
 */
export async function sendEvents(reply: FastifyReply, events: AsyncIterable<object>, failure: string): Promise<void> {
  void reply.headers({
    'content-type': `${EVENT_STREAM}; charset=utf-8`,
    'cache-control': 'no-store',
    // nginx and others would hold events back until there are many.
    'x-accel-buffering': 'no',
  });
  await reply.send(Readable.from(written(events, failure)));
}

/** Aborts when the client disconnects before the end of its response. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const leave = new AbortController();
  reply.raw.on('close', () => leave.abort());
  return leave.signal;
}

async function* written(events: AsyncIterable<object>, message: string): AsyncGenerator<string> {
  try {
    for await (const event of events) yield `data: ${JSON.stringify(event)}\n\n`;
    yield 'event: done\ndata: done\n\n';
  } catch {
    yield `event: error\ndata: ${JSON.stringify({ type: 'error', error: { message } })}\n\n`;
  }
}
