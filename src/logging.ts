import type { LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type LogFn, type Logger } from 'pino';
import { LogBuffer } from './start/log-buffer.js';
import { readableLog, wantsColours } from './start/readable-log.js';

/** What belongs to the log besides its output. */
export interface LogExtras {
  traces: {
    readonly on: boolean;
    /** The ids of the current trace. */
    readonly ids: object | undefined;
  };
  /** Takes the lines as well, as they are written. */
  lines: { take(line: string): void } | undefined;
}

/** Members whose values are never logged, wherever they are. */
const SECRET_PATHS = ['authorization', 'cookie', 'token', 'secret', 'password', 'key'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
]);

const UNTRACED = {};

/** The log, on standard output: readable lines on a terminal, else one JSON object a line. Or, as JSON, in `stream`. */
export function createLog(
  level: string,
  stream?: DestinationStream,
  { traces, lines }: Partial<LogExtras> = {},
): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRET_PATHS, censor: '(secret)' },
    serializers: { err: serializeError },
    hooks: { logMethod: withoutAddress },
    ...(traces?.on && { mixin: () => traces.ids ?? UNTRACED, mixinMergeStrategy: withIds }),
  };
  const output = stream ?? standardOutput(level);
  if (lines) alsoTo(output, lines);
  return pino(options, output);
}

function standardOutput(level: string): DestinationStream {
  if (!process.stdout.isTTY) return new LogBuffer(1);
  return readableLog(1, { colours: wantsColours(process.env), stacks: /^(?:debug|trace)$/.test(level) });
}

/** Most lines belong to no trace, and are written as they are. */
function withIds(line: object, ids: object): object {
  return ids === UNTRACED ? line : { ...ids, ...line };
}

/** Pino sets members of the output itself, which therefore stays the same object. */
function alsoTo(output: DestinationStream, lines: { take(line: string): void }): void {
  const write = output.write.bind(output);
  output.write = (line: string): void => {
    write(line);
    lines.take(line);
  };
}

/** Replaces the message of Fastify's errors, which contains the address, by their code. */
function withoutAddress(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [first, message] = args as unknown[];
  const error = first instanceof Error ? first : (first as { err?: unknown } | null | undefined)?.err;
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : undefined;
  if (message === undefined && typeof code === 'string' && code.startsWith('FST_')) method.call(this, first, code);
  else method.apply(this, args);
}

/**
 * What is logged of an error: never its other members, such as the values of a statement. Fastify's own errors repeat
 * the address of the request, which may be that of an invite: of these only the code and the place are logged.
 */
function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack = '', code } = error as Error & { code?: unknown };
  if (typeof code !== 'string' || !code.startsWith('FST_')) return { type: name, message, stack };
  return { type: name, message: code, stack: stack.slice(stack.indexOf('\n    at ') + 1) };
}

/** Nest's own messages in the same log. Those about starting up have the level debug. */
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
