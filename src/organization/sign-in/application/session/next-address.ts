const MAX_LENGTH = 2000;

/** Validates the address to go to after signing in: a path on this server; undefined otherwise (no open redirect). */
export function nextAddress(wanted: unknown): string | undefined {
  if (typeof wanted !== 'string' || wanted.length > MAX_LENGTH) return undefined;
  // Browsers read a backslash as a slash and skip tabs and line ends, so "/\t/evil.example" is another host.
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(wanted) ? wanted : undefined;
}
