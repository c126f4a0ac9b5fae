import { randomBytes } from 'node:crypto';
import { CallLogs, type LogEntry, type LogLevel, type LogLimits } from './call-logs.js';
import type { ScriptError } from './errors.js';
import type { ScriptAnswer } from './exchange.js';
import { ANSWERED, CUT_MESSAGE, ENDED, MESSAGE } from './wrapper.js';

export interface CallLimits {
  deadlineMs: number;
  maxResponseBytes: number;
  logs: LogLimits;
  /** Secrets that are replaced in what the script logs. */
  mask: readonly string[];
  /** What the egress is given with each fetch of the call. */
  tag?: string;
}

/** How a call ended, its background work included. */
export interface Settled {
  /** False if the deadline, or the end of the process, came before the end of what `waitUntil` was given. */
  complete: boolean;
  logs: readonly LogEntry[];
}

export interface ScriptOutcome extends ScriptAnswer {
  /** What was logged until the answer was complete. */
  logs: readonly LogEntry[];
  /** Never rejects; at the latest it resolves soon after the deadline. */
  settled: Promise<Settled>;
}

/** One call in a process: what the wrapper reports of it, and how it ends. */
export class Call {
  /** Unknown to all but the wrapper, so no other call can report in its name. */
  readonly id = randomBytes(16).toString('hex');
  readonly logs: CallLogs;
  readonly answered: Promise<void>;
  readonly ended: Promise<boolean>;
  private readonly broken = new AbortController();
  private reportAnswer: () => void = () => undefined;
  private reportEnd: (complete: boolean) => void = () => undefined;

  constructor(readonly limits: CallLimits) {
    this.logs = new CallLogs(limits.logs, limits.mask);
    this.answered = new Promise((resolve, reject) => {
      this.reportAnswer = resolve;
      this.signal.addEventListener('abort', () => reject(this.signal.reason as Error), { once: true });
    });
    this.answered.catch(() => undefined);
    this.ended = new Promise((resolve) => (this.reportEnd = resolve));
  }

  get signal(): AbortSignal {
    return this.broken.signal;
  }

  /** Fails the call if it has no answer yet, and ends its background work if it has. */
  fail(error: ScriptError): void {
    this.broken.abort(error);
    this.reportEnd(false);
  }

  /** Takes the rest of a line that the wrapper wrote for this call. */
  report(line: string): void {
    const [kind, level] = line.split(' ', 2);
    if (kind === ANSWERED) this.reportAnswer();
    else if (kind === ENDED) this.reportEnd(true);
    else if (kind === MESSAGE || kind === CUT_MESSAGE) {
      const text: unknown = JSON.parse(line.slice(kind.length + (level?.length ?? 0) + 2));
      if (isLevel(level) && typeof text === 'string') this.logs.add(level, text, kind === CUT_MESSAGE);
    }
  }
}

function isLevel(level: string | undefined): level is LogLevel {
  return level === 'debug' || level === 'info' || level === 'warn' || level === 'error';
}
