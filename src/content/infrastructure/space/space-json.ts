import type { Role } from '#kernel/application/caller';
import { roleInSpace, spacePermissions } from '../../domain/space.policy.js';

const LEVELS = ['inherit', 'admin', 'create', 'review', 'edit', 'comment', 'read', null] as const;

/**
 * What a member may do with a space that is not deleted, as JSON text, for every default level and then for spaces that
 * are locked: `permissionsIndex` says which of them is that of a row.
 */
export function permissionTexts(memberRole: Role | null): string[] {
  return [false, true].flatMap((locked) =>
    LEVELS.map((level) => {
      const role = roleInSpace(memberRole, level) ?? 'read';
      return JSON.stringify(spacePermissions(role, { locked, deleted: false }));
    }),
  );
}

const permissionsIndex = `coalesce(array_position(array[${LEVELS.flatMap((level) => (level === null ? [] : [`'${level}'`])).join(',')}],
  s.default_level), ${LEVELS.length}) + case when s.edit_mode = 'locked' then ${LEVELS.length} else 0 end`;

/** ISO 8601 in UTC with milliseconds, as JavaScript writes it. */
const time = (value: string): string =>
  `'"' || to_char(${value} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'`;
const text = (value: string): string => `to_json(${value})::text`;

/** The repository's path on its host, from the table `g` (Git link): `owner/name` on most hosts. */
export const REPOSITORY_NAME = "regexp_replace(regexp_replace(g.url, '^[a-z]+://[^/]*/+', ''), '(\\.git)?/*$', '')";

/**
 * A `SpaceView` as JSON text, from the tables `s` (space), `h` (its head) and `g` (its Git link). `publicUrl` and
 * `permissions` name the parameters that hold the server's address and the texts of `permissionTexts`. Ids stand in it
 * as they are: they are made of digits and letters.
 */
export function spaceJson(publicUrl: string, permissions: string): string {
  return `'{"object":"space","id":"' || s.id || '","title":' || ${text('s.title')}
    || ',"emoji":' || ${text("coalesce(s.emoji, '')")}
    || case when s.parent is null then ',"visibility":"private"' else ',"visibility":"in-collection"' end
    || ',"createdAt":' || ${time('s.created_at')} || ',"updatedAt":' || ${time('greatest(s.updated_at, h.updated_at)')}
    || ',"editMode":"' || s.edit_mode || '","mergeRules":' || s.merge_rules::text
    || ',"organization":"' || s.organization_id || '","language":' || ${text('s.language')}
    || ',"revision":"' || h.revision_id || '","defaultLevel":' || coalesce('"' || s.default_level || '"', 'null')
    || ',"comments":0,"changeRequests":0,"changeRequestsOpen":0,"changeRequestsDraft":0,"urls":{"location":'
    || ${text(`${publicUrl}::text || '/v1/spaces/' || s.id`)} || ',"app":' || ${text(`${publicUrl}::text || '/s/' || s.id || '/'`)}
    || coalesce(',"icon":' || ${text('s.icon')}, '') || '},"permissions":' || (${permissions}::text[])[${permissionsIndex}]
    || coalesce(',"parent":' || ${text('s.parent')}, '')
    || coalesce(',"gitSync":{"repoName":' || ${text(REPOSITORY_NAME)} || ',"url":' || ${text('g.url')} || ',"updatedAt":' || ${time('g.updated_at')} || '}', '') || '}'`;
}
