import { CommandEnded } from './failure.js';
import type { Terminal } from './terminal.js';

/** For a command that another process started: it also ends when its input does, so when that process was killed. */
export async function untilInputEnds<T>(terminal: Terminal, work: (terminal: Terminal) => Promise<T>): Promise<T> {
  const end = new AbortController();
  const abort = (): void => end.abort();
  process.stdin.once('close', abort).once('end', abort).resume();
  const signal = AbortSignal.any([terminal.signal, end.signal]);
  try {
    return await work({ ...terminal, signal });
  } catch (error) {
    throw signal.aborted ? new CommandEnded() : error;
  } finally {
    process.stdin.destroy();
  }
}
