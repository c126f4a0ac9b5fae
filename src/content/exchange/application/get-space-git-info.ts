import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { GitInfoView } from './git-info.view.js';

/** The state of the latest import from or export to a repository. */
export class GetSpaceGitInfo extends Query<GitInfoView> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
  ) {
    super();
  }
}
