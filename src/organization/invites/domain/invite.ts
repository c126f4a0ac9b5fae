import type { Role } from '#kernel/application/caller';
import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { Forbidden, Invalid, NotFound } from '#kernel/domain/errors';
import { newId, randomDigits } from '#kernel/domain/id';
import { hashOf } from '#kernel/domain/secret-hash';
import { InviteAccepted } from '../../contract/events.js';
import type { InviteTarget } from '../../contract/invite-target.js';
import { validEmail, type User } from '../../members/domain/user.js';

export interface InviteState extends AggregateState {
  organizationId: string;
  /** The address it was mailed to, in lower case; `null` for a link. */
  email: string | null;
  targetType: InviteTarget['type'];
  /** Id of a space or collection. */
  targetId: string | null;
  /** The role in the organization, or the level in the space or collection; `null` for guests, or for no level. */
  role: Role | null;
  /** Whether the user who accepts is to sign in by SSO. */
  sso: boolean;
  /** SHA-256 (hex) of the mailed secret; `null` for a link, which is accepted by its id alone. */
  secretHash: string | null;
  createdBy: string;
  createdAt: Date;
  /** `null` for a link, which works until it is deleted. */
  expiresAt: Date | null;
  acceptedBy: string | null;
  acceptedAt: Date | null;
}

const DAY_MS = 86_400_000;
/** How long a mailed invite can be accepted. */
export const INVITE_MS = 7 * DAY_MS;
const SECRET_DIGITS = 43;
/** The id of a link is all it takes to join, so it has twice the randomness of other ids. */
const MORE_DIGITS = 12;
const ID_DIGITS = 20;

/** How a caller refers to an invite: by the mailed secret (or a link), or by an id that others may know as well. */
export type InviteProof = 'secret' | 'id';

/**
 * Lets a user into an organization. A mailed invite is for one address, works once and for 7 days, and requires the
 * secret in the mail or a verified address of the user. A link works for everyone until it is deleted.
 */
export class Invite extends Aggregate<InviteState> {
  /** Also returns the secret, which is mailed; only its hash is stored. */
  static mailed(
    organizationId: string,
    invited: { email: string; role: Role | null; sso: boolean },
    createdBy: string,
    now: Date,
  ): { invite: Invite; secret: string } {
    const invite = new Invite({
      ...unaccepted(organizationId, newId(now.getTime()), createdBy, now),
      email: validEmail(invited.email),
      targetType: 'organization',
      targetId: null,
      role: invited.role,
      sso: invited.sso,
    });
    return { invite, secret: invite.renew(invited, createdBy, now) };
  }

  static link(organizationId: string, target: InviteTarget, role: Role | null, createdBy: string, now: Date): Invite {
    return new Invite({
      ...unaccepted(organizationId, newId(now.getTime()) + randomDigits(MORE_DIGITS), createdBy, now),
      email: null,
      targetType: target.type,
      targetId: target.type === 'organization' ? null : target.id,
      role,
      sso: false,
    });
  }

  static from(state: InviteState): Invite {
    return new Invite(state);
  }

  get organizationId(): string {
    return this.state.organizationId;
  }

  get email(): string | null {
    return this.state.email;
  }

  get isLink(): boolean {
    return this.state.email === null;
  }

  get role(): Role | null {
    return this.state.role;
  }

  get expiresAt(): Date | null {
    return this.state.expiresAt;
  }

  get target(): InviteTarget {
    const { targetType, targetId } = this.state;
    return targetType === 'organization' ? { type: targetType } : { type: targetType, id: targetId ?? '' };
  }

  /** The role that a new member gets in the organization. */
  get memberRole(): Role | null {
    return this.state.targetType === 'organization' ? this.state.role : null;
  }

  /** Whether the user who accepts it is to sign in by the organization's identity provider. */
  get sso(): boolean {
    return this.state.sso;
  }

  /** Whether it can still be accepted. */
  isOpen(now: Date): boolean {
    const { expiresAt, acceptedBy } = this.state;
    return acceptedBy === null && (expiresAt === null || expiresAt > now);
  }

  /** Renews a mailed invite: the earlier mail no longer works. Returns the new secret. */
  renew({ role, sso }: { role: Role | null; sso: boolean }, createdBy: string, now: Date): string {
    const secret = randomDigits(SECRET_DIGITS);
    Object.assign(this.state, {
      role,
      sso,
      createdBy,
      createdAt: now,
      secretHash: hashOf(secret),
      expiresAt: new Date(now.getTime() + INVITE_MS),
      acceptedBy: null,
      acceptedAt: null,
    } satisfies Partial<InviteState>);
    return secret;
  }

  /** Changes what a link gives from now on. `kind` is the name that the caller used. */
  change(kind: 'role' | 'level', role: Role | null): void {
    const fit = this.state.targetType === 'organization' ? 'role' : 'level';
    if (kind !== fit) throw new Invalid(`An invite to this target has a ${fit}, not a ${kind}`);
    this.state.role = role;
  }

  /** Throws for a user who may not accept it. Returns whether this very user accepted it before. */
  requireAcceptable(user: User, proof: InviteProof, now: Date): 'open' | 'accepted' {
    const { email, acceptedBy } = this.state;
    if (email !== null && email !== user.email) {
      if (proof === 'secret') throw new Forbidden('The invite is for another e-mail address');
      throw new NotFound('Invite not found');
    }
    if (acceptedBy === user.id) return 'accepted';
    if (!this.isOpen(now)) throw new NotFound('The invite was used or has expired');
    if (email !== null && proof === 'id' && !user.emailVerified)
      throw new Forbidden('The e-mail address is not verified: accept the invite by the link in the mail');
    return 'open';
  }

  /** Records that a user accepted it; a mailed invite is then used up. */
  accept(userId: string, now: Date): void {
    if (!this.isLink) {
      this.state.acceptedBy = userId;
      this.state.acceptedAt = now;
    }
    this.record(new InviteAccepted(this.state.organizationId, userId, this.target, this.state.role));
  }
}

/**
 * What the audit trail may store of an invite's id: the id of a link is itself a secret, so its extra digits are cut
 * off.
 */
export function publicInviteId(id: string): string {
  return id.slice(0, ID_DIGITS);
}

function unaccepted(organizationId: string, id: string, createdBy: string, now: Date) {
  const never = { secretHash: null, expiresAt: null, acceptedBy: null, acceptedAt: null };
  return { ...never, id, organizationId, version: 0, createdBy, createdAt: now };
}
