import type { Logger } from 'pino';

type Write = typeof process.stdout.write;

/** A longer line is split into pieces of this many characters. */
const LONGEST_LINE = 10_000;

/**
 * Converts everything that is written beside the log to log entries: Node's warnings, output of packages and threads,
 * and uncaught errors, after which the process ends. So every line of the output is one of the log.
 */
export function logOutput(log: Logger): void {
  process.stdout.write = writeTo((line) => log.info({ from: 'stdout' }, line));
  process.stderr.write = writeTo((line) => log.warn({ from: 'stderr' }, line));
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    const { name, message } = warning;
    log.warn({ warning: name, code: (warning as NodeJS.ErrnoException).code }, message);
  });
  const end = (thrown: unknown): never => {
    const err = thrown instanceof Error ? thrown : new Error(String(thrown));
    log.fatal({ err }, `Quire ends, as nothing caught this: ${err.message}`);
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

/** Replaces a stream's `write`: passes on whole lines, without line ends and without empty ones. */
function writeTo(tell: (line: string) => void): Write {
  const decoder = new TextDecoder();
  let rest = '';
  return (chunk: Uint8Array | string, encoding?: unknown, callback?: unknown): boolean => {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const lines = rest.split(/\r?\n/);
    rest = lines.pop() ?? '';
    while (rest.length > LONGEST_LINE) {
      lines.push(rest.slice(0, LONGEST_LINE));
      rest = rest.slice(LONGEST_LINE);
    }
    for (const line of lines) if (line.trim() !== '') tell(line);
    const done = [encoding, callback].find((each) => typeof each === 'function') as (() => void) | undefined;
    if (done) process.nextTick(done);
    return true;
  };
}
