import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ApiAddress } from '#kernel/application/api-address';
import { Dispatcher } from '#kernel/application/dispatcher';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import type { GitSyncSettingsView, GitSyncStateView } from '../application/git-sync.view.js';
import { notSynced } from '../application/set-git-sync.js';
import { GetGitSync } from '../application/sync.commands.js';
import type { ImportView } from '../application/transfer.view.js';
import { AuthorizeSpace } from '../../spaces/application/space/authorize-space-query.js';
import { hookSecret } from '#kernel/infrastructure/git-hook';

interface SyncRow {
  id: string;
  state: GitSyncStateView['state'];
  direction: GitSyncStateView['direction'];
  url: string;
  ref: string;
  folder: string | null;
  commit: string | null;
  base: string | null;
  error: string | null;
  notice: string | null;
  changeRequest: string | null;
  nextAt: Date | null;
  syncedAt: Date | null;
  updatedAt: Date;
}

@QueryHandler(GetGitSync)
export class GetGitSyncHandler implements IQueryHandler<GetGitSync> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
    private readonly secretBox: SecretBox,
    private readonly address: ApiAddress,
  ) {}

  async execute({ caller, spaceId }: GetGitSync): Promise<GitSyncSettingsView> {
    const { organizationId } = await this.dispatcher.ask(new AuthorizeSpace(caller, spaceId, 'create', false));
    const found = await syncState(this.sql, organizationId, spaceId);
    if (!found) throw notSynced();
    const hook = {
      url: `${this.address.url}/v1/git/hooks/${found.id}`,
      secret: hookSecret(this.secretBox, found.id),
    };
    const report = await this.#report(organizationId, spaceId);
    return { object: 'git-sync', ...found.view, hook, ...(report && { report }) };
  }

  async #report(organizationId: string, spaceId: string): Promise<ImportView | undefined> {
    const row = await this.sql.row<{ report: string | null }>(
      'git-sync.last-report',
      'select report from content.git_sync where organization_id = $1 and space_id = $2',
      [organizationId, spaceId],
    );
    return row?.report ? (JSON.parse(row.report) as ImportView) : undefined;
  }
}

/** The state of a space's sync, with the name of its hook; undefined without a sync. */
export async function syncState(
  sql: SqlQuery,
  organizationId: string,
  spaceId: string,
): Promise<{ id: string; view: GitSyncStateView } | undefined> {
  const row = await sql.row<SyncRow>(
    'git-sync.state',
    `select id, state, direction, url, ref, folder, commit, base_id as base, error, notice,
       change_request_id as "changeRequest", next_at as "nextAt", synced_at as "syncedAt", updated_at as "updatedAt"
     from content.git_sync where organization_id = $1 and space_id = $2`,
    [organizationId, spaceId],
  );
  if (!row) return undefined;
  const { id, state, direction, url, ref } = row;
  const host = HOSTS.get(/^[a-z]+:\/\/([^/]*)\//.exec(url)?.[1] ?? '');
  const repoName = url.replace(/^[a-z]+:\/\/[^/]*\/+/, '').replace(/(?:\.git)?\/*$/, '');
  const known = {
    installationProvider: host,
    repoProjectDirectory: row.folder,
    commit: row.commit,
    revision: row.base,
    error: row.error,
    notice: row.notice,
    changeRequest: row.changeRequest,
    nextAt: row.nextAt?.toISOString(),
    syncedAt: row.syncedAt?.toISOString(),
  };
  const there = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null && value !== undefined));
  return { id, view: { state, direction, repoName, url, ref, ...there, updatedAt: row.updatedAt.toISOString() } };
}

const HOSTS = new Map<string, 'github' | 'gitlab'>([
  ['github.com', 'github'],
  ['gitlab.com', 'gitlab'],
]);
