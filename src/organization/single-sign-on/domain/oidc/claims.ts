import { namedEmail } from '../../../members/domain/user.js';
import { personNamed, type Person } from '../person.js';
import { SignInRefused } from '../sign-in-refused.js';

/** What a provider states of a user: the claims of the ID token, and those of the UserInfo endpoint that it lacks. */
export type Claims = Readonly<Record<string, unknown>>;

/** More groups than a token has. */
const MOST_GROUPS = 10_000;

/**
 * The person; throws SignInRefused where the claims have no e-mail address, or one that the provider itself has not
 * verified. Many providers do not say whether they have, which counts as verified: the organization has proved the
 * domain.
 */
export function personOfClaims(claims: Claims): Person {
  const email = namedEmail(textOf(claims, 'email') ?? '');
  if (email === undefined) throw new SignInRefused('email', 'The provider states no e-mail address');
  const verified = claims['email_verified'];
  if (verified !== undefined && verified !== true && verified !== 'true')
    throw new SignInRefused('email', 'The provider states that the e-mail address is not verified');
  return personNamed(email, textOf(claims, 'name'), [textOf(claims, 'given_name'), textOf(claims, 'family_name')]);
}

/**
 * The groups in a claim, a list of texts or one; none where there is no such claim. Undefined where the claim is to be
 * fetched elsewhere, as providers say of long lists (`_claim_names`): then the groups are not known.
 */
export function groupsOf(claims: Claims, claim: string): string[] | undefined {
  const value = claims[claim];
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.slice(0, MOST_GROUPS).filter((group) => typeof group === 'string');
  const elsewhere = claims['_claim_names'];
  if (typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, claim)) return undefined;
  return [];
}

function textOf(claims: Claims, name: string): string | undefined {
  const value = claims[name];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
