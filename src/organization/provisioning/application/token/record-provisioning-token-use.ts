import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RecordProvisioningTokenUse } from '#kernel/application/caller';
import { ScimTokens } from '../../domain/token/scim-tokens.js';

@CommandHandler(RecordProvisioningTokenUse)
export class RecordProvisioningTokenUseHandler implements ICommandHandler<RecordProvisioningTokenUse> {
  constructor(private readonly tokens: ScimTokens) {}

  execute({ uses }: RecordProvisioningTokenUse): Promise<void> {
    return this.tokens.recordUse(uses);
  }
}
