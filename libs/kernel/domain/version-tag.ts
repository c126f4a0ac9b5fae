/**
 * The entity tag of a record: its state, then, after a dot, everything else that its representation depends on.
 * `If-Match` compares the state alone, conditional reads compare all of it.
 */
export function versionTag(version: number, ...rest: (string | number)[]): string {
  return `"${[`v${version}`, ...rest].join('.')}"`;
}
