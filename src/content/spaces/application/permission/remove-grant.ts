import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Grants, GuardedRecords } from '../../domain/permission/grants.js';
import { findAdministered } from './administer.js';
import { RemoveGrant } from './permission.commands.js';
import { writeGrants, type GrantTools } from './write-grants.js';

@CommandHandler(RemoveGrant)
export class RemoveGrantHandler implements ICommandHandler<RemoveGrant> {
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

  async execute({ caller, on, kind, subjectId }: RemoveGrant): Promise<void> {
    const record = await findAdministered(this.records, caller, on);
    if (!record) return;
    const known = await this.grants.lock(record, kind, [subjectId]);
    if (!known) return;
    await writeGrants(this.#tools, caller, record, kind, [subjectId], null, known);
  }
}
