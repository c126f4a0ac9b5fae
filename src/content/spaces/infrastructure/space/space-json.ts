import { ROLES } from '#permissions';
import { spacePermissions } from '../../domain/space/space.policy.js';

/**
 * The permissions of each role in a space that is not deleted, as JSON texts by rank; then the same for locked spaces.
 */
const PERMISSIONS = [false, true]
  .flatMap((locked) => ROLES.map((role) => JSON.stringify(spacePermissions(role, { locked, deleted: false }))))
  .map((text) => `'${text}'`);

const permissions = (rank: string): string =>
  `(array[${PERMISSIONS.join(',')}])[${rank} + case when s.edit_mode = 'locked' then ${ROLES.length} else 0 end]`;

/** ISO 8601 in UTC with milliseconds, as JavaScript writes it. */
const time = (value: string): string =>
  `'"' || to_char(${value} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'`;
const text = (value: string): string => `to_json(${value})::text`;

/** The URL of the repository that a space is synced with (`y`), else that of its latest import or export (`g`). */
export const REPOSITORY_URL = 'coalesce(y.url, g.tree_url, g.url)';
export const REPOSITORY_UPDATED = 'case when y.url is null then g.updated_at else y.updated_at end';

/** The path of the repository on its host: `owner/name` on most hosts. */
export const REPOSITORY_NAME = `regexp_replace(regexp_replace(coalesce(y.url, g.url), '^[a-z]+://[^/]*/+', ''), '(\\.git)?/*$', '')`;

/**
 * The provider of a synced repository, null for an unknown host; without a sync, that of the latest import or export.
 */
export const REPOSITORY_HOST = `case when y.url is null then g.provider else case substring(y.url from '^[a-z]+://([^/]*)/')
  when 'github.com' then 'github' when 'gitlab.com' then 'gitlab' end end`;

/** A space, its head, its counts and its Git data: the tables that a view is read from. */
export const SPACE_TABLES = `content.space s
  join content.space_head h on h.organization_id = s.organization_id and h.space_id = s.id
  left join content.space_counts k on k.organization_id = s.organization_id and k.space_id = s.id
  left join content.git_link g on g.organization_id = s.organization_id and g.space_id = s.id
  left join content.git_sync y on y.organization_id = s.organization_id and y.space_id = s.id`;

/**
 * A `SpaceView` as JSON text, from the tables `s` (space), `h` (its head), `k` (its counts), `g` and `y` (its Git link
 * and its sync). `publicUrl` names the parameter with the server's address; `rank` is the rank of the role of the user
 * whose permissions are shown. Ids contain only digits and letters, so they are not escaped.
 */
export function spaceJson(publicUrl: string, rank: string): string {
  return `'{"object":"space","id":"' || s.id || '","title":' || ${text('s.title')}
    || ',"emoji":' || ${text("coalesce(s.emoji, '')")}
    || ',"visibility":"' || coalesce(s.published_visibility, case when s.parent is null then 'private' else 'in-collection' end) || '"'
    || ',"createdAt":' || ${time('s.created_at')} || ',"updatedAt":' || ${time('greatest(s.updated_at, h.updated_at)')}
    || ',"editMode":"' || s.edit_mode || '","template":' || s.template || ',"mergeRules":' || s.merge_rules::text
    || ',"organization":"' || s.organization_id || '","language":' || ${text('s.language')}
    || ',"revision":"' || h.revision_id || '","defaultLevel":' || coalesce('"' || s.default_level || '"', 'null')
    || ',"comments":' || coalesce(k.comments, 0) || ',"changeRequests":' || coalesce(k.change_requests, 0)
    || ',"changeRequestsOpen":' || coalesce(k.change_requests_open, 0)
    || ',"changeRequestsDraft":' || coalesce(k.change_requests_draft, 0) || ',"urls":{"location":'
    || ${text(`${publicUrl}::text || '/v1/spaces/' || s.id`)} || ',"app":' || ${text(`${publicUrl}::text || '/s/' || s.id || '/'`)}
    || coalesce(',"published":' || ${text('s.published_url')}, '') || coalesce(',"icon":' || ${text('s.icon')}, '') || '},"permissions":' || ${permissions(rank)}
    || coalesce(',"parent":' || ${text('s.parent')}, '')
    || coalesce(',"gitSync":{"repoName":' || ${text(REPOSITORY_NAME)} || ',"url":' || ${text(REPOSITORY_URL)}
      || coalesce(',"installationProvider":"' || ${REPOSITORY_HOST} || '"', '')
      || ',"updatedAt":' || ${time(REPOSITORY_UPDATED)} || '}', '') || '}'`;
}
