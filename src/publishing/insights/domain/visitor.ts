import { membersOf, textIn, type Members } from './told-members.js';

/** A claim of a visitor, by its path. It is stored if the site's schema limits it to a few values. */
export interface ToldClaim {
  path: string[];
  value: string | boolean;
}

const MOST_CLAIMS = 20;
const MOST_DEPTH = 5;
const LONGEST_NAME = 100;
const LONGEST_VALUE = 200;
/** Claims that are not signed. */
const UNSIGNED = 'unsigned';

/** Claims that could be stored: texts and booleans. */
export function claimsIn(told: unknown): ToldClaim[] {
  const found: ToldClaim[] = [];
  collect(membersOf(told), [], found);
  return found;
}

/** Whether the visitor was authenticated: true with a token or a signed claim, null if neither was reported. */
export function authenticatedIn(session: Members): boolean | null {
  const { visitorAuthToken: token, visitorAuthClaims: claims } = session;
  if (typeof token === 'string' && token !== '') return true;
  if (typeof claims === 'object' && claims !== null && !Array.isArray(claims))
    return Object.keys(claims).some((name) => name !== UNSIGNED);
  return token === undefined ? null : false;
}

/** The language of a browser without its region: `en` of `en-US`. */
export function languageIn(told: unknown): string | null {
  const [language] = typeof told === 'string' ? told.slice(0, 35).split(/[-_]/) : [];
  return language !== undefined && /^[a-z]{2,3}$/i.test(language) ? language.toLowerCase() : null;
}

function collect(members: Members, path: readonly string[], found: ToldClaim[]): void {
  for (const name in members) {
    if (found.length >= MOST_CLAIMS) return;
    const value = members[name];
    const to = [...path, name];
    if (textIn(name, LONGEST_NAME) !== name || !Object.hasOwn(members, name)) continue;
    if (typeof value === 'boolean') found.push({ path: to, value });
    else if (typeof value === 'string') {
      if (textIn(value, LONGEST_VALUE) === value) found.push({ path: to, value });
    } else if (typeof value === 'object' && value !== null && !Array.isArray(value) && to.length < MOST_DEPTH)
      collect(value as Members, to, found);
  }
}
