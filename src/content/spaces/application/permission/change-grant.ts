import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { Grants, GuardedRecords } from '../../domain/permission/grants.js';
import { administer, lockGrants } from './administer.js';
import { ChangeGrant } from './permission.commands.js';
import { writeGrants, type GrantTools } from './write-grants.js';

@CommandHandler(ChangeGrant)
export class ChangeGrantHandler implements ICommandHandler<ChangeGrant> {
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

  async execute({ caller, on, kind, subjectId, role }: ChangeGrant): Promise<void> {
    const record = await administer(this.records, caller, on);
    const known = await lockGrants(this.grants, record, kind, [subjectId]);
    if (!known.has(subjectId)) throw new NotFound(`Nothing is granted to this ${kind}`);
    if (role === undefined) return;
    await writeGrants(this.#tools, caller, record, kind, [subjectId], role, known);
  }
}
