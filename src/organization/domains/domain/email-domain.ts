import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { Conflict } from '#kernel/domain/errors';
import { randomDigits } from '#kernel/domain/id';
import { validDomainName } from '../../organizations/domain/organization-fields.js';

/** How it was proved: by a record in the DNS, by the operator of the server, or by an upgrade from a version without proofs. */
export type DomainProof = 'dns' | 'operator' | 'upgrade';

export interface EmailDomainState extends AggregateState {
  organizationId: string;
  /** The domain in lower case; also the id. */
  id: string;
  /** The value that its record in the DNS must contain. */
  token: string;
  createdAt: Date;
  provedAt: Date | null;
  provedBy: DomainProof | null;
}

const TOKEN_DIGITS = 32;
const RECORD_LABEL = '_quire';
const RECORD_PREFIX = 'quire-domain-verification=';

/** The name of the record in the DNS by which a domain is proved. */
export function recordNameOf(domain: string): string {
  return `${RECORD_LABEL}.${domain}`;
}

/** The text that the record must have. */
export function recordTextOf(token: string): string {
  return RECORD_PREFIX + token;
}

/**
 * A domain of e-mail addresses that an organization claims. Once it has proved that the domain is its own, its identity
 * providers may vouch for users with addresses of it.
 */
export class EmailDomain extends Aggregate<EmailDomainState> {
  static claim(organizationId: string, name: string, now: Date): EmailDomain {
    return new EmailDomain({
      organizationId,
      id: validDomainName('domain', name),
      version: 0,
      token: randomDigits(TOKEN_DIGITS),
      createdAt: now,
      provedAt: null,
      provedBy: null,
    });
  }

  static from(state: EmailDomainState): EmailDomain {
    return new EmailDomain(state);
  }

  get proved(): boolean {
    return this.state.provedAt !== null;
  }

  /** Proves the domain by the texts of its record in the DNS. Conflict when none of them is the expected one. */
  proveByRecord(texts: readonly string[], now: Date): void {
    const { id, token } = this.state;
    if (!texts.includes(recordTextOf(token)))
      throw new Conflict(`The TXT record ${recordNameOf(id)} does not have the value ${recordTextOf(token)} yet`);
    this.#prove('dns', now);
  }

  /** Proves the domain by the word of the operator of the server. */
  proveByOperator(now: Date): void {
    this.#prove('operator', now);
  }

  #prove(provedBy: DomainProof, now: Date): void {
    this.state.provedAt = now;
    this.state.provedBy = provedBy;
  }
}
