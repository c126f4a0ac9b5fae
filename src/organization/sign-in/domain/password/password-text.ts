import { charactersIn } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';

/** Fewest characters of a password that is set. */
export const SHORTEST_PASSWORD = 8;
/** Most characters of a password, after it was brought into one form. */
export const LONGEST_PASSWORD = 1024;

/** The one form of a password, however a keyboard composes its characters (NFKC). */
export function normalPassword(text: string): string {
  return text.normalize('NFKC');
}

/** A password that may be set, in its one form. Throws Invalid. */
export function validPassword(text: string): string {
  const password = normalPassword(text);
  const length = charactersIn(password);
  if (length < SHORTEST_PASSWORD) throw new Invalid(`A password takes at least ${SHORTEST_PASSWORD} characters`);
  if (length > LONGEST_PASSWORD) throw new Invalid(`A password takes at most ${LONGEST_PASSWORD} characters`);
  return password;
}
