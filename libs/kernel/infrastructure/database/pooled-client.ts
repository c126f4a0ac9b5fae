import pg from 'pg';
import { publishStatement, sentStatements } from './sent-statements.js';

/**
 * A connection of a pool. It may end at a moment when nothing listens to its errors: the pool stops listening when it
 * hands one over, and its new user begins only a moment later. An error that arrives then, as that the server is shutting
 * down, would end the process. The pool and the next statement detect a lost connection by themselves.
 */
export class PooledClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
    if (!sentStatements.hasSubscribers) return;
    this.query = ((...given: Parameters<typeof this.query>) => {
      publishStatement(given[0], given[1]);
      return super.query(...given);
    }) as typeof this.query;
  }
}
