/** An attribute as a schema describes it (RFC 7643, 7). */
export interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'reference' | 'dateTime' | 'complex';
  description: string;
  multiValued: boolean;
  required: boolean;
  caseExact: boolean;
  mutability: 'readWrite' | 'readOnly' | 'immutable';
  returned: 'default' | 'always';
  uniqueness: 'none' | 'server';
  canonicalValues?: string[];
  referenceTypes?: string[];
  subAttributes?: Attribute[];
}

/** A kind of resource, with the attributes that are stored of it. */
export interface ResourceSchema {
  /** The name of the kind. */
  name: 'User' | 'Group';
  /** The URN of its schema. */
  id: string;
  /** Its address below the base address. */
  endpoint: '/Users' | '/Groups';
  description: string;
  attributes: Attribute[];
}

const CORE = 'urn:ietf:params:scim:schemas:core:2.0:';

function attribute(name: string, description: string, differing: Partial<Attribute> = {}): Attribute {
  return {
    name,
    type: 'string',
    description,
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...differing,
  };
}

const READ_ONLY = { mutability: 'readOnly' } as const;

/** A reference to a resource, by its id. */
function reference(of: string, mutability: Attribute['mutability']): Attribute[] {
  return [
    attribute('value', `Id of the ${of.toLowerCase()}.`, { caseExact: true, mutability }),
    attribute('$ref', `Address of the ${of.toLowerCase()}.`, {
      type: 'reference',
      referenceTypes: [of],
      caseExact: true,
      mutability,
    }),
    attribute('display', `What the ${of.toLowerCase()} is called.`, READ_ONLY),
    attribute('type', `Always ${of}.`, { ...READ_ONLY, canonicalValues: [of] }),
  ];
}

/** The attributes that every kind has, which no schema lists. */
export const COMMON: readonly Attribute[] = [
  attribute('id', 'Id in Quire.', {
    caseExact: true,
    mutability: 'readOnly',
    returned: 'always',
    uniqueness: 'server',
  }),
  attribute('externalId', 'Id at the provider.', { caseExact: true }),
  attribute('schemas', 'URNs of the schemas.', {
    ...READ_ONLY,
    multiValued: true,
    caseExact: true,
    returned: 'always',
  }),
  attribute('meta', 'About the resource.', {
    ...READ_ONLY,
    type: 'complex',
    subAttributes: [
      attribute('resourceType', 'Name of the kind.', { ...READ_ONLY, caseExact: true }),
      attribute('created', 'When it came to be.', { ...READ_ONLY, type: 'dateTime' }),
      attribute('lastModified', 'When provisioning changed it last.', { ...READ_ONLY, type: 'dateTime' }),
      attribute('location', 'Its address.', { ...READ_ONLY, type: 'reference', caseExact: true }),
      attribute('version', 'Its entity tag.', { ...READ_ONLY, caseExact: true }),
    ],
  }),
];

export const USER: ResourceSchema = {
  name: 'User',
  id: `${CORE}User`,
  endpoint: '/Users',
  description: 'A member of the organization',
  attributes: [
    attribute('userName', 'The e-mail address, by which people sign in.', { required: true, uniqueness: 'server' }),
    attribute('displayName', 'What others see.'),
    attribute('name', 'The parts of the name.', {
      type: 'complex',
      subAttributes: [
        attribute('formatted', 'The whole name.'),
        attribute('familyName', 'The family name.'),
        attribute('givenName', 'The given name.'),
      ],
    }),
    attribute('active', 'Whether the membership gives access; false suspends it.', { type: 'boolean' }),
    attribute('emails', 'The address again.', {
      type: 'complex',
      multiValued: true,
      subAttributes: [
        attribute('value', 'The address.'),
        attribute('type', 'Always work.', { canonicalValues: ['work'] }),
        attribute('primary', 'Always true.', { type: 'boolean' }),
      ],
    }),
    attribute('groups', 'The groups with this member; changed by the groups.', {
      ...READ_ONLY,
      type: 'complex',
      multiValued: true,
      subAttributes: reference('Group', 'readOnly'),
    }),
  ],
};

export const GROUP: ResourceSchema = {
  name: 'Group',
  id: `${CORE}Group`,
  endpoint: '/Groups',
  description: 'A team of the organization',
  attributes: [
    attribute('displayName', 'The title of the team, 1 to 64 characters.', { required: true }),
    attribute('members', 'Members of the organization who are in the team.', {
      type: 'complex',
      multiValued: true,
      subAttributes: reference('User', 'immutable'),
    }),
  ],
};

export const RESOURCES: readonly ResourceSchema[] = [USER, GROUP];
