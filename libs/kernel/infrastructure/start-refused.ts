/**
 * Quire cannot start as it is set up. The message is one line for the person who started it: it names the setting and
 * says what to do. It is all that is shown of the error, and the exit code is 1. Thrown before anything is made.
 */
export class StartRefused extends Error {
  override readonly name: string = 'StartRefused';
}
