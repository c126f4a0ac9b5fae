import { IsIn } from 'class-validator';
import { Nullable, Optional } from '#kernel/interface/optional';

const ROLES = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;

/** What is to change of a member. */
export class UpdateMemberBody {
  /**
   * What they may do in the organization; null makes them a guest.
   * @example edit
   */
  @Optional()
  @Nullable()
  @IsIn(ROLES)
  role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
}

/** What a member's browser keeps to be let in to content for authenticated visitors. */
export class PingView {
  /** A token with claims on the visitor; absent when no content of the organization asks for any. */
  gitbookVisitorClaims?: string;
  /** The same under its other name. */
  serviceVisitorClaims?: string;
}
