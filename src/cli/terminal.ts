import type { Writable } from 'node:stream';
import type { Locate } from '../start/env-file.js';

/** What a command is run with: the environment, where it may write, and the signal by which a person ends it. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  /** Results only, so that they can be piped. */
  readonly stdout: Writable;
  /** Progress, warnings and errors. */
  readonly stderr: Writable & { isTTY?: boolean };
  /** Aborts when the command shall end; what is half done is then undone. */
  readonly signal: AbortSignal;
  /** Says of a message about a setting in which line of the file it is. */
  readonly locate?: Locate;
}

/** Takes the work of the command that was given; the work may answer an exit code of its own. */
export type Act = (work: Promise<number | void>) => Promise<void>;

/** Writes one line of the result. */
export function print(terminal: Terminal, line: string): void {
  terminal.stdout.write(`${line}\n`);
}

/** Tells the person something that is not the result. */
export function tell(terminal: Terminal, line: string): void {
  terminal.stderr.write(`${line}\n`);
}

/** Bytes for a person to read: `512 B`, `3.4 MB`; in powers of 1000. */
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
