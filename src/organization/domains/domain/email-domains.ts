import type { EmailDomain } from './email-domain.js';

/** Most domains of an organization. */
export const MOST_DOMAINS = 100;

export abstract class EmailDomains {
  /** A domain that an organization claims, locked until the transaction ends. */
  abstract findToChange(organizationId: string, domain: string): Promise<EmailDomain | undefined>;
  /** How many domains an organization claims. Locks the count until the transaction ends. */
  abstract count(organizationId: string): Promise<number>;
  abstract save(domain: EmailDomain): Promise<void>;
  abstract remove(domain: EmailDomain): Promise<void>;
  /** Whether the organization has proved this domain; keeps it from being removed until the transaction ends. */
  abstract proves(organizationId: string, domain: string): Promise<boolean>;
}

/** Looks up records in the DNS. */
export abstract class DomainRecords {
  /** The texts of the TXT records of a name; none where there is no such name. Unavailable when no server answers. */
  abstract textsOf(name: string): Promise<string[]>;
}
