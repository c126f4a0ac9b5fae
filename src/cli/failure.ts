import { DomainError } from '#kernel/domain/errors';
import type { Locate } from '../start/env-file.js';
import { isRefusal, messageOf, refusalLines } from '../start/refusal.js';

/** The command failed; the message is one line for its user. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
}

/** The command line is invalid. */
export class UsageInvalid extends Error {
  override name = 'UsageInvalid';
}

/** The user ended the command. */
export class CommandEnded extends Error {
  override name = 'CommandEnded';

  constructor() {
    super('Ended before it was done');
  }
}

/** Exit codes: 1 for a failure, 2 for an invalid command line, 130 (as in shells) for an ended command. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageInvalid) return 2;
  return error instanceof CommandEnded ? 130 : 1;
}

/** Describes an error, line by line: by its message where a user can act on it, else by where to look. */
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
