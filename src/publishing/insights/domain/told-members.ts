/** Members of an object from a client, not validated yet. */
export type Members = Readonly<Record<string, unknown>>;

const ID = /^[\w-]{1,64}$/;

export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}

export function idIn(value: unknown): string | null {
  return typeof value === 'string' && ID.test(value) ? value : null;
}

/** A text that can be stored: trimmed, at most `longest` characters, without NUL and unpaired surrogates. */
export function textIn(value: unknown, longest: number): string | null {
  if (typeof value !== 'string') return null;
  const text = value
    .slice(0, 2 * longest)
    .trim()
    .slice(0, longest);
  return wellFormed(text) || null;
}

/** A text that PostgreSQL accepts: without NUL and unpaired surrogates. */
export function wellFormed(text: string): string {
  return text.replaceAll('\0', '\ufffd').replace(/\p{Surrogate}/gu, '\ufffd');
}

export function oneOf<T extends string>(choices: readonly T[], value: unknown): T | undefined {
  return choices.find((choice) => choice === value);
}
