import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { toUSVString } from 'node:util';
import type { FastifyReply } from 'fastify';
import { isNoSpace } from '../application/no-space.js';
import { isDatabaseAway } from '../application/database-away.js';
import { isOfScim, scimErrorOf, SCIM_JSON } from './http/scim-errors.js';
import { DomainError, ERROR_TYPES, Invalid, MOST_FIELDS, type ErrorType, type FieldFault } from '../domain/errors.js';

/** The JSON body of every error. `code` repeats the HTTP status. */
export interface ErrorBody {
  error: { code: number; message: string; type: ErrorType; fields?: readonly FieldFault[] };
}

/** An error before it is written. */
export interface DescribedError {
  status: number;
  message: string;
  fields?: readonly FieldFault[];
}

/** Longest message, in characters: it may repeat parts of the request, which have any length. */
const LONGEST_MESSAGE = 4000;

/** `Retry-After` where too much waits: the actual time is unknown. */
const RETRY_AFTER_SECONDS = 15;

/** PostgreSQL's error codes for "try again": deadlock and serialization failure. */
const RETRY_CODES = new Set(['40P01', '40001']);
const TIMEOUT_CODE = '57014';
const UNIQUE_CODE = '23505';

const FULL = {
  status: 503,
  message: 'The server has no space left, and has stored nothing: its operator must free some',
};
const UNAVAILABLE = { status: 503, message: 'The database does not answer: try again later' };

/** Converts every thrown error to the error body. An unexpected error is a 500 that is logged and reveals nothing. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  readonly #logger = new Logger('Http');

  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { status, message, fields } = describeError(error);
    if (isExpected(status, reply)) this.#logger.warn(message);
    else if (status >= 500) this.#logger.error(traceOf(error));
    this.answer(reply, status, message, fields, error);
  }

  protected answer(
    reply: FastifyReply,
    status: number,
    message: string,
    fields?: readonly FieldFault[],
    _error?: unknown,
  ): void {
    sendError(reply, status, message, fields);
  }
}

/** Errors before there is a request are answered on the connection itself, which is closed. */
const BROKEN: Readonly<Record<string, { status: number; message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers of the request are too large' },
};

/** Responds, in the form of every error, to bytes that are no HTTP request or did not arrive in time. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, message } = BROKEN[error.code ?? ''] ?? { status: 400, message: 'This is not an HTTP request' };
  const body = JSON.stringify(bodyOf(status, message));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  else socket.destroy(error);
}

export function sendError(reply: FastifyReply, status: number, message: string, fields?: readonly FieldFault[]): void {
  const scim = isOfScim(reply.request);
  const body = scim ? scimErrorOf(status, short(message)) : bodyOf(status, message, fields);
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  if (status === 429 && !reply.hasHeader('retry-after')) void reply.header('retry-after', RETRY_AFTER_SECONDS);
  void reply
    .status(status)
    .header('content-type', scim ? SCIM_JSON : 'application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

function bodyOf(status: number, message: string, fields?: readonly FieldFault[]): ErrorBody {
  const types: Readonly<Record<number, ErrorType>> = ERROR_TYPES;
  const type = types[status] ?? (status < 500 ? 'invalid' : 'internal');
  const error = { code: status, message: short(message), type };
  return { error: fields === undefined ? error : { ...error, fields: fields.slice(0, MOST_FIELDS) } };
}

function short(message: string): string {
  return message.length > LONGEST_MESSAGE ? `${toUSVString(message.slice(0, LONGEST_MESSAGE))}…` : message;
}

export function describeError(error: unknown): DescribedError {
  if (error instanceof Invalid && error.fields) return { status: 400, message: error.message, fields: error.fields };
  if (error instanceof DomainError) return { status: error.status, message: error.message };
  if (error instanceof HttpException) return { status: error.getStatus(), message: messageOf(error) };
  if (isDatabaseAway(error)) return UNAVAILABLE;
  if (isNoSpace(error)) return FULL;
  const { statusCode, code, message } = error as { statusCode?: unknown; code?: unknown; message?: unknown };
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return { status: statusCode === 422 ? 400 : statusCode, message: String(message) };
  }
  if (typeof code === 'string') {
    if (RETRY_CODES.has(code))
      return { status: 409, message: 'Somebody else changed this at the same moment: try again' };
    if (code === UNIQUE_CODE) return { status: 409, message: 'Something with the same name or key exists already' };
    if (code === TIMEOUT_CODE) return { status: 503, message: 'The database took too long: try again later' };
  }
  return { status: 500, message: 'Something went wrong on the server' };
}

/** "Not yet", with the time to ask again: what throws it sets `Retry-After`, which a failure does not know. */
function isExpected(status: number, reply: FastifyReply): boolean {
  return status === 503 && reply.hasHeader('retry-after');
}

/** For the log: the stack and the causes. */
function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const trace = error.stack ?? error.message;
  return error.cause === undefined ? trace : `${trace}\ncaused by ${traceOf(error.cause)}`;
}

function messageOf(error: HttpException): string {
  const response = error.getResponse();
  if (typeof response === 'object' && 'message' in response) {
    const { message } = response as { message: unknown };
    return Array.isArray(message) ? message.join('; ') : String(message);
  }
  return error.message;
}
