import { NotFound } from '#kernel/domain/errors';
import type { InviteDoor, InviteOffer } from '../../application/password/invite-door.js';

/** The door of a server on which nobody can be invited: no secret opens it. */
export class ClosedDoor implements InviteDoor {
  async offer(): Promise<InviteOffer | undefined> {
    return undefined;
  }

  async accept(): Promise<void> {
    throw new NotFound('Invite not found');
  }
}
