import { channel } from 'node:diagnostics_channel';

/** A statement as it is sent to PostgreSQL. */
export interface SentStatement {
  /** Empty where it has none. */
  name: string;
  text: string;
  /** The numbers of the parameters that are null or false; the values themselves are not published. */
  absent: readonly number[];
}

/**
 * Each statement that a connection of the application sends, for those who measure or check them; it costs nothing
 * without a subscriber. Statements that are sent together come one by one.
 */
export const sentStatements = channel('quire.statement');

/** What `pg` takes as a statement: its text, or an object with it; several that are sent together. */
type Given = string | Sent | { statements: readonly Sent[] };

interface Sent {
  name?: string;
  text?: string;
  values?: readonly unknown[];
}

/** Publishes what `pg` is given to send. */
export function publishStatement(given: unknown, values?: unknown): void {
  const sent = given as Given;
  if (typeof sent === 'string') publish({ text: sent, ...(Array.isArray(values) ? { values } : {}) });
  else if ('statements' in sent) for (const statement of sent.statements) publish(statement);
  else publish(sent);
}

function publish({ name = '', text = '', values = [] }: Sent): void {
  const absent = values.flatMap((value, at) =>
    value === null || value === undefined || value === false ? [at + 1] : [],
  );
  sentStatements.publish({ name, text, absent } satisfies SentStatement);
}
