import { channel } from 'node:diagnostics_channel';

/** A statement as it is sent to PostgreSQL. */
export interface SentStatement {
  /** Empty where it has none. */
  name: string;
  text: string;
}

/**
 * Each statement that a connection of the application sends, for those who measure or check them; it costs nothing
 * without a subscriber. Statements that are sent together come one by one.
 */
export const sentStatements = channel('quire.statement');

/** What `pg` takes as a statement: its text, or an object with it; several that are sent together. */
type Given = string | { name?: string; text?: string; statements?: readonly SentStatement[] };

/** Publishes what `pg` is given to send. */
export function publishStatement(given: unknown): void {
  const sent = given as Given;
  if (typeof sent === 'string') sentStatements.publish({ name: '', text: sent } satisfies SentStatement);
  else if (sent.statements) for (const statement of sent.statements) publishStatement(statement);
  else sentStatements.publish({ name: sent.name ?? '', text: sent.text ?? '' } satisfies SentStatement);
}
