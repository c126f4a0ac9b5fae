/** What the caller may do with a team. */
export class TeamPermissions {
  /**
   * Whether they may change its title and who is in it.
   * @example true
   */
  admin!: boolean;
  /**
   * Whether they may see it and who is in it.
   * @example true
   */
  view!: boolean;
}

/** Members of an organization to whom something is granted together. */
export class TeamView {
  object!: 'team';
  /** @example 0VbbUAt4Le7VmSz3OpZc */
  id!: string;
  /** @example Writers */
  title!: string;
  /**
   * How many members are in it.
   * @example 4
   */
  members!: number;
  /**
   * How many spaces were granted to it.
   * @example 3
   */
  spaces!: number;
  /** @example 2026-01-15T09:30:00.000Z */
  createdAt!: string;
  permissions!: TeamPermissions;
}
