/**
 * The requests that two large identity providers document for their clients of SCIM, each with the status and the members
 * of the answer that the client relies on. `{name}` is an id that an earlier answer gave.
 */
export interface DocumentedRequest {
  what: string;
  method: string;
  path: string;
  body?: unknown;
  status: number;
  /** Members of the answer. */
  answer?: object;
  /** Keeps the id of the answer by this name. */
  keeps?: string;
}

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const patch = (...Operations: object[]): object => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});
const filter = (text: string): string => encodeURIComponent(text).replace(/%20/g, '+');

export const ENTRA: readonly DocumentedRequest[] = [
  {
    what: 'tests the connection',
    method: 'GET',
    path: `/Users?filter=${filter('userName eq "5f7c3f3e-6b0e"')}`,
    status: 200,
    answer: { totalResults: 0, Resources: [] },
  },
  { what: 'reads the schemas', method: 'GET', path: '/Schemas', status: 200, answer: { totalResults: 2 } },
  {
    what: 'creates a user',
    method: 'POST',
    path: '/Users',
    body: {
      schemas: [USER, ENTERPRISE],
      externalId: '0a21f0f2-8d2a-4f8e',
      userName: 'Test_User@example.com',
      active: true,
      displayName: 'lennay',
      emails: [{ primary: true, type: 'work', value: 'Test_User@example.com' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Adrienne Abernathy', familyName: 'Abernathy', givenName: 'Adrienne' },
      roles: [],
      addresses: [{ type: 'work', locality: 'Berlin' }],
      [ENTERPRISE]: { department: 'Sales', manager: { value: '7' } },
    },
    status: 201,
    answer: {
      userName: 'test_user@example.com',
      externalId: '0a21f0f2-8d2a-4f8e',
      active: true,
      name: { formatted: 'Adrienne Abernathy' },
    },
    keeps: 'user',
  },
  { what: 'reads the user', method: 'GET', path: '/Users/{user}', status: 200, answer: { displayName: 'lennay' } },
  {
    what: 'finds the user by name',
    method: 'GET',
    path: `/Users?filter=${filter('userName eq "TEST_user@example.com"')}`,
    status: 200,
    answer: { totalResults: 1 },
  },
  {
    what: 'finds the user by id of the directory',
    method: 'GET',
    path: `/Users?filter=${filter('externalId eq "0a21f0f2-8d2a-4f8e"')}`,
    status: 200,
    answer: { totalResults: 1 },
  },
  {
    what: 'finds the user by e-mail',
    method: 'GET',
    path: `/Users?filter=${filter('emails[type eq "work"].value eq "test_user@example.com"')}`,
    status: 200,
    answer: { totalResults: 1 },
  },
  {
    what: 'changes an e-mail and a name',
    method: 'PATCH',
    path: '/Users/{user}',
    body: patch(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updated@example.com' },
      { op: 'Replace', path: 'name.familyName', value: 'Updated' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Support' },
    ),
    status: 200,
    answer: { userName: 'updated@example.com', name: { familyName: 'Updated' } },
  },
  {
    what: 'changes the user name',
    method: 'PATCH',
    path: '/Users/{user}',
    body: patch({ op: 'Replace', path: 'userName', value: 'renamed@example.com' }),
    status: 200,
    answer: { userName: 'renamed@example.com' },
  },
  {
    what: 'disables the user',
    method: 'PATCH',
    path: '/Users/{user}',
    body: patch({ op: 'Replace', path: 'active', value: 'False' }),
    status: 200,
    answer: { active: false },
  },
  {
    what: 'enables the user',
    method: 'PATCH',
    path: '/Users/{user}',
    body: patch({ op: 'Replace', path: 'active', value: true }),
    status: 200,
    answer: { active: true },
  },
  {
    what: 'creates a group',
    method: 'POST',
    path: '/Groups',
    body: {
      schemas: [GROUP],
      externalId: '8aa1a0c0-c4c3',
      displayName: 'displayName',
      members: [],
      meta: { resourceType: 'Group' },
    },
    status: 201,
    answer: { displayName: 'displayName', externalId: '8aa1a0c0-c4c3' },
    keeps: 'group',
  },
  {
    what: 'reads the group without members',
    method: 'GET',
    path: '/Groups/{group}?excludedAttributes=members',
    status: 200,
    answer: { displayName: 'displayName' },
  },
  {
    what: 'finds the group by name',
    method: 'GET',
    path: `/Groups?excludedAttributes=members&filter=${filter('displayName eq "displayName"')}`,
    status: 200,
    answer: { totalResults: 1 },
  },
  {
    what: 'renames the group',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patch({ op: 'Replace', path: 'displayName', value: '1879db59' }),
    status: 204,
  },
  {
    what: 'adds a member',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: '{user}' }] }),
    status: 204,
  },
  {
    what: 'asks who is a member',
    method: 'GET',
    path: `/Groups?attributes=id&filter=${filter('id eq "')}{group}${filter('" and members eq "')}{user}${filter('"')}`,
    status: 200,
    answer: { totalResults: 1 },
  },
  {
    what: 'removes a member',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: '{user}' }] }),
    status: 204,
  },
  { what: 'deletes the group', method: 'DELETE', path: '/Groups/{group}', status: 204 },
  { what: 'deletes the user', method: 'DELETE', path: '/Users/{user}', status: 204 },
  { what: 'sees that the user is gone', method: 'GET', path: '/Users/{user}', status: 404 },
];

const okta = (attributes: object): object => ({
  schemas: [USER],
  userName: 'okta.user@example.com',
  name: { givenName: 'Test', familyName: 'User' },
  emails: [{ primary: true, value: 'okta.user@example.com', type: 'work' }],
  displayName: 'Test User',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  ...attributes,
});

export const OKTA: readonly DocumentedRequest[] = [
  {
    what: 'looks for the user',
    method: 'GET',
    path: `/Users?filter=${filter('userName eq "okta.user@example.com"')}&startIndex=1&count=100`,
    status: 200,
    answer: { totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] },
  },
  {
    what: 'creates the user',
    method: 'POST',
    path: '/Users',
    body: okta({ password: '1mz050nq', active: true }),
    status: 201,
    answer: { userName: 'okta.user@example.com', active: true },
    keeps: 'user',
  },
  {
    what: 'creates the user again',
    method: 'POST',
    path: '/Users',
    body: okta({ active: true }),
    status: 409,
    answer: { status: '409' },
  },
  {
    what: 'reads the user',
    method: 'GET',
    path: '/Users/{user}',
    status: 200,
    answer: { name: { givenName: 'Test', familyName: 'User' } },
  },
  {
    what: 'updates the user',
    method: 'PUT',
    path: '/Users/{user}',
    body: okta({
      id: '{user}',
      name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
      displayName: 'Another User',
      active: true,
      meta: { resourceType: 'User' },
    }),
    status: 200,
    answer: { displayName: 'Another User', name: { givenName: 'Another' } },
  },
  { what: 'lists users', method: 'GET', path: '/Users?startIndex=1&count=100', status: 200, answer: { startIndex: 1 } },
  {
    what: 'deactivates the user',
    method: 'PATCH',
    path: '/Users/{user}',
    body: patch({ op: 'replace', value: { active: false } }),
    status: 200,
    answer: { active: false },
  },
  {
    what: 'activates the user as a whole',
    method: 'PUT',
    path: '/Users/{user}',
    body: okta({ id: '{user}', active: true }),
    status: 200,
    answer: { active: true },
  },
  {
    what: 'deactivates the user as a whole',
    method: 'PUT',
    path: '/Users/{user}',
    body: okta({ id: '{user}', active: false }),
    status: 200,
    answer: { active: false },
  },
  { what: 'reads an unknown user', method: 'GET', path: '/Users/00unknown', status: 404, answer: { status: '404' } },
  {
    what: 'lists groups',
    method: 'GET',
    path: '/Groups?startIndex=1&count=100',
    status: 200,
    answer: { startIndex: 1 },
  },
  {
    what: 'creates a group',
    method: 'POST',
    path: '/Groups',
    body: { schemas: [GROUP], displayName: 'Test SCIMv2', members: [] },
    status: 201,
    answer: { displayName: 'Test SCIMv2' },
    keeps: 'group',
  },
  {
    what: 'reads the group',
    method: 'GET',
    path: '/Groups/{group}',
    status: 200,
    answer: { displayName: 'Test SCIMv2' },
  },
  {
    what: 'renames the group',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patch({ op: 'replace', value: { id: '{group}', displayName: 'Test SCIMv0' } }),
    status: 204,
  },
  {
    what: 'adds a member',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patch({ op: 'add', path: 'members', value: [{ value: '{user}', display: 'test.user@okta.local' }] }),
    status: 204,
  },
  {
    what: 'removes a member',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patch({ op: 'remove', path: 'members[value eq "{user}"]' }),
    status: 204,
  },
  {
    what: 'replaces the members',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patch({ op: 'replace', path: 'members', value: [{ value: '{user}', display: 'x' }] }),
    status: 204,
  },
  {
    what: 'pushes the group with all members',
    method: 'PUT',
    path: '/Groups/{group}',
    body: { schemas: [GROUP], id: '{group}', displayName: 'Test SCIMv0', members: [{ value: '{user}', display: 'x' }] },
    status: 200,
    answer: { displayName: 'Test SCIMv0', members: [{ type: 'User' }] },
  },
  { what: 'deletes the group', method: 'DELETE', path: '/Groups/{group}', status: 204 },
];
