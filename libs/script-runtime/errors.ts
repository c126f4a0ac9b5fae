import type { LogEntry } from './call-logs.js';

/** A call of a script that failed. `retryable`: the same call may succeed later. */
export abstract class ScriptError extends Error {
  abstract readonly retryable: boolean;
  /** What the script wrote to its console until then. */
  logs: readonly LogEntry[] = [];
}

/** The whole answer was not there at the call's deadline. */
export class ScriptTimeout extends ScriptError {
  override name = 'ScriptTimeout';
  readonly retryable = true;

  constructor(readonly deadlineMs: number) {
    super(`The script did not answer within ${deadlineMs} ms`);
  }
}

export type CrashReason = 'memory' | 'stuck' | 'crashed' | 'broken' | 'stopped';

const CRASHES: Record<CrashReason, string> = {
  memory: 'The script needs more memory than it may use',
  stuck: 'Another call of the script never gave way to this one',
  crashed: 'The process of the script ended during the call',
  broken: 'The script broke its answer off',
  stopped: 'The runtime was stopped during the call',
};

/** No whole answer came, mostly as the process ended: because of this call, or of another one that ran in it. */
export class ScriptCrashed extends ScriptError {
  override name = 'ScriptCrashed';
  readonly retryable = true;

  constructor(readonly reason: CrashReason) {
    super(CRASHES[reason]);
  }
}

/** The answer is larger than the caller allows, or the script writes without end to its output. */
export class ScriptTooLarge extends ScriptError {
  override name = 'ScriptTooLarge';
  readonly retryable = false;

  constructor(readonly maxBytes: number) {
    super(`The script writes more than ${maxBytes} bytes`);
  }
}

/** The script can't be started: it has an error in its syntax, fails at its top level, or has no handler. */
export class ScriptRefused extends ScriptError {
  override name = 'ScriptRefused';
  readonly retryable = false;

  constructor(readonly reason: string) {
    super(`The script does not start: ${reason}`);
  }
}

/** The script failed before and is not started again until `retryAt`. */
export class ScriptPaused extends ScriptError {
  override name = 'ScriptPaused';
  readonly retryable = true;

  constructor(readonly retryAt: Date) {
    super(`The script failed and is started again after ${retryAt.toISOString()}`);
  }
}

/** As many scripts are running as may at once, or as many calls of this one. */
export class RuntimeBusy extends ScriptError {
  override name = 'RuntimeBusy';
  readonly retryable = true;

  constructor(what: string) {
    super(`Too much is running: ${what}`);
  }
}

/** No script can run on this machine, or the runtime has been stopped. */
export class RuntimeUnavailable extends ScriptError {
  override name = 'RuntimeUnavailable';
  readonly retryable = false;

  constructor(readonly reason: string) {
    super(`Scripts can't run here: ${reason}`);
  }
}
