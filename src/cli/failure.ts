import { StartRefused } from '#kernel/infrastructure/start-refused';
import { DomainError } from '#kernel/domain/errors';
import { PostgresUnavailable } from '#postgres-server';

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

/** What to say of an error: its message where a person can do something with it, its kind as well where not. */
export function describeFailure(error: unknown, debug: boolean): string {
  if (!(error instanceof Error)) return String(error);
  if (debug) return error.stack ?? error.message;
  const spoken =
    error instanceof CommandFailed ||
    error instanceof UsageInvalid ||
    error instanceof CommandEnded ||
    error instanceof StartRefused ||
    error instanceof DomainError ||
    error instanceof PostgresUnavailable;
  if (spoken) return error.message;
  return `${messageOf(error)} (set QUIRE_LOG_LEVEL=debug to see where)`;
}

/** Node gives several failed attempts to connect as one error without a message of its own. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message || error.name : String(error);
}
