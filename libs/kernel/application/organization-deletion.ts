/** Keys of the metadata on the decorated classes. */
export const OPENS_ORGANIZATIONS = Symbol.for('quire:opens-organizations');
export const FOLLOWS_DELETION = Symbol.for('quire:follows-deletion');

/** The job that deletes what a deleted organization left. */
export const PURGE_ORGANIZATION = 'kernel.purge-organization';

/** A table with rows of organizations, such as `content.space`. */
export interface OrganizationRows {
  table: string;
  /** The column with the id of the organization; `organization_id` by default. */
  column?: string;
}

/**
 * Marks the store of tables by whose rows something of an organization is reached: by its members, by scripts, by
 * visitors, or by an address alone. They are deleted in the transaction that deletes the organization, all other rows
 * afterwards. A column with another name than `organization_id` has to be declared here to be deleted at all.
 */
export function OpensOrganizations(...rows: readonly OrganizationRows[]): ClassDecorator {
  return (target) => Reflect.defineMetadata(OPENS_ORGANIZATIONS, rows, target);
}

/** What else happens when an organization is deleted. */
export interface DeletionFollower {
  /** Runs in the transaction of the deletion while all rows are there. Throws Conflict to refuse it. */
  before?(organizationId: string): Promise<void>;
  /** Deletes what is not in the database. Runs several times, and possibly twice at once. */
  purge?(organizationId: string): Promise<void>;
}

/** A class that does nothing of it would be marked by mistake. */
type Follower = new (
  ...args: never[]
) => Required<Pick<DeletionFollower, 'before'>> | Required<Pick<DeletionFollower, 'purge'>>;

/** Marks a provider that takes part in the deletion of organizations. */
export function FollowsDeletion(): (target: Follower) => void {
  return (target) => Reflect.defineMetadata(FOLLOWS_DELETION, true, target);
}

/** Deletes what belongs to an organization, in every context. */
export abstract class OrganizationDeletion {
  /**
   * Deletes the rows by which it is reached, in the open transaction, and enqueues the job that deletes all others. Throws
   * Conflict where a context refuses.
   */
  abstract begin(organizationId: string): Promise<void>;
}
