import { BadRequestException } from '@nestjs/common';
import type { Role } from '#kernel/application/caller';
import type { InvitedPerson } from '../application/invite.commands.js';
import type { InviteTarget } from '../../contract/invite-target.js';
import type { CreateInviteLinkBody, InviteUsersBody, UpdateInviteLinkBody } from './invite.body.js';

const ROLES: readonly unknown[] = ['admin', 'create', 'review', 'edit', 'comment', 'read', null];
const MAX_EMAIL = 320;

/** The people to invite. The list may mix strings and objects, which no decorator can check. */
export function peopleOf({ emails }: InviteUsersBody): InvitedPerson[] {
  return emails.map((entry: unknown, at) => {
    if (typeof entry === 'string') return { email: validEmail(entry, at) };
    if (typeof entry !== 'object' || entry === null) throw new BadRequestException(`emails[${at}] is no address`);
    const { email, role } = entry as { email?: unknown; role?: unknown };
    if (!ROLES.includes(role)) throw new BadRequestException(`emails[${at}].role must be a role or null`);
    return { email: validEmail(email, at), role: role as Role | null };
  });
}

function validEmail(email: unknown, at: number): string {
  if (typeof email !== 'string' || email.length > MAX_EMAIL)
    throw new BadRequestException(`emails[${at}] must be an e-mail address`);
  return email;
}

/** The target of a link. */
export function linkOf({ role, level, space, collection }: CreateInviteLinkBody): {
  target: InviteTarget;
  level: Role | null;
} {
  if (role !== undefined && level === undefined && space === undefined && collection === undefined)
    return { target: { type: 'organization' }, level: role };
  if (role === undefined && level !== undefined && (space === undefined) !== (collection === undefined)) {
    const target: InviteTarget =
      space === undefined ? { type: 'collection', id: collection ?? '' } : { type: 'space', id: space };
    return { target, level };
  }
  throw new BadRequestException('Send either role, or level with space, or level with collection');
}

export function changeOf({ role, level }: UpdateInviteLinkBody): { kind: 'role' | 'level'; role: Role | null } {
  if (role !== undefined && level === undefined) return { kind: 'role', role };
  if (role === undefined && level !== undefined) return { kind: 'level', role: level };
  throw new BadRequestException('Send either role or level');
}
