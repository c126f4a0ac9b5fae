import { IsString, MaxLength } from 'class-validator';
import { Optional } from '#kernel/interface/optional';
import { PageParams } from '#kernel/interface/page.params';

/** Which issues are wanted. */
export class IssueParams extends PageParams {
  /** Id of the cluster they are in. */
  @Optional()
  @IsString()
  @MaxLength(100)
  cluster?: string;

  /** Id of the conversation they were found in. */
  @Optional()
  @IsString()
  @MaxLength(255)
  conversation?: string;
}
