/** PostgreSQL's errors for a full disk, and the system's for one and for a used-up quota. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);
const DEPTH = 5;

/** Whether an error, or what caused it, is that there is no space left: in the database, or where files are kept. */
export function isNoSpace(error: unknown): boolean {
  let each: unknown = error;
  for (let depth = 0; depth < DEPTH && typeof each === 'object' && each !== null; depth += 1) {
    const { code, cause } = each as { code?: unknown; cause?: unknown };
    if (typeof code === 'string' && FULL.has(code)) return true;
    each = cause;
  }
  return false;
}
