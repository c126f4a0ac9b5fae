import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsIn, IsObject, IsString, MaxLength, MinLength } from 'class-validator';
import { Optional } from '#kernel/interface/optional';

/** Most people that one request may name in one list. */
export const MOST_NAMED = 1000;

const LONGEST_NAME = 320;
const ROLES = ['owner', 'member'] as const;

/** A team to be created. */
export class CreateTeamBody {
  /** @example Writers */
  @IsString()
  @MinLength(1)
  @MaxLength(64)
  title!: string;

  /**
   * Who is to be in it, at most 1,000: ids or e-mail addresses of members of the organization.
   * @example ["0VbbU2w9Gm5NvCr7QsJd"]
   */
  @Optional()
  @IsArray()
  @ArrayMaxSize(MOST_NAMED)
  @IsString({ each: true })
  @MaxLength(LONGEST_NAME, { each: true })
  members?: string[];
}

/** What is to change of a team. */
export class UpdateTeamBody {
  /** @example "Technical writers" */
  @IsString()
  @MinLength(1)
  @MaxLength(64)
  title!: string;
}

/** What somebody is to be in a team. */
export class TeamMembershipBody {
  /**
   * An owner may change the title of the team and who is in it.
   * @example owner
   */
  @IsIn(ROLES)
  role!: 'owner' | 'member';
}

/** What somebody is to be in a team; without a role, they come in as a member or keep what they are. */
export class PutTeamMemberBody {
  /** @example owner */
  @Optional()
  @IsIn(ROLES)
  role?: 'owner' | 'member';
}

/** Who is to be in a team and who is not, at most 1,000 in each list. */
export class UpdateTeamMembersBody {
  /**
   * Ids or e-mail addresses of members of the organization who come in; those who are in it keep what they are.
   * @example ["grace@example.com"]
   */
  @Optional()
  @IsArray()
  @ArrayMaxSize(MOST_NAMED)
  @IsString({ each: true })
  @MaxLength(LONGEST_NAME, { each: true })
  add?: string[];

  /**
   * Ids or e-mail addresses of those who go out, also when they are named elsewhere in the request.
   * @example ["0VbbU2w9Gm5NvCr7QsJe"]
   */
  @Optional()
  @IsArray()
  @ArrayMaxSize(MOST_NAMED)
  @IsString({ each: true })
  @MaxLength(LONGEST_NAME, { each: true })
  remove?: string[];

  /** What members of the organization, by their ids, are to be in the team; those who are not in it come in. */
  @ApiProperty({
    type: 'object',
    additionalProperties: {
      type: 'object',
      required: ['role'],
      properties: { role: { type: 'string', enum: ['owner', 'member'] } },
    },
    example: { '0VbbU2w9Gm5NvCr7QsJd': { role: 'owner' } },
  })
  @Optional()
  @IsObject()
  memberships?: Record<string, TeamMembershipBody>;
}
