import type { FastifyInstance, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { UnsupportedMediaType } from '../../domain/errors.js';
import type { RouteFlags } from '../route-flags.js';

/** Chooses the parser that keeps bytes. */
const RAW = 'application/vnd.quire.raw';

/** The bytes of the body on a route that takes any (`TakesRaw`); undefined without a body. */
export function sentBytes({ body }: FastifyRequest): Buffer | undefined {
  return body instanceof Buffer && body.length > 0 ? body : undefined;
}

/**
 * Has the body of a request kept as bytes, whatever its type. The type is replaced, as Fastify chooses the parser by it
 * and refuses malformed ones: what was sent is in `headersAsSent`.
 */
export function takeRaw({ raw }: FastifyRequest, _reply: unknown, done: HookHandlerDoneFunction): void {
  const { headers } = raw;
  if (headers['content-type'] !== undefined || headers['content-length'] !== undefined || headers['transfer-encoding'])
    headers['content-type'] = RAW;
  done();
}

/** Keeps the bytes of bodies for routes that declare it. */
export function readRaw(server: FastifyInstance): void {
  server.addContentTypeParser(RAW, { parseAs: 'buffer' }, (request: FastifyRequest, body, done) => {
    const { raw } = request.routeOptions.config as RouteFlags;
    if (raw) done(null, body);
    else done(new UnsupportedMediaType('This operation does not read bodies of this type'));
  });
}

/** The headers of a request: names in lower case, in the order in which they were sent, repeated ones apart. */
export function headersAsSent({ raw: { rawHeaders } }: FastifyRequest): (readonly [name: string, value: string])[] {
  const headers: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.push([rawHeaders[at]!.toLowerCase(), rawHeaders[at + 1]!]);
  return headers;
}
