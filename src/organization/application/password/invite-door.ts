/** What somebody who opens an invite may know before they sign in. */
export interface InviteOffer {
  organizationTitle: string;
  /** The address it was mailed to, which whoever accepts it must have; absent for a link. */
  email?: string;
  /** The role in the organization; `null` for guests. */
  role: string | null;
}

/** Invites, as those who open them see them: by the secret in their address. */
export abstract class InviteDoor {
  /** Undefined where there is nothing (any more) to accept. */
  abstract offer(secret: string): Promise<InviteOffer | undefined>;
  /** Lets the user in, in the open transaction. Throws NotFound or Forbidden where the invite is not for them. */
  abstract accept(secret: string, userId: string): Promise<void>;
}
