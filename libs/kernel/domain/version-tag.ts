/**
 * The entity tag of a record: the state that a change of the record gives up, then, behind a dot, whatever else its
 * representation depends on. `If-Match` compares the state alone, conditional reads compare all of it.
 */
export function versionTag(version: number, ...rest: (string | number)[]): string {
  return `"${[`v${version}`, ...rest].join('.')}"`;
}
