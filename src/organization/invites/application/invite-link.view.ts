/** An invite link: whoever has its id may join, until it is deleted. */
export class InviteLinkView {
  object!: 'invite';
  /** @example 0VbbUBu5Mf8WnTb4PqAdk3Jh7RsVx2Lc */
  id!: string;
  /**
   * The role that those who are not in the organization yet get there; null makes them guests.
   * @example edit
   */
  role!: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
  /** The level in the space or collection that it leads to; null for none. */
  level?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
  /** The space it leads to, as the caller sees it. Absent when that is gone. */
  space?: object;
  /** The collection it leads to, as the caller sees it. Absent when that is gone. */
  collection?: object;
  /** Whether the caller may do already all that it would let them do. */
  redundant!: boolean;
  urls!: InviteLinkUrls;
}

export class InviteLinkUrls {
  /** @example https://docs.example.com/v1/orgs/0VbbU3z1Hn6PwDs8RtKe/link-invites/0VbbUBu5Mf8WnTb4PqAdk3Jh7RsVx2Lc */
  location!: string;
  /**
   * The address to give to people.
   * @example https://docs.example.com/invite/0VbbUBu5Mf8WnTb4PqAdk3Jh7RsVx2Lc
   */
  app!: string;
}
