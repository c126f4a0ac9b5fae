import { IsIn, IsString, MaxLength } from 'class-validator';
import { Optional } from '#kernel/interface/optional';
import { PageParams } from '#kernel/interface/page.params';
import { MEMBER_SORTS } from '../application/member.queries.js';

const ROLES = ['admin', 'create', 'review', 'edit', 'comment', 'read', 'guest'] as const;
const ORDERS = ['asc', 'desc'] as const;

/** Which members are wanted, in what order. */
export class MemberListParams extends PageParams {
  /** Only members with this role; `guest` for those without one. */
  @Optional()
  @IsIn(ROLES)
  role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | 'guest';

  /** Only members whose name or e-mail address contains this, in any case. */
  @Optional()
  @IsString()
  @MaxLength(512)
  search?: string;

  /** What they are ordered by, `joinedAt` unless told; by `lastSeenAt`, only those who were ever seen are listed. */
  @Optional()
  @IsIn(MEMBER_SORTS)
  sort?: 'joinedAt' | 'lastSeenAt' | 'name';

  /** `desc` unless told. */
  @Optional()
  @IsIn(ORDERS)
  order?: 'asc' | 'desc';
}
