import type { LoggerService } from '@nestjs/common';
import pino, { type Logger } from 'pino';
import { peopleLog, wantsColours } from './start/people-log.js';

/** Members whose values never reach a log, wherever they stand. */
const SECRET_PATHS = ['authorization', 'cookie', 'token', 'secret', 'password', 'key'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
]);

/** The log, on standard output: lines for people where that is a terminal, else one JSON object a line. */
export function createLog(level: string): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRET_PATHS, censor: '(secret)' },
  };
  if (!process.stdout.isTTY) return pino(options);
  return pino(options, peopleLog(1, { colours: wantsColours(process.env), stacks: /^(?:debug|trace)$/.test(level) }));
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
