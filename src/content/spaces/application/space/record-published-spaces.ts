import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Events } from '#kernel/domain/events';
import { RecordPublishedSpaces } from '../../../contract/commands.js';
import { visibilityUpdates } from '../../domain/space/space-visibility.js';
import { Spaces } from '../../domain/space/spaces.js';

@CommandHandler(RecordPublishedSpaces)
export class RecordPublishedSpacesHandler implements ICommandHandler<RecordPublishedSpaces> {
  constructor(
    private readonly spaces: Spaces,
    private readonly events: Events,
  ) {}

  async execute({ organizationId, spaces }: RecordPublishedSpaces): Promise<void> {
    if (spaces.size === 0) return;
    const changes = await this.spaces.notePublished(organizationId, spaces);
    await this.events.store(visibilityUpdates(organizationId, changes));
  }
}
