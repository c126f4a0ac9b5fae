import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Grants } from '../../domain/permission/grants.js';
import { EndGrants } from './permission.commands.js';

@CommandHandler(EndGrants)
export class EndGrantsHandler implements ICommandHandler<EndGrants> {
  constructor(private readonly grants: Grants) {}

  execute({ organizationId, subjectId }: EndGrants): Promise<void> {
    return this.grants.end(organizationId, subjectId);
  }
}
