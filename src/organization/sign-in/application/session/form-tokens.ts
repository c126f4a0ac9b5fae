/**
 * CSRF tokens: every form of a signed-in user carries one besides the cookie, which only pages of the session contain.
 */
export abstract class FormTokens {
  abstract of(sessionId: string): string;
  abstract holds(sessionId: string, token: string): boolean;
}
