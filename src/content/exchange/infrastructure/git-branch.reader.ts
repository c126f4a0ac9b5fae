import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import {
  AcceptGitBranch,
  FindGitHead,
  GitFollowings,
  type AcceptedGitBranch,
  type GitFollowing,
} from '../../contract/git.js';
import { addressOf } from '../application/git-address.js';
import { refusalOf } from '../application/source-refusal.js';
import { GitRepositories } from '../domain/import/sources.js';
import { checkedRemote, withSecrets } from './checked-remote.js';

@QueryHandler(FindGitHead)
export class FindGitHeadHandler implements IQueryHandler<FindGitHead> {
  constructor(private readonly repositories: GitRepositories) {}

  async execute({ branch }: FindGitHead): Promise<string | undefined> {
    try {
      return await this.repositories.branch(addressOf(branch));
    } catch (error) {
      throw refusalOf(error);
    }
  }
}

@QueryHandler(AcceptGitBranch)
export class AcceptGitBranchHandler implements IQueryHandler<AcceptGitBranch> {
  constructor(private readonly settings: Settings) {}

  execute({ branch, folder, earlier }: AcceptGitBranch): Promise<AcceptedGitBranch> {
    const checked = checkedRemote(this.settings, addressOf(branch), folder);
    const known = earlier && checkedRemote(this.settings, addressOf(earlier), undefined);
    const kept = known?.url === checked.url ? earlier && addressOf(earlier) : undefined;
    return Promise.resolve({
      branch: withSecrets(addressOf(branch), checked.ref, kept),
      url: checked.url,
      folder: checked.folder ?? undefined,
    });
  }
}

@QueryHandler(GitFollowings)
export class GitFollowingsHandler implements IQueryHandler<GitFollowings> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ organizationId, spaceIds }: GitFollowings): Promise<ReadonlyMap<string, GitFollowing>> {
    const rows = await this.sql.rows<{ id: string; state: GitFollowing['state']; commit: string; error: string }>(
      'git-sync.followings',
      `select space_id as id, state, commit, error from content.git_sync
       where organization_id = $1 and space_id = any($2)`,
      [organizationId, spaceIds],
    );
    return new Map(
      rows.map(({ id, state, commit, error }) => [
        id,
        { state, commit: (commit as string | null) ?? undefined, error: (error as string | null) ?? undefined },
      ]),
    );
  }
}
