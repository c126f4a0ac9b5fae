import {
  jsonId,
  jsonObject,
  jsonText,
  jsonTime,
  NOT_WRITTEN,
  type JsonMembers,
} from '#kernel/infrastructure/database/json-object';
import { recordSchema, selectColumns } from '#kernel/infrastructure/database/record-schema';
import { ROLES } from '#permissions';
import type { GitSyncView, SpaceUrls, SpaceView } from '../../../contract/space.view.js';
import { spacePermissions } from '../../domain/space/space.policy.js';
import type { SpaceState } from '../../domain/space/space.js';
import { unpublishedVisibility } from '../../domain/space/space-visibility.js';
import { inFolder, repositoryFiles, repositoryHost, repositoryName } from './repository-sql.js';

export const spaceSchema = recordSchema<SpaceState>({
  name: 'Space',
  schema: 'content',
  tableName: 'space',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    version: { type: 'int' },
    title: { type: 'text' },
    emoji: { type: 'text', nullable: true },
    icon: { type: 'text', nullable: true },
    parent: { type: 'text', nullable: true },
    rank: { type: 'text' },
    defaultLevel: { type: 'text', name: 'default_level', nullable: true },
    editMode: { type: 'text', name: 'edit_mode' },
    template: { type: 'boolean' },
    language: { type: 'text' },
    mergeRules: { type: 'jsonb', name: 'merge_rules' },
    createdBy: { type: 'text', name: 'created_by' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
    deletedAt: { type: 'timestamptz', name: 'deleted_at', nullable: true },
  },
});

/** The columns of a space, in a statement that calls its table `s`, under the names of its state. */
export const SPACE_COLUMNS = selectColumns(spaceSchema, 's');

/** The visibility of a space, in a statement that calls its table `alias`. */
export const visibilityOf = (alias: string): string =>
  `coalesce(${alias}.published_visibility, case when ${alias}.parent is null then '${unpublishedVisibility(null)}'
     else '${unpublishedVisibility('any')}' end)`;

/**
 * Where the repository that a space is synced with (`y`) shows its files, else that of its latest import or export (`g`);
 * the address of the repository where its host is not known.
 */
const REPOSITORY_URL = `case when y.url is null then coalesce(g.tree_url, g.url)
  else coalesce(${repositoryFiles('y.url', 'y.ref')} || ${inFolder('y.folder')},
    case when g.url = y.url and g.ref = y.ref then g.tree_url end, y.url) end`;
export const REPOSITORY_UPDATED = 'case when y.url is null then g.updated_at else y.updated_at end';

const REPOSITORY_NAME = repositoryName('coalesce(y.url, g.url)');

/** The host of a synced repository if it is a known one; else the provider that the import or export named. */
const REPOSITORY_HOST = `case when y.url is null then g.provider else ${repositoryHost('y.url')} end`;

/** A space, its head, its counts, its Git link and its Git sync: the tables that its view is written from. */
export const SPACE_TABLES = `content.space s
  join content.space_head h on h.organization_id = s.organization_id and h.space_id = s.id
  left join content.space_counts k on k.organization_id = s.organization_id and k.space_id = s.id
  left join content.git_link g on g.organization_id = s.organization_id and g.space_id = s.id
  left join content.git_sync y on y.organization_id = s.organization_id and y.space_id = s.id`;

/** The permissions of each role with a space that is not deleted, as JSON: by rank, and then the same for locked spaces. */
const PERMISSIONS = [false, true]
  .flatMap((locked) => ROLES.map((role) => JSON.stringify(spacePermissions(role, { locked, deleted: false }))))
  .map((text) => `'${text}'`);

const permissions = (rank: string): string =>
  `(array[${PERMISSIONS.join(',')}])[${rank} + case when s.edit_mode = 'locked' then ${ROLES.length} else 0 end]`;

/**
 * A `SpaceView` as JSON text, for statements on SPACE_TABLES. `publicUrl`: the parameter with the server's address; `rank`:
 * the rank of the role whose permissions are shown. Without one the reader of the text adds the permissions.
 */
export function spaceJson(publicUrl: string, rank?: string): string {
  const address = (path: string): string => jsonText(`${publicUrl}::text || '${path}' || s.id`);
  return jsonObject<SpaceView>({
    object: `'"space"'`,
    id: jsonId('s.id'),
    title: jsonText('s.title'),
    emoji: jsonText("coalesce(s.emoji, '')"),
    visibility: jsonId(visibilityOf('s')),
    createdAt: jsonTime('s.created_at'),
    updatedAt: jsonTime('greatest(s.updated_at, h.updated_at)'),
    deletedAt: { whenSet: jsonTime('s.deleted_at') },
    editMode: jsonId('s.edit_mode'),
    template: 's.template',
    mergeRules: 's.merge_rules::text',
    organization: jsonId('s.organization_id'),
    language: jsonText('s.language'),
    revision: jsonId('h.revision_id'),
    defaultLevel: `coalesce(${jsonId('s.default_level')}, 'null')`,
    comments: 'coalesce(k.comments, 0)',
    changeRequests: 'coalesce(k.change_requests, 0)',
    changeRequestsOpen: 'coalesce(k.change_requests_open, 0)',
    changeRequestsDraft: 'coalesce(k.change_requests_draft, 0)',
    urls: jsonObject<SpaceUrls>({
      location: address('/v1/spaces/'),
      app: jsonText(`${publicUrl}::text || '/s/' || s.id || '/'`),
      published: { whenSet: jsonText('s.published_url') },
      icon: { whenSet: jsonText('s.icon') },
      public: NOT_WRITTEN,
    }),
    permissions: rank === undefined ? "'null'" : permissions(rank),
    parent: { whenSet: jsonText('s.parent') },
    gitSync: { whenSet: jsonObject(GIT_SYNC) },
  });
}

/** Null for a space that neither syncs, nor was imported from or exported to a repository. */
const GIT_SYNC: JsonMembers<GitSyncView> = {
  repoName: jsonText(REPOSITORY_NAME),
  url: jsonText(REPOSITORY_URL),
  installationProvider: { whenSet: jsonId(REPOSITORY_HOST) },
  integration: NOT_WRITTEN,
  updatedAt: jsonTime(REPOSITORY_UPDATED),
};
