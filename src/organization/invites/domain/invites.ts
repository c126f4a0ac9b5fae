import type { Invite } from './invite.js';

export abstract class Invites {
  /** A link; undefined for the id of a mailed invite. */
  abstract findLink(organizationId: string, inviteId: string): Promise<Invite | undefined>;
  /** An invite by its id; it stays locked until the transaction ends. */
  abstract findToAccept(organizationId: string, inviteId: string): Promise<Invite | undefined>;
  /** A mailed invite by its secret, or a link by its id, in any organization; locked until the transaction ends. */
  abstract findBySecret(secret: string): Promise<Invite | undefined>;
  /** The invites mailed to addresses; others who invite to the organization wait for the transaction to end. */
  abstract findMailed(organizationId: string, emails: readonly string[]): Promise<Invite[]>;
  /** Whether somebody was invited by mail to this address, not to sign in by SSO, and could still accept. */
  abstract areOpenTo(email: string, now: Date): Promise<boolean>;
  abstract save(invite: Invite): Promise<void>;
  /** Removes a link; answers whether there was one. */
  abstract removeLink(organizationId: string, inviteId: string): Promise<boolean>;
  /** Removes mailed invites that were accepted or expired before a moment. */
  abstract purge(before: Date): Promise<void>;
}
