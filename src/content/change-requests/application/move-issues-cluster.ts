import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { MoveIssuesCluster } from '../../contract/commands.js';
import { ChangeRequests } from '../domain/change-requests.js';

@CommandHandler(MoveIssuesCluster)
export class MoveIssuesClusterHandler implements ICommandHandler<MoveIssuesCluster> {
  constructor(private readonly changeRequests: ChangeRequests) {}

  execute({ organizationId, from, to }: MoveIssuesCluster): Promise<void> {
    return this.changeRequests.moveCluster(organizationId, from, to);
  }
}
