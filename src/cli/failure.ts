import { DomainError } from '#kernel/domain/errors';
import type { Locate } from '../start/env-file.js';
import { isRefusal, messageOf, refusalLines } from '../start/refusal.js';

/** The command cannot be done; the message is one line for the person who gave it. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
}

/** The command was not given rightly. */
export class UsageInvalid extends Error {
  override name = 'UsageInvalid';
}

/** The person ended the command. */
export class CommandEnded extends Error {
  override name = 'CommandEnded';

  constructor() {
    super('Ended before it was done');
  }
}

/** Exit codes: 1 for a failure, 2 for a command not given rightly, 130 (as shells say it) for one that was ended. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageInvalid) return 2;
  return error instanceof CommandEnded ? 130 : 1;
}

/** What to say of an error, line by line: its message where a person can do something with it, where to look if not. */
export function describeFailure(error: unknown, debug: boolean, locate: Locate = String): string[] {
  if (!(error instanceof Error)) return [String(error)];
  if (debug) return [error.stack ?? error.message];
  if (isRefusal(error)) return refusalLines(error, locate);
  const spoken =
    error instanceof CommandFailed ||
    error instanceof UsageInvalid ||
    error instanceof CommandEnded ||
    error instanceof DomainError;
  return [spoken ? error.message : `${messageOf(error)} (set QUIRE_LOG_LEVEL=debug to see where)`];
}
