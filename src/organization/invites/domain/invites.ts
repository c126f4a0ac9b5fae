import type { Invite } from './invite.js';

export abstract class Invites {
  /** A link; undefined for the id of a mailed invite. */
  abstract findLink(organizationId: string, inviteId: string): Promise<Invite | undefined>;
  /** An invite by its id, locked until the transaction ends. */
  abstract findToAccept(organizationId: string, inviteId: string): Promise<Invite | undefined>;
  /** A mailed invite by its secret, or a link by its id, in any organization; locked until the transaction ends. */
  abstract findBySecret(secret: string): Promise<Invite | undefined>;
  /** The invites mailed to these addresses. Locks inviting to the organization until the transaction ends. */
  abstract findMailed(organizationId: string, emails: readonly string[]): Promise<Invite[]>;
  /** Whether an invite mailed to this address, not for SSO, can still be accepted. */
  abstract areOpenTo(email: string, now: Date): Promise<boolean>;
  abstract save(invite: Invite): Promise<void>;
  /** Removes a link; returns whether there was one. */
  abstract removeLink(organizationId: string, inviteId: string): Promise<boolean>;
  /** Removes mailed invites that were accepted or expired before this time. */
  abstract purge(before: Date): Promise<void>;
}
