import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Jobs } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { ArchiveUploads, UPLOAD_KEPT_MS } from '../domain/import/archive-uploads.js';
import { PurgeUploads } from './upload.commands.js';

/** The job that deletes the bytes of uploads that have ended. */
export const REMOVE_UPLOADED_BYTES = 'content.remove-uploaded-bytes';
const BATCH = 50;

@CommandHandler(PurgeUploads)
export class PurgeUploadsHandler implements ICommandHandler<PurgeUploads> {
  constructor(
    private readonly uploads: ArchiveUploads,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<number> {
    const before = new Date(this.clock.now().getTime() - UPLOAD_KEPT_MS);
    const uploads = await this.uploads.removeOld(before, BATCH);
    if (uploads.length > 0) await this.jobs.enqueue(REMOVE_UPLOADED_BYTES, { uploads });
    return uploads.length;
  }
}
