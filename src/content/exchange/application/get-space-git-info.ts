import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { GitInfoView } from './git-info.view.js';

/** How the latest exchange of a space with a repository stands. */
export class GetSpaceGitInfo extends Query<GitInfoView> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
  ) {
    super();
  }
}
