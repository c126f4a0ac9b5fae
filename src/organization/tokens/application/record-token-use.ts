import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RecordTokenUse } from '#kernel/application/caller';
import { Tokens } from '../domain/tokens.js';

@CommandHandler(RecordTokenUse)
export class RecordTokenUseHandler implements ICommandHandler<RecordTokenUse> {
  constructor(private readonly tokens: Tokens) {}

  execute({ uses }: RecordTokenUse): Promise<void> {
    return this.tokens.recordUse(uses);
  }
}
