import { IsIn, IsString, MaxLength } from 'class-validator';
import { GitBranchBody } from '#kernel/interface/git-branch.body';
import { Optional } from '#kernel/interface/optional';

/** A repository to keep a site in step with. */
export class SetSiteGitSyncBody extends GitBranchBody {
  /**
   * `import`: the site and its spaces follow the branch. `export`: the branch follows them. `both`: each follows the
   * other.
   * @example both
   */
  @IsIn(['import', 'export', 'both'])
  direction!: 'import' | 'export' | 'both';

  /**
   * Folder of the repository that holds `docs.yaml`; its top when left out.
   * @example website
   */
  @Optional()
  @IsString()
  @MaxLength(1024)
  repoProjectDirectory?: string;
}
