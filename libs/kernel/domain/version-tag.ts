import { PreconditionFailed } from './errors.js';

/** The entity tag of a record: its version, then whatever else its representation depends on. */
export function versionTag(version: number, ...rest: (string | number)[]): string {
  return `"${[`v${version}`, ...rest].join('.')}"`;
}

/** Refuses when an `If-Match` header is given and names no tag of this version. */
export function requireVersion(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const named = ifMatch.split(',').map((tag) => /^\s*"v(\d+)[."]/.exec(tag)?.[1]);
  if (!named.includes(String(version))) {
    throw new PreconditionFailed('It was changed since you read it: If-Match names another version');
  }
}
