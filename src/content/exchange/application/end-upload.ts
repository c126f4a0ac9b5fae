import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Jobs } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { ArchiveUploads } from '../domain/import/archive-uploads.js';
import { REMOVE_UPLOADED_BYTES } from './purge-uploads.js';
import { EndUpload } from './upload.commands.js';

/** The bytes are removed by a job, which a process that ends leaves to another. */
@CommandHandler(EndUpload)
export class EndUploadHandler implements ICommandHandler<EndUpload> {
  constructor(
    private readonly uploads: ArchiveUploads,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  async execute({ key, report }: EndUpload): Promise<void> {
    await this.uploads.finish(key, JSON.stringify(report), this.clock.now());
    await this.jobs.enqueue(REMOVE_UPLOADED_BYTES, { uploads: [key.id] });
  }
}
