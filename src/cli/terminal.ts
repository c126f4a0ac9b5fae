import type { Writable } from 'node:stream';
import type { Locate } from '../start/env-file.js';

/** What a command runs with: the environment, its output streams, and the signal by which the user ends it. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  /** Results only, so that they can be piped. */
  readonly stdout: Writable;
  /** Progress, warnings and errors. */
  readonly stderr: Writable & { isTTY?: boolean };
  /** Aborts when the command is to end; what is unfinished is then undone. */
  readonly signal: AbortSignal;
  /** Adds the line of the `.env` file to a message about a setting. */
  readonly locate?: Locate;
}

/** Registers the work of the given command; it may return an exit code. */
export type Act = (work: Promise<number | void>) => Promise<void>;

/** Writes one line of the result. */
export function print(terminal: Terminal, line: string): void {
  terminal.stdout.write(`${line}\n`);
}

/** Shows the user a message that is not part of the result. */
export function inform(terminal: Terminal, line: string): void {
  terminal.stderr.write(`${line}\n`);
}

/** A readable number of bytes: `512 B`, `3.4 MB`; in powers of 1000. */
export function readableBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** A readable age, rounded down: `5 minutes`, `3 hours`, `12 days`. */
export function readableAge(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  const [count, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 48 * 60
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1440), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
