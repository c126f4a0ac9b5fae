import type { Organization } from './organization.js';

export abstract class Organizations {
  abstract find(id: string): Promise<Organization | undefined>;
  /** An organization, locked until the transaction ends. */
  abstract findToChange(id: string): Promise<Organization | undefined>;
  /**
   * Locks an organization until the transaction ends, for a decision that other transactions may not take at the same
   * time.
   */
  abstract lock(id: string): Promise<void>;
  abstract save(organization: Organization): Promise<void>;
}
