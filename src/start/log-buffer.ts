import pino, { type DestinationStream } from 'pino';

/** Longest time that lines wait for others, in milliseconds. */
const WAIT_MS = 50;
/** Bytes that wait at most. */
const MOST_BYTES = 8_192;
/** Makes pino set `lastLevel` before each line. */
const METADATA = Symbol.for('pino.metadata');
const WARNING = pino.levels.values['warn'] ?? 0;

/**
 * The log on a file descriptor. Lines wait for others for a moment, as writing each one by itself costs more than what
 * most of them are about; warnings and errors are written at once, with all before them.
 */
export class LogBuffer implements DestinationStream {
  readonly [METADATA] = true;
  lastLevel = 0;
  readonly #output;
  #timer: NodeJS.Timeout | undefined;

  constructor(fileDescriptor: number) {
    this.#output = pino.destination({ fd: fileDescriptor, sync: true, minLength: MOST_BYTES });
    process.on('exit', () => this.#flush());
  }

  write(line: string): void {
    this.#output.write(line);
    if (this.lastLevel >= WARNING) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), WAIT_MS).unref();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#output.flushSync();
  }
}
