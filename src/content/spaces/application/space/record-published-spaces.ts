import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RecordPublishedSpaces } from '../../../contract/commands.js';
import { Spaces } from '../../domain/space/spaces.js';

@CommandHandler(RecordPublishedSpaces)
export class RecordPublishedSpacesHandler implements ICommandHandler<RecordPublishedSpaces> {
  constructor(private readonly spaces: Spaces) {}

  async execute({ organizationId, spaces }: RecordPublishedSpaces): Promise<void> {
    if (spaces.size > 0) await this.spaces.notePublished(organizationId, spaces);
  }
}
