import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { RuntimeUnavailable, ScriptCrashed, ScriptRefused, ScriptTimeout } from './errors.js';

/** The shell's statuses for a program that it can't run. */
const CANNOT_RUN = new Set([126, 127]);
/** How workerd begins what it writes about an error at the top level of a script, and how a line of its stack looks. */
const REFUSED = /^service script: (?:Uncaught )?([\s\S]*)/m;
const FRAME = /^ +at .*/;
const LONGEST_REASON = 1_000;

/** Waits until the process listens; rejects when it ends before, or takes longer than `startMs`. */
export function awaitStart(
  child: ChildProcess,
  control: Readable,
  startMs: number,
  errors: () => string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ScriptTimeout(startMs)), startMs);
    const settle = (error?: Error): void => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve();
    };
    control.on('error', () => undefined);
    // All that is written there is that the socket listens.
    control.once('data', () => settle());
    child.once('error', (error) => settle(new RuntimeUnavailable(error.message)));
    child.once('close', (code) => settle(reasonOf(code, errors())));
  });
}

function reasonOf(code: number | null, errors: string): Error {
  const refused = REFUSED.exec(errors)?.[1];
  if (refused !== undefined) return new ScriptRefused(withoutFrames(refused));
  if (code !== null && CANNOT_RUN.has(code)) return new RuntimeUnavailable(errors.trim());
  return new ScriptCrashed(/heap limit|out of memory/i.test(errors) ? 'memory' : 'crashed');
}

/** The message, with the place in the script if there is one; lines of our own wrapper are left out. */
function withoutFrames(message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  const kept = lines.filter((line) => !FRAME.test(line) || / at (?:.*\()?script:/.test(line));
  return kept.slice(0, 6).join('\n').slice(0, LONGEST_REASON);
}
