import { BadRequestException } from '@nestjs/common';
import type { TeamMemberChanges, TeamMemberRole } from '../application/team.commands.js';
import { MOST_NAMED, type UpdateTeamMembersBody } from './team.body.js';

export function toTeamChanges({ add, remove, memberships }: UpdateTeamMembersBody): TeamMemberChanges {
  return {
    ...(add && { add }),
    ...(remove && { remove }),
    ...(memberships && { roles: rolesOf(memberships) }),
  };
}

function rolesOf(memberships: object): Map<string, TeamMemberRole> {
  const entries = Object.entries(memberships) as [string, unknown][];
  if (entries.length > MOST_NAMED) throw new BadRequestException(`memberships takes at most ${MOST_NAMED} members`);
  return new Map(
    entries.map(([id, membership]) => {
      const role = (membership as { role?: unknown } | null)?.role;
      if (role === 'owner' || role === 'member') return [id, role];
      throw new BadRequestException(`memberships: the role must be owner or member, which is not so of "${id}"`);
    }),
  );
}
