import { IsString, MaxLength } from 'class-validator';
import { Optional } from '#kernel/interface/optional';
import { PageParams } from '#kernel/interface/page.params';

/** Which teams are wanted, by their title. */
export class TeamTitleParams extends PageParams {
  /** Only teams whose title contains this, in any case. */
  @Optional()
  @IsString()
  @MaxLength(512)
  title?: string;
}

/** Which teams of an organization are wanted. */
export class TeamListParams extends TeamTitleParams {
  /** Id of a member: only teams they can manage. */
  @Optional()
  @IsString()
  @MaxLength(100)
  owner?: string;
}
