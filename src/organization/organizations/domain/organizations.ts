import type { Organization } from './organization.js';

export abstract class Organizations {
  abstract find(id: string): Promise<Organization | undefined>;
  /** An organization that others who hold it or find it to change wait for until the transaction ends. */
  abstract findToChange(id: string): Promise<Organization | undefined>;
  /** Locks an organization until the transaction ends, for a decision that others may not take at the same time. */
  abstract hold(id: string): Promise<void>;
  abstract save(organization: Organization): Promise<void>;
}
