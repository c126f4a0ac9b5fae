import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsString, MaxLength } from 'class-validator';
import { Nullable, Optional } from '#kernel/interface/optional';
import { PageParams } from '#kernel/interface/page.params';

const ROLES = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;
const MOST = 1000;

/** A role, and to whom it is granted: to users, teams, or both. */
export class InviteBody {
  /**
   * Ids of users.
   * @example ["0VbbU2w9Gm5NvCr7QsJd"]
   */
  @Optional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST)
  @IsString({ each: true })
  @MaxLength(100, { each: true })
  users?: string[];

  /** Ids of teams. */
  @Optional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST)
  @IsString({ each: true })
  @MaxLength(100, { each: true })
  teams?: string[];

  /**
   * Takes the place of what was granted to them here; null takes that away.
   * @example edit
   */
  @Nullable()
  @IsIn(ROLES)
  role!: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
}

/** The role to be granted instead. */
export class UpdatePermissionBody {
  /**
   * Null takes away what is granted.
   * @example review
   */
  @Optional()
  @Nullable()
  @IsIn(ROLES)
  role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
}

/** Whose permissions are wanted. */
export class ReachParams extends PageParams {
  /** Only those with this role. */
  @Optional()
  @IsIn(ROLES)
  role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read';
}

/** In which order. */
export class MemberSpacesParams extends PageParams {
  /** The newest first (`desc`, unless told) or last. */
  @Optional()
  @IsIn(['asc', 'desc'])
  order?: 'asc' | 'desc';
}
