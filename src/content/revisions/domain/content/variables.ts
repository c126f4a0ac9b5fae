import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';

/** Variables of a space or a page, which expressions read as `space.vars` and `page.vars`. */
export type Variables = Record<string, string | number | boolean>;

const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;
const LONGEST_NAME = 100;
const LONGEST_VALUE = 256;
const MOST_VARIABLES = 500;

export const isVariableName = (name: string): boolean => NAME.test(name) && name.length <= LONGEST_NAME;

/** Validates variables from a caller, with null for those to remove. Throws Invalid. */
export function readVariables(given: unknown): Record<string, string | number | boolean | null> {
  if (given === null || typeof given !== 'object' || Array.isArray(given))
    throw new Invalid('variables: give names and their values');
  const entries = Object.entries(given);
  if (entries.length > MOST_VARIABLES) throw new Invalid(`variables: at most ${MOST_VARIABLES} at a time`);
  for (const [name, value] of entries) {
    if (!isVariableName(name))
      throw new Invalid(`variables: a name has 1 to ${LONGEST_NAME} letters, digits and _, and begins with a letter`);
    if (!isValue(value))
      throw new Invalid(
        `variables: ${name} takes a text of at most ${LONGEST_VALUE} characters, a number, true, false or null`,
      );
  }
  return Object.fromEntries(entries) as Record<string, string | number | boolean | null>;
}

function isValue(value: unknown): boolean {
  if (typeof value === 'string') return !exceeds(value, LONGEST_VALUE) && !value.includes('\0');
  return value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

/** Limits the number of variables of a space or page. */
export function requireFew(variables: Readonly<Variables>): void {
  if (Object.keys(variables).length > MOST_VARIABLES) throw new Invalid(`variables: at most ${MOST_VARIABLES} in all`);
}
