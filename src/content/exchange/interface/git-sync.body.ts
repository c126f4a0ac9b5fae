import { IsIn, IsString, MaxLength } from 'class-validator';
import { GitBranchBody } from '#kernel/interface/git-branch.body';
import { Optional } from '#kernel/interface/optional';

/** A repository to keep a space in step with. */
export class SetGitSyncBody extends GitBranchBody {
  /**
   * `import`: the space follows the branch. `export`: the branch follows the space. `both`: each follows the other.
   * @example both
   */
  @IsIn(['import', 'export', 'both'])
  direction!: 'import' | 'export' | 'both';

  /**
   * Folder of the repository that holds the content; its top when left out.
   * @example docs
   */
  @Optional()
  @IsString()
  @MaxLength(1024)
  repoProjectDirectory?: string;
}
