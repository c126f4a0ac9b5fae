import type { LoggerService } from '@nestjs/common';
import pino, { type Logger } from 'pino';

/** Members whose values never reach a log, wherever they stand. */
const SECRET_PATHS = ['authorization', 'cookie', 'token', 'secret', 'password', 'key'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
]);

/** Structured logs on standard output, one JSON object a line. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, redact: { paths: SECRET_PATHS, censor: '(secret)' } });
}

/** Nest's own messages in the same log. What tells of starting up is for whoever debugs. */
export class NestLog implements LoggerService {
  constructor(private readonly sink: Logger) {}

  #write(level: 'error' | 'warn' | 'debug' | 'trace', message: unknown, context: unknown): void {
    this.sink[level]({ context: typeof context === 'string' ? context : undefined }, String(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.#write('error', message, rest.at(-1));
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.#write('warn', message, rest.at(-1));
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.#write('debug', message, rest.at(-1));
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.#write('debug', message, rest.at(-1));
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.#write('trace', message, rest.at(-1));
  }
}
