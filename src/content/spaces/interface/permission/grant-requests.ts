import { BadRequestException } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { GrantRole, type RecordKey } from '../../application/permission/permission.commands.js';
import type { InviteBody } from './permission.body.js';

/** The grants that a body requests. Refuses a body that names no user or team. */
export function toGrant(caller: Caller, on: RecordKey, { users, teams, role }: InviteBody): GrantRole {
  if (!users && !teams) throw new BadRequestException('users or teams must say to whom the role is granted');
  return new GrantRole(caller, on, { user: users ?? [], team: teams ?? [] }, role);
}
