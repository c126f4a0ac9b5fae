/** The result of one check. */
export interface Finding {
  state: 'ok' | 'warn' | 'fail';
  /** What was checked. */
  subject: string;
  /** The result and, unless all is well, what to do. */
  message: string;
  /** Lines below it. */
  details?: readonly string[];
}

export function ok(subject: string, message: string): Finding {
  return { state: 'ok', subject, message };
}

export function warn(subject: string, message: string): Finding {
  return { state: 'warn', subject, message };
}

export function fail(subject: string, message: string): Finding {
  return { state: 'fail', subject, message };
}
