import pino, { type DestinationStream } from 'pino';

/** Longest time that lines wait for others, in milliseconds. */
const WAIT_MS = 50;
/** Bytes that wait at most. */
const MOST_BYTES = 8_192;
/** Makes pino set `lastLevel` before each line. */
const METADATA = Symbol.for('pino.metadata');
const WARNING = pino.levels.values['warn'] ?? 0;

/** Written to the end when the process exits. */
const buffers = new Set<LogBuffer>();
const flushAll = (): void => buffers.forEach((buffer) => buffer.flush());

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
    if (buffers.size === 0) process.on('exit', flushAll);
    buffers.add(this);
  }

  write(line: string): void {
    this.#output.write(line);
    if (this.lastLevel >= WARNING) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), WAIT_MS).unref();
  }

  /** Hands all lines to the operating system, which writes them even if this process is killed. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // `flushSync` would wait for the disk as well, with every line.
    this.#output.flush();
  }
}
