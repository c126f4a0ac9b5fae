import { DomainError } from '#kernel/domain/errors';
import type { Fault } from './statement.js';

/** The class of a refusal, which the person who signs in may know; the rest is for the log and the audit trail. */
export type RefusalReason =
  | Fault
  /** No SAML response in the form that is taken here. */
  | 'form'
  /** Not signed, or not by the provider's key, or not as is taken here. */
  | 'signature'
  /** The provider itself said no. */
  | 'status'
  /** The response was brought before. */
  | 'replay'
  /** Another browser asked for it, or it took too long. */
  | 'browser'
  /** No e-mail address is stated. */
  | 'email'
  /** The address belongs to somebody whom this provider may not speak for. */
  | 'account'
  /** The membership was disabled. */
  | 'disabled'
  /** The provider is not fully configured. */
  | 'pending'
  /** The address to go to afterwards is not one of this server. */
  | 'next';

const MALFORMED: readonly RefusalReason[] = ['form', 'next'];

/** Somebody is not signed in. The message is the reason in detail, for administrators. */
export class SignInRefused extends DomainError {
  readonly status: 400 | 403;

  constructor(
    readonly reason: RefusalReason,
    detail: string,
  ) {
    super(detail);
    this.status = MALFORMED.includes(reason) ? 400 : 403;
  }
}
