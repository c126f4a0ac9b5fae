import type { Command, Query } from '../domain/messages.js';

/** The only door into a context: commands change something, each in one transaction; queries ask. */
export abstract class Dispatcher {
  /** Runs the command's handler in a transaction, or in the one that is open already. */
  abstract run<R>(command: Command<R>): Promise<R>;
  abstract ask<R>(query: Query<R>): Promise<R>;
}
