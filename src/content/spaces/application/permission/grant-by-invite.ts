import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { roleAtLeast } from '#permissions';
import { Grants, GuardedRecords } from '../../domain/permission/grants.js';
import { GrantByInvite } from './permission.commands.js';
import { writeGrants, type GrantTools } from './write-grants.js';

@CommandHandler(GrantByInvite)
export class GrantByInviteHandler implements ICommandHandler<GrantByInvite> {
  readonly #tools: GrantTools;

  constructor(
    private readonly records: GuardedRecords,
    private readonly grants: Grants,
    trail: AuditTrail,
    dispatcher: Dispatcher,
    clock: Clock,
  ) {
    this.#tools = { grants, trail, dispatcher, clock };
  }

  async execute({ organizationId, on, userId, role }: GrantByInvite): Promise<void> {
    const user = { userId, teams: [], roles: new Map([[organizationId, null]]) };
    const record = (await this.records.findWithRole(user, on.kind, on.id))?.record;
    if (record?.organizationId !== organizationId) return;
    const known = await this.grants.lock(record, 'user', [userId]);
    if (!known || roleAtLeast(known.get(userId), role)) return;
    await writeGrants(this.#tools, user, record, 'user', [userId], role, known);
  }
}
