import { namedEmail, namedUser } from '../../../members/domain/user.js';
import { ScimRefusal } from '../scim-refusal.js';
import { attributeAt } from '../schema/attribute-paths.js';
import { USER } from '../schema/schemas.js';
import { isObject, readBody, requiredText, textOrNone, truth, type JsonObject } from './read-value.js';

/** What provisioning keeps of a member for one organization. */
export interface ProviderNames {
  externalId: string | null;
  givenName: string | null;
  familyName: string | null;
  formattedName: string | null;
}

/** A member as provisioning sees and changes them. */
export interface UserAttributes extends ProviderNames {
  /** The e-mail address, in lower case. */
  address: string;
  /** Null where a request leaves it to be derived of the name. */
  displayName: string | null;
  active: boolean;
}

/** The same while a request is read: the address comes by two names. */
export interface UserDraft extends Omit<UserAttributes, 'address'> {
  userName: string | undefined;
  email: string | undefined;
}

/** The texts of a name, by the paths of the schema. */
const TEXTS: ReadonlyMap<string, 'externalId' | 'displayName' | 'givenName' | 'familyName' | 'formattedName'> = new Map(
  [
    ['externalId', 'externalId'],
    ['displayName', 'displayName'],
    ['name.givenName', 'givenName'],
    ['name.familyName', 'familyName'],
    ['name.formatted', 'formattedName'],
  ] as const,
);

/** Reads a whole user, as it is created or replaced. What is not stored is ignored. `active` is for one that is left out. */
export function readUser(body: unknown, active: boolean): UserDraft {
  const draft: UserDraft = {
    userName: undefined,
    email: undefined,
    externalId: null,
    displayName: null,
    givenName: null,
    familyName: null,
    formattedName: null,
    active,
  };
  for (const [name, value] of Object.entries(readBody(body, USER.id))) {
    const named = attributeAt(USER, name);
    if (named && named.attribute.mutability !== 'readOnly' && value !== null) assign(draft, named.path, value);
  }
  if (draft.userName === undefined) throw new ScimRefusal('invalidValue', 'userName is required');
  return draft;
}

/** Sets a stored attribute, named by the path of the schema. Attributes of a complex one that are left out stay. */
export function assign(draft: UserDraft, path: string, value: unknown): void {
  const text = TEXTS.get(path);
  if (text !== undefined) draft[text] = textOrNone(path, value);
  else if (path === 'userName') draft.userName = addressIn('userName', value);
  else if (path === 'active') draft.active = truth('active', value);
  else if (path === 'emails') draft.email = addressOf(value) ?? draft.email;
  else if (path === 'emails.value') draft.email = addressIn('emails', value);
  else if (path === 'name') assignName(draft, value);
}

/** Clears an attribute that may be without a value. */
export function clear(draft: UserDraft, path: string): void {
  const text = TEXTS.get(path);
  if (text !== undefined) draft[text] = null;
  else if (path === 'name') Object.assign(draft, { givenName: null, familyName: null, formattedName: null });
  else throw new ScimRefusal('mutability', `${path} can’t be removed`);
}

/** The user that a draft describes. `before` is the address so far: what differs from it is the new one. */
export function settled({ userName, email, ...rest }: UserDraft, before?: string): UserAttributes {
  const given = new Set([userName, email].filter((one) => one !== undefined && one !== before));
  if (given.size > 1)
    throw new ScimRefusal(
      'invalidValue',
      'userName and the primary e-mail must be the same address: the one that is mailed to',
    );
  const [address = before] = given;
  if (address === undefined) throw new ScimRefusal('invalidValue', 'userName is required');
  const parts = [rest.givenName, rest.familyName].filter((part) => part !== null).join(' ');
  const name = [rest.displayName, rest.formattedName, parts].map((text) => namedUser(text ?? ''));
  return { ...rest, address, displayName: name.find((text) => text !== undefined) ?? null };
}

function assignName(draft: UserDraft, value: unknown): void {
  if (!isObject(value)) throw new ScimRefusal('invalidValue', 'name must be an object');
  for (const [part, text] of Object.entries(value)) {
    const named = attributeAt(USER, `name.${part}`);
    if (named) assign(draft, named.path, text);
  }
}

/** The primary address of a list, else that for work, else the first; none where the list is empty. */
function addressOf(value: unknown): string | undefined {
  const list = (Array.isArray(value) ? (value as unknown[]) : [value]).map((item) =>
    typeof item === 'string' ? { value: item } : item,
  );
  if (!list.every(isObject)) throw new ScimRefusal('invalidValue', 'emails must be a list of objects');
  const isOf = (name: string, wanted: string) => (item: JsonObject) =>
    String(item[name] ?? '').toLowerCase() === wanted;
  const chosen = list.find(isOf('primary', 'true')) ?? list.find(isOf('type', 'work')) ?? list[0];
  return chosen === undefined ? undefined : addressIn('emails', chosen['value']);
}

function addressIn(name: string, value: unknown): string {
  const address = namedEmail(requiredText(name, value));
  if (address === undefined)
    throw new ScimRefusal('invalidValue', `${name} must be an e-mail address in plain letters`);
  return address;
}
