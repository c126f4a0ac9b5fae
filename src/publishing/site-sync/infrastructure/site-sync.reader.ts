import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ApiAddress } from '#kernel/application/api-address';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { hookSecret } from '#kernel/infrastructure/git-hook';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import { GitFollowings, SpacesByIds } from '#content';
import { SiteReading } from '../../sites/domain/site/site-reading.js';
import type {
  SiteGitSyncReportView,
  SiteGitSyncSpaceView,
  SiteGitSyncView,
} from '../application/site-git-sync.view.js';
import { GetSiteGitSync } from '../application/site-sync.commands.js';
import { notSynced } from '../application/sync-site-job.js';

interface SyncRow {
  id: string;
  state: SiteGitSyncView['state'];
  direction: SiteGitSyncView['direction'];
  url: string;
  ref: string;
  folder: string | null;
  path: string | null;
  commit: string | null;
  error: string | null;
  notice: string | null;
  report: string | null;
  spaces: string[];
  nextAt: Date | null;
  syncedAt: Date | null;
  updatedAt: Date;
}

@QueryHandler(GetSiteGitSync)
export class GetSiteGitSyncHandler implements IQueryHandler<GetSiteGitSync> {
  constructor(
    private readonly reading: SiteReading,
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
    private readonly secretBox: SecretBox,
    private readonly address: ApiAddress,
  ) {}

  async execute({ caller, organizationId, siteId }: GetSiteGitSync): Promise<SiteGitSyncView> {
    await this.reading.forMember(caller, organizationId, siteId, 'create');
    const row = await this.sql.row<SyncRow>(
      'site-sync.get',
      `select id, state, direction, url, ref, folder, path, commit, error, notice, report, spaces, next_at as "nextAt",
         synced_at as "syncedAt", updated_at as "updatedAt"
       from publishing.site_git_sync where organization_id = $1 and site_id = $2`,
      [organizationId, siteId],
    );
    if (!row) throw notSynced();
    const { id, state, direction, url, ref, spaces, updatedAt } = row;
    return {
      object: 'site-git-sync',
      state,
      direction,
      url,
      ref,
      ...knownOf(row),
      updatedAt: updatedAt.toISOString(),
      spaces: await this.#spaces(caller, organizationId, spaces),
      hook: { url: `${this.address.url}/v1/git/site-hooks/${id}`, secret: hookSecret(this.secretBox, id) },
    };
  }

  async #spaces(caller: Caller, organizationId: string, ids: readonly string[]): Promise<SiteGitSyncSpaceView[]> {
    const followings = await this.dispatcher.ask(new GitFollowings(organizationId, ids));
    const seen = await this.dispatcher.ask(new SpacesByIds(caller, organizationId, ids));
    return ids.map((space) => {
      const { state, commit, error } = followings.get(space) ?? {};
      const title = seen.get(space)?.title;
      return {
        space,
        ...(title === undefined ? {} : { title }),
        ...(state === undefined ? {} : { state }),
        ...(commit === undefined ? {} : { commit }),
        ...(error === undefined ? {} : { error }),
      };
    });
  }
}

function knownOf(row: SyncRow): Partial<SiteGitSyncView> {
  const known = {
    repoProjectDirectory: row.folder,
    path: row.path,
    commit: row.commit,
    error: row.error,
    notice: row.notice,
    nextAt: row.nextAt?.toISOString(),
    syncedAt: row.syncedAt?.toISOString(),
    report: row.report === null ? undefined : (JSON.parse(row.report) as SiteGitSyncReportView),
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null && value !== undefined));
}
