import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { ArchiveUploads } from '../domain/import/archive-uploads.js';
import { RecordPart } from './upload.commands.js';

@CommandHandler(RecordPart)
export class RecordPartHandler implements ICommandHandler<RecordPart> {
  constructor(
    private readonly uploads: ArchiveUploads,
    private readonly clock: Clock,
  ) {}

  async execute({ key, stored }: RecordPart): Promise<boolean> {
    if (stored) return this.uploads.received(key, stored.part, stored.sha256, this.clock.now());
    await this.uploads.restart(key);
    return true;
  }
}
