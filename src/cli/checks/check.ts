/** What one look at the set-up found. */
export interface Finding {
  state: 'ok' | 'warn' | 'fail';
  /** What was looked at. */
  subject: string;
  /** What was found and, unless all is well, what to do. */
  message: string;
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
