import { Injectable } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { beginningOf } from '#kernel/domain/characters';
import { Invalid, NotFound } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import { Settings } from '#kernel/infrastructure/settings';
import { GetSpaceGitInfo } from '../application/get-space-git-info.js';
import type { GitSyncStateView } from '../application/git-sync.view.js';
import type { GitInfoView } from '../application/git-info.view.js';
import { AuthorizeSpace } from '../../spaces/application/space/authorize-space-query.js';
import type { ImportView } from '../application/transfer.view.js';
import type { GitLinks, GitOutcome, GitRun, WantedGitRun } from '../domain/export/git-link.js';
import { SourceRefused } from '../domain/import/sources.js';
import { parseRemote } from './sources/remote.js';
import { syncState } from './git-sync.reader.js';
import { SPACE_ROWS } from '../../spaces/infrastructure/reading.js';
import { inFolder, repositoryFiles } from '../../spaces/infrastructure/space/repository-sql.js';
import { OwnsRowsOfSpaces } from '../../spaces/infrastructure/space/space-rows.js';

const MAX_ERROR = 1000;

/** Where files of the branch are shown: as the import says ($10), or as known hosts do, in the folder ($12). */
const FILES_SHOWN = `coalesce($10::text, ${repositoryFiles('$4::text', '$5::text', '$11::text')}) || ${inFolder('$12::text')}`;

@Injectable()
@OwnsRowsOfSpaces({ table: 'git_link', busy: "state = 'running'" })
export class GitLinkStore implements GitLinks {
  constructor(
    private readonly sql: SqlQuery,
    private readonly secretBox: SecretBox,
    private readonly settings: Settings,
  ) {}

  async start(
    { organizationId, spaceId }: { organizationId: string; spaceId: string },
    startedBy: string,
    wanted: WantedGitRun,
    now: Date,
  ): Promise<string> {
    const id = newId(now.getTime());
    const started = await this.sql.row(
      'git-link.start-4',
      `with held as (select id from ${SPACE_ROWS} s where organization_id = $1 and id = $2 for key share)
       insert into content.git_link (organization_id, space_id, direction, state, url, ref, run, run_id, attempts,
         started_by, started_at, updated_at, tree_url, provider)
       select $1, id, $3, 'running', $4, $5, $6, $7, 0, $8, $9, $9,
         ${FILES_SHOWN}, $11 from held
       on conflict (organization_id, space_id) do update set
         direction = excluded.direction, state = excluded.state, url = excluded.url, ref = excluded.ref,
         run = excluded.run, run_id = excluded.run_id, attempts = 0, started_by = excluded.started_by,
         started_at = excluded.started_at, updated_at = excluded.updated_at, commit = null, error = null, report = null,
         tree_url = excluded.tree_url, provider = excluded.provider
       returning true as started`,
      [
        organizationId,
        spaceId,
        wanted.direction,
        this.#shown(wanted),
        wanted.address.ref,
        this.secretBox.seal(JSON.stringify(wanted), placeOf(spaceId)),
        id,
        startedBy,
        now,
        wanted.treeUrl ?? null,
        wanted.provider ?? null,
        folderIn(wanted.folder),
      ],
    );
    if (!started) throw new NotFound('Space not found');
    return id;
  }

  async attempt(run: { organizationId: string; spaceId: string; id: string }): Promise<GitRun | undefined> {
    const { organizationId, spaceId, id } = run;
    const row = await this.sql.row<{ run: string; startedBy: string; attempt: number }>(
      'git-link.attempt',
      `update content.git_link set attempts = attempts + 1
       where organization_id = $1 and space_id = $2 and run_id = $3 and state = 'running'
       returning run, started_by as "startedBy", attempts as attempt`,
      [organizationId, spaceId, id],
    );
    if (!row) return undefined;
    const wanted = JSON.parse(this.secretBox.open(row.run, placeOf(spaceId))) as WantedGitRun;
    return { ...wanted, id, organizationId, spaceId, startedBy: row.startedBy, attempt: row.attempt };
  }

  async interrupted({ organizationId, spaceId, id }: GitRun): Promise<void> {
    await this.sql.rows(
      'git-link.interrupted',
      `update content.git_link set attempts = attempts - 1
       where organization_id = $1 and space_id = $2 and run_id = $3 and state = 'running'`,
      [organizationId, spaceId, id],
    );
  }

  async finish(run: GitRun, outcome: GitOutcome, now: Date): Promise<boolean> {
    const failed = outcome.state === 'failure';
    const rows = await this.sql.rows(
      'git-link.finish-2',
      `update content.git_link set state = $4, commit = $5, error = $6, report = $7, updated_at = $8
       where organization_id = $1 and space_id = $2 and run_id = $3 returning true`,
      [
        run.organizationId,
        run.spaceId,
        run.id,
        outcome.state,
        failed ? null : outcome.commit,
        failed ? beginningOf(outcome.error, MAX_ERROR) : null,
        failed || !outcome.report ? null : JSON.stringify(outcome.report),
        now,
      ],
    );
    return rows.length > 0;
  }

  /** The address without credentials; refuses one that can never be reached. */
  #shown({ address }: WantedGitRun): string {
    try {
      const remote = parseRemote(address);
      if (remote.kind === 'file' && !this.settings.gitFileRemotes) {
        throw new SourceRefused('Repositories on the server itself are read only where its settings allow');
      }
      return remote.name;
    } catch (error) {
      throw error instanceof SourceRefused ? new Invalid(`url: ${error.message}`) : error;
    }
  }
}

interface InfoRow {
  state: 'running' | 'success' | 'failure';
  direction: 'import' | 'export';
  url: string;
  treeUrl: string | null;
  provider: 'github' | 'gitlab' | null;
  ref: string;
  commit: string | null;
  error: string | null;
  report: string | null;
  startedAt: Date;
  updatedAt: Date;
}

/** A folder without what says nothing in its name; null for the top. */
function folderIn(folder = ''): string | null {
  const name = folder.replace(/^(?:\.?\/)+|\/+$/g, '');
  return name === '' || name === '.' ? null : name;
}

@QueryHandler(GetSpaceGitInfo)
export class GetSpaceGitInfoHandler implements IQueryHandler<GetSpaceGitInfo> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ caller, spaceId }: GetSpaceGitInfo): Promise<GitInfoView> {
    const { organizationId } = await this.dispatcher.ask(new AuthorizeSpace(caller, spaceId, 'read', false));
    const row = await this.sql.row<InfoRow>(
      'git-link.info-2',
      `select state, direction, url, tree_url as "treeUrl", provider, ref, commit, error, report, started_at as "startedAt", updated_at as "updatedAt"
       from content.git_link where organization_id = $1 and space_id = $2`,
      [organizationId, spaceId],
    );
    const sync = (await syncState(this.sql, organizationId, spaceId))?.view;
    if (!row) return { ...NO_EXCHANGE, ...(sync ? { installationStatus: 'active', ...providerOf(sync), sync } : {}) };
    const { state, direction, url, treeUrl, provider, ref, commit, error, report, startedAt, updatedAt } = row;
    const view: GitInfoView = { object: 'git-info', installationStatus: 'active', state, direction, url, ref };
    if (treeUrl !== null) view.url = treeUrl;
    if (provider !== null) view.installationProvider = provider;
    if (commit !== null) view.commit = commit;
    if (error !== null) view.error = error;
    if (report !== null) view.report = JSON.parse(report) as ImportView;
    if (sync) Object.assign(view, providerOf(sync), { sync });
    return { ...view, startedAt: startedAt.toISOString(), updatedAt: updatedAt.toISOString() };
  }
}

const NO_EXCHANGE = { object: 'git-info', installationStatus: 'unauthenticated', state: 'none' } as const;

/** That of a sync comes before that of a single exchange. */
function providerOf({ installationProvider }: GitSyncStateView): Pick<GitInfoView, 'installationProvider'> {
  return installationProvider === undefined ? {} : { installationProvider };
}

function placeOf(spaceId: string): string {
  return `git_link.run:${spaceId}`;
}
