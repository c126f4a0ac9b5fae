/** The embedded PostgreSQL can't run here; the message says why and what the operator can do. */
export class PostgresUnavailable extends Error {
  override readonly name = 'PostgresUnavailable';
}

/** Whether `error` is a system or database error with one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}
