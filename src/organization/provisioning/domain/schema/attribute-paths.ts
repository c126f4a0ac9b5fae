import { COMMON, type Attribute, type ResourceSchema } from './schemas.js';

/** An attribute that a path names. */
export interface NamedAttribute {
  /** The path as the schema writes it: `name.givenName`. */
  path: string;
  attribute: Attribute;
  /** The attribute that this one is a part of. */
  parent?: Attribute;
}

/** What RFC 7643 has for users besides, which is read and ignored: providers send it by default. */
const IGNORED: ReadonlySet<string> = new Set(
  [
    ...['nickName', 'profileUrl', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone', 'password'],
    ...['phoneNumbers', 'ims', 'photos', 'addresses', 'entitlements', 'roles', 'x509Certificates'],
    ...['name.middleName', 'name.honorificPrefix', 'name.honorificSuffix', 'emails.display'],
  ].map((name) => name.toLowerCase()),
);

const known = new WeakMap<ResourceSchema, ReadonlyMap<string, NamedAttribute>>();

/** The attribute of a kind of resource that a path names, in any case and with or without the URN of the schema. */
export function attributeAt(resource: ResourceSchema, path: string): NamedAttribute | undefined {
  return pathsOf(resource).get(withoutSchema(resource, path).toLowerCase());
}

/** Whether a path names something of an extension, or of the schema of users, that is not stored. */
export function isIgnored(resource: ResourceSchema, path: string): boolean {
  const plain = withoutSchema(resource, path).toLowerCase();
  const [first = ''] = plain.split('.');
  return plain.startsWith('urn:') || (resource.name === 'User' && (IGNORED.has(plain) || IGNORED.has(first)));
}

function withoutSchema({ id }: ResourceSchema, path: string): string {
  return path.slice(0, id.length + 1).toLowerCase() === `${id}:`.toLowerCase() ? path.slice(id.length + 1) : path;
}

function pathsOf(resource: ResourceSchema): ReadonlyMap<string, NamedAttribute> {
  const paths = known.get(resource) ?? new Map([...COMMON, ...resource.attributes].flatMap(pathsWithin));
  known.set(resource, paths);
  return paths;
}

function pathsWithin(parent: Attribute): [string, NamedAttribute][] {
  const { name, subAttributes = [] } = parent;
  const subs = subAttributes.map((attribute): [string, NamedAttribute] => {
    const path = `${name}.${attribute.name}`;
    return [path.toLowerCase(), { path, attribute, parent }];
  });
  return [[name.toLowerCase(), { path: name, attribute: parent }], ...subs];
}
