/**
 * Quire can't start with this setup. The message is one line for the operator: it names the setting and says what to
 * do. Only the message is shown, and the exit code is 1. Thrown before anything is created.
 */
export class StartRefused extends Error {
  override readonly name: string = 'StartRefused';
}
