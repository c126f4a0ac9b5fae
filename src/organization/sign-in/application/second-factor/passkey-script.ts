/** The script of the pages that create a passkey or sign in with one. */
export abstract class PasskeyScript {
  /** The name of its file, which changes with its text. */
  abstract readonly name: string;
  abstract readonly text: string;
}
