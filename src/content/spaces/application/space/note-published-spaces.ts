import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotePublishedSpaces } from '../../../contract/commands.js';
import { Spaces } from '../../domain/space/spaces.js';

@CommandHandler(NotePublishedSpaces)
export class NotePublishedSpacesHandler implements ICommandHandler<NotePublishedSpaces> {
  constructor(private readonly spaces: Spaces) {}

  async execute({ organizationId, spaces }: NotePublishedSpaces): Promise<void> {
    if (spaces.size > 0) await this.spaces.notePublished(organizationId, spaces);
  }
}
