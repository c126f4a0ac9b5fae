/** What every form of a signed-in user carries besides the cookie: only a page that was made for the session has it. */
export abstract class FormTokens {
  abstract of(sessionId: string): string;
  abstract holds(sessionId: string, token: string): boolean;
}
