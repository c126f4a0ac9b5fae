import { USERS } from '../../../members/infrastructure/reading.js';
import { TEAM_MEMBERS, TEAMS } from '../../../teams/infrastructure/reading.js';
import type { TaggedResource } from '../../application/scim/resource.view.js';
import { GROUP } from '../../domain/schema/schemas.js';
import type { Column } from './filter-sql.js';
import type { ListStatement } from './resource-list.js';
import { locationOf, tagged } from './tagged.js';

/** A team as a group of SCIM. */
export interface GroupRow {
  id: string;
  title: string;
  externalId: string | null;
  created: Date;
  modified: Date;
  /** How many members it has; 0 where that was not read. */
  size: number;
}

/** A member of a group. */
export interface GroupMember {
  id: string;
  displayName: string;
}

const MEMBERS_OF_TEAM = `from ${TEAM_MEMBERS} x join ${USERS} xu on xu.id = x.user_id
  where x.organization_id = $1 and x.team_id = t.id`;

const MODIFIED = 'greatest(t.created_at, s.changed_at)';

const COLUMNS: readonly (readonly [string, Column])[] = [
  ['id', { sql: 't.id', type: 'text', compared: 'exactly' }],
  ['externalId', { sql: 's.external_id', type: 'text', compared: 'exactly' }],
  ['displayName', { sql: 't.title', type: 'text', compared: 'lower' }],
  ['members.value', { sql: 'x.user_id', type: 'text', compared: 'exactly' }],
  ['members.display', { sql: 'xu.display_name', type: 'text', compared: 'lower' }],
  ['members.type', { sql: `'user'::text`, type: 'text', compared: 'stored lower' }],
  ['meta.resourceType', { sql: `'Group'::text`, type: 'text', compared: 'exactly' }],
  ['meta.created', { sql: 't.created_at', type: 'time' }],
  ['meta.lastModified', { sql: MODIFIED, type: 'time' }],
];

/** The statement that lists groups, with or without how many members they have. */
export const groupsStatement = (withSize: boolean): ListStatement => ({
  resource: GROUP,
  columns: new Map(COLUMNS),
  many: new Map([['members', MEMBERS_OF_TEAM]]),
  select: `t.id, t.title, s.external_id as "externalId", t.created_at as created, ${MODIFIED} as modified,
    ${withSize ? `(select count(*)::int ${MEMBERS_OF_TEAM})` : '0'} as size`,
  tables: `from ${TEAMS} t
    left join organization.scim_group s on s.organization_id = $1 and s.id = t.id
    where t.organization_id = $1`,
  key: 't.id',
});

/** The members of the groups $2. */
export const MEMBERS_OF_GROUPS = `select i.team_id as "groupId", i.user_id as id, u.display_name as "displayName"
  from ${TEAM_MEMBERS} i join ${USERS} u on u.id = i.user_id
  where i.organization_id = $1 and i.team_id = any($2) order by i.team_id, i.user_id`;

/** The resource; without `members` these were not read. */
export function groupResource(
  { id, title, externalId, created, modified }: GroupRow,
  members: readonly GroupMember[] | undefined,
  publicUrl: string,
): TaggedResource {
  const listed = members?.map((member) => ({
    value: member.id,
    $ref: locationOf(publicUrl, 'User', member.id),
    display: member.displayName,
    type: 'User',
  }));
  const resource = {
    schemas: [GROUP.id],
    id,
    ...(externalId !== null && { externalId }),
    displayName: title,
    ...(listed && listed.length > 0 && { members: listed }),
  };
  return tagged(resource, { type: 'Group', id, created, modified, publicUrl }, members !== undefined);
}
