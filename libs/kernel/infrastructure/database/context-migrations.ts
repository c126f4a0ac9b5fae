import type { MigrationInterface } from 'typeorm';
import type { Growth } from '../../domain/growth.js';

/** The migrations of one context, applied in the order of the time in their names. */
export interface ContextMigrations {
  /** The context's PostgreSQL schema, which also contains the list of applied migrations. */
  schema: string;
  migrations: (new () => MigrationInterface)[];
  /**
   * Columns whose values are encrypted with the secret key, as `table.column`: a row whose value can't be decrypted is
   * useless.
   */
  sealed?: readonly string[];
  /**
   * Tables that a database distributed by organizations has whole on every node: those that lead to an organization, and
   * those that all organizations read. The rows of all others are where their organization is.
   */
  shared?: readonly string[];
  /** Tables with a row about the whole server, which only the coordinator of such a database has. */
  ofServer?: readonly string[];
  /** Every table, with what bounds its rows. */
  growth?: readonly Growth[];
}
