import { charactersIn } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';

/** Fewest characters of a password that is set. */
export const SHORTEST_PASSWORD = 8;
/** Most characters of a password in normal form. */
export const LONGEST_PASSWORD = 1024;

/** The normal form of a password (NFKC), however a keyboard composes its characters. */
export function normalPassword(text: string): string {
  return text.normalize('NFKC');
}

/** Validates a new password; returns its normal form. Throws Invalid. */
export function validPassword(text: string): string {
  const password = normalPassword(text);
  const length = charactersIn(password);
  if (length < SHORTEST_PASSWORD) throw new Invalid(`A password takes at least ${SHORTEST_PASSWORD} characters`);
  if (length > LONGEST_PASSWORD) throw new Invalid(`A password takes at most ${LONGEST_PASSWORD} characters`);
  return password;
}
