import { namedEmail } from '../../../members/domain/user.js';
import { personNamed, type Person } from '../person.js';
import type { Statement } from './statement.js';

const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
/** The attribute names, in lower case, under which providers send an e-mail address, and those for a name. */
const EMAIL_NAMES = [
  'email',
  'mail',
  'emailaddress',
  'e-mail',
  `${CLAIMS}/emailaddress`,
  'urn:oid:0.9.2342.19200300.100.1.3',
];
const FULL_NAMES = [
  'displayname',
  'name',
  'fullname',
  'cn',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'urn:oid:2.5.4.3',
];
const GIVEN_NAMES = ['givenname', 'firstname', 'first_name', `${CLAIMS}/givenname`, 'urn:oid:2.5.4.42'];
const FAMILY_NAMES = ['surname', 'lastname', 'last_name', 'sn', `${CLAIMS}/surname`, 'urn:oid:2.5.4.4'];

/** The person; undefined where the statement has no e-mail address, or several. */
export function personOf(statement: Statement): Person | undefined {
  const email = emailOf(statement);
  if (email === undefined) return undefined;
  const valueOf = (names: readonly string[]) => valuesOf(statement.attributes, names)[0];
  return personNamed(email, valueOf(FULL_NAMES), [valueOf(GIVEN_NAMES), valueOf(FAMILY_NAMES)]);
}

function emailOf({ nameId, attributes }: Statement): string | undefined {
  const stated = nameId?.format === EMAIL_FORMAT ? [nameId.value] : valuesOf(attributes, EMAIL_NAMES);
  const distinct = new Set(stated.map((value) => value.trim()).filter((value) => value !== ''));
  const [email = ''] = distinct;
  return distinct.size === 1 ? namedEmail(email) : undefined;
}

function valuesOf(attributes: ReadonlyMap<string, string[]>, names: readonly string[]): string[] {
  return names.flatMap((name) => attributes.get(name) ?? []);
}
