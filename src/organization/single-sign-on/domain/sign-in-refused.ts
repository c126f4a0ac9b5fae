import { DomainError } from '#kernel/domain/errors';
import type { Fault } from './saml/statement.js';

/** The class of a refusal, which the user may see; the details are for the log and the audit trail. */
export type RefusalReason =
  | Fault
  /** Not an answer in the accepted form. */
  | 'form'
  /** Not signed, not with the provider's key, or not in the accepted way. */
  | 'signature'
  /** The provider can't be reached, or does not speak the protocol. */
  | 'provider'
  /** The provider reported a failure. */
  | 'status'
  /** The response was used before. */
  | 'replay'
  /** Another browser began the sign-in, or it took too long. */
  | 'browser'
  /** The statement has no e-mail address. */
  | 'email'
  /** The organization has not proved the domain of the address. */
  | 'domain'
  /** The membership was disabled. */
  | 'disabled'
  /** The provider is not fully configured. */
  | 'pending'
  /** The address to go to afterwards is not one of this server. */
  | 'next';

const MALFORMED: readonly RefusalReason[] = ['form', 'next'];

/** A sign-in was refused. The message is the reason in detail, for administrators. */
export class SignInRefused extends DomainError {
  readonly status: 400 | 403 | 503;

  constructor(
    readonly reason: RefusalReason,
    detail: string,
  ) {
    super(detail);
    this.status = MALFORMED.includes(reason) ? 400 : reason === 'provider' ? 503 : 403;
  }
}
