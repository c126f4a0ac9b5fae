import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ApiAddress } from '../application/api-address.js';
import { Callers } from '../application/callers.js';
import { IdempotentRequests } from '../application/idempotent-requests.js';
import { CallOrigin } from '../application/call-origin.js';
import { EventChain } from '../application/event-chain.js';
import { Conditions } from '../application/entity-tag.js';
import { EntityTagCache } from '../application/entity-tag-cache.js';
import { RequestMeasurements } from '../application/request-measurements.js';
import { RequestTracing } from '../application/request-tracing.js';
import { Quotas } from '../domain/quotas.js';
import { describeError, ErrorFilter, refuseConnection, sendError } from './error.filter.js';
import { DEFAULT_BYTES } from './bodies/body-limits.js';
import { readForms } from './bodies/forms.js';
import { parseJsonBodies } from './bodies/json.js';
import { readRaw } from './bodies/raw.js';
import { acceptUploads } from './bodies/uploads.js';
import { afterAnswers } from './http/after-answers.js';
import { EarlyAnswers } from './http/early-answers.js';
import { allowOrigins } from './http/cross-origin.js';
import { installHooks } from './http/install-hooks.js';
import { BrokenAnswers, logRequests } from './http/log-requests.js';
import { measureRequests } from './http/measure-requests.js';
import { RateLimit } from './http/rate-limit.js';
import { routedAddress } from './http/site-addresses.js';
import { traceRequests } from './http/trace-requests.js';
import { validateRequests } from './request-validation.js';

export interface HttpOptions {
  log: Logger;
  /** Largest JSON body, bytes. */
  maxBodyBytes: number;
  /** Largest uploaded file, bytes. */
  maxFileBytes: number;
  /** Requests a minute and user. */
  rateLimit: number | 'off';
  /** Origins whose pages may call the API; `*` for all. */
  corsOrigins: readonly string[];
  /** Proxies whose forwarding headers are trusted for the client's address. */
  trustedProxies: readonly string[];
  /** Whether a host name is that of a published site. */
  isSiteHost(host: string): boolean;
}

const MAX_PARAM_LENGTH = 4096;
/** Twice the longest bearer token. */
const MAX_HEADER_BYTES = 65_536;
const REQUEST_TIMEOUT_MS = 300_000;
/** Messages for the router's errors, which do not repeat the address. */
const ADDRESS_FAULTS: Readonly<Record<number, string>> = {
  400: 'The address is not valid',
  414: `A part of the address is longer than ${MAX_PARAM_LENGTH} characters`,
};
const REQUEST_ID = /^[A-Za-z0-9_.:-]{1,100}$/;

/** Creates the Fastify adapter, before there is an application. */
export function httpAdapter(options: HttpOptions): FastifyAdapter {
  return new FastifyAdapter({
    loggerInstance: options.log,
    logController: new BrokenAnswers(options.log),
    // A logger for each request costs as much as routing it; our line has the request's id itself.
    childLoggerFactory: (logger: FastifyBaseLogger) => logger,
    bodyLimit: Math.min(DEFAULT_BYTES, options.maxBodyBytes),
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    // From here on `request.ip` is the client's address.
    trustProxy: options.trustedProxies.length > 0 && [...options.trustedProxies],
    forceCloseConnections: 'idle',
    // The hooks refuse requests while the server shuts down, in the form of every error.
    return503OnClosing: false,
    rewriteUrl: (request: IncomingMessage) => routedAddress(request, (host) => options.isSiteHost(host)),
    clientErrorHandler: refuseConnection,
    genReqId: (request: { headers: IncomingHttpHeaders }) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      const { status, message } = describeError(error);
      void reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
      sendError(reply, status, ADDRESS_FAULTS[status] ?? message);
    },
  });
}

/** Installs everything around the controllers: hooks, parsers, validation, error responses. */
export async function configureHttp(app: NestFastifyApplication, options: HttpOptions): Promise<void> {
  const server = app.getHttpAdapter().getInstance();
  const measurements = app.get(RequestMeasurements);
  const measured = measurements.on ? [measureRequests(server as never, measurements)] : [];
  afterAnswers(server as never, [logRequests(options.log), ...measured]);
  traceRequests(server as never, app.get(RequestTracing));
  await allowOrigins(server as never, options.corsOrigins);
  installHooks(server as never, {
    callers: app.get(Callers),
    requests: app.get(IdempotentRequests),
    tags: app.get(EntityTagCache),
    early: app.get(EarlyAnswers),
    origin: app.get(CallOrigin),
    chain: app.get(EventChain),
    conditions: app.get(Conditions),
    rateLimit:
      options.rateLimit === 'off' ? undefined : new RateLimit(app.get(Quotas), app.get(Conditions), options.rateLimit),
    publicUrl: app.get(ApiAddress).url,
    maxBodyBytes: options.maxBodyBytes,
  });
  parseJsonBodies(server as never, options.maxBodyBytes);
  readForms(server as never);
  readRaw(server as never);
  acceptUploads(server as never, options.maxFileBytes);
  validateRequests(app);
  app.useGlobalFilters(new ErrorFilter());
}
