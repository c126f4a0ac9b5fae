import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { AccessOfMembers } from '#organization';
import type { Role } from '#permissions';
import type { Reviewers } from '../domain/reviews.js';
import { EffectiveRoles } from '../../spaces/infrastructure/permission/effective-roles.js';

@Injectable()
export class ReviewersReader implements Reviewers {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly reach: EffectiveRoles,
  ) {}

  async rolesIn(
    { organizationId, id }: { organizationId: string; id: string },
    users: readonly string[],
  ): Promise<ReadonlyMap<string, Role>> {
    const members = await this.dispatcher.ask(new AccessOfMembers(organizationId, users));
    const found = await this.reach.of({ kind: 'space', organizationId, id }, members);
    return new Map(found.map(({ userId, permission }) => [userId, permission]));
  }
}
