import { MEMBER_TABLES } from '../../../members/infrastructure/reading.js';
import { TEAM_MEMBERS, TEAMS } from '../../../teams/infrastructure/reading.js';
import type { Resource } from '../../application/scim/resource.view.js';
import { USER } from '../../domain/schema/schemas.js';
import type { Column } from './filter-sql.js';
import type { ListStatement } from './resource-list.js';
import { locationOf, tagged } from './tagged.js';

/** A member as a user of SCIM. */
export interface UserRow {
  id: string;
  email: string;
  displayName: string;
  active: boolean;
  externalId: string | null;
  givenName: string | null;
  familyName: string | null;
  formattedName: string | null;
  created: Date;
  modified: Date;
  /** Null where they were not read. */
  groups: { id: string; title: string }[] | null;
}

const TEAMS_OF_MEMBER = `from ${TEAM_MEMBERS} x join ${TEAMS} xt on xt.organization_id = $1 and xt.id = x.team_id
  where x.organization_id = $1 and x.user_id = m.id`;

const GROUPS = `coalesce((select json_agg(json_build_object('id', xt.id, 'title', xt.title) order by xt.id)
  ${TEAMS_OF_MEMBER}), '[]')`;

const MODIFIED = 'greatest(m.joined_at, s.changed_at)';

const COLUMNS: readonly (readonly [string, Column])[] = [
  ['id', { sql: 'm.id', type: 'text', compared: 'exactly' }],
  ['externalId', { sql: 's.external_id', type: 'text', compared: 'exactly' }],
  ['userName', { sql: 'u.email', type: 'text', compared: 'stored lower' }],
  ['displayName', { sql: 'u.display_name', type: 'text', compared: 'lower' }],
  ['name.formatted', { sql: 's.formatted_name', type: 'text', compared: 'lower' }],
  ['name.familyName', { sql: 's.family_name', type: 'text', compared: 'lower' }],
  ['name.givenName', { sql: 's.given_name', type: 'text', compared: 'lower' }],
  ['active', { sql: '(not m.disabled)', type: 'boolean' }],
  ['emails.value', { sql: 'u.email', type: 'text', compared: 'stored lower' }],
  ['emails.type', { sql: `'work'::text`, type: 'text', compared: 'stored lower' }],
  ['emails.primary', { sql: 'true', type: 'boolean' }],
  ['groups.value', { sql: 'x.team_id', type: 'text', compared: 'exactly' }],
  ['groups.display', { sql: 'xt.title', type: 'text', compared: 'lower' }],
  ['groups.type', { sql: `'group'::text`, type: 'text', compared: 'stored lower' }],
  ['meta.resourceType', { sql: `'User'::text`, type: 'text', compared: 'exactly' }],
  ['meta.created', { sql: 'm.joined_at', type: 'time' }],
  ['meta.lastModified', { sql: MODIFIED, type: 'time' }],
];

/** The statement that lists users, with or without the groups they are in. */
export const usersStatement = (withGroups: boolean): ListStatement => ({
  resource: USER,
  columns: new Map(COLUMNS),
  many: new Map([['groups', TEAMS_OF_MEMBER]]),
  select: `m.id, u.email, u.display_name as "displayName", not m.disabled as active, s.external_id as "externalId",
    s.given_name as "givenName", s.family_name as "familyName", s.formatted_name as "formattedName",
    m.joined_at as created, ${MODIFIED} as modified, ${withGroups ? GROUPS : 'null'} as groups`,
  tables: `from ${MEMBER_TABLES}
    left join organization.scim_user s on s.organization_id = $1 and s.id = m.id
    where m.organization_id = $1`,
  key: 'm.id',
});

/** The whole resource, without groups where these were not read. */
export function userResource(row: UserRow, publicUrl: string): { resource: Resource; etag?: string } {
  const { id, email, displayName, active, externalId, givenName, familyName, formattedName, created, modified } = row;
  const parts = { formatted: formattedName, familyName, givenName };
  const name = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null));
  const groups = row.groups?.map((group) => ({
    value: group.id,
    $ref: locationOf(publicUrl, 'Group', group.id),
    display: group.title,
    type: 'Group',
  }));
  const resource = {
    schemas: [USER.id],
    id,
    ...(externalId !== null && { externalId }),
    userName: email,
    ...(Object.keys(name).length > 0 && { name }),
    displayName,
    active,
    emails: [{ value: email, type: 'work', primary: true }],
    ...(groups && groups.length > 0 && { groups }),
  };
  return tagged(resource, { type: 'User', id, created, modified, publicUrl }, row.groups !== null);
}
