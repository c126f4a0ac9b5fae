import type { Command, Query } from '../domain/messages.js';

/** The entry to every context: commands change something, each in one transaction; queries read. */
export abstract class Dispatcher {
  /** Runs the command's handler in a transaction, or in the one that is already open. */
  abstract run<R>(command: Command<R>): Promise<R>;
  abstract ask<R>(query: Query<R>): Promise<R>;
}
