const AWAY_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|57P0[1-3]|53300|08[\dA-Z]{3})$/;
const AWAY_MESSAGES =
  /^(Connection terminated|terminating connection due to|timeout exceeded when trying to connect|Client has encountered a connection error|Query runner already released)/;

/** Whether an error is that the database is away or ends a connection: shut down, crashed, not started yet, full. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && AWAY_CODES.test(code)) return true;
  return typeof message === 'string' && AWAY_MESSAGES.test(message);
}
