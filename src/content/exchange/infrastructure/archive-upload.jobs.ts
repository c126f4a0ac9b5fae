import { Injectable } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { REMOVE_UPLOADED_BYTES } from '../application/purge-uploads.js';
import { GetUpload, PurgeUploads } from '../application/upload.commands.js';
import { ImportSteps, STEPS_KEPT_MS } from '../domain/import/import-steps.js';
import { ArchiveUploads, UploadedBytes, type ArchiveUpload } from '../domain/import/archive-uploads.js';

@QueryHandler(GetUpload)
export class GetUploadHandler implements IQueryHandler<GetUpload> {
  constructor(private readonly uploads: ArchiveUploads) {}

  async execute({ key }: GetUpload): Promise<ArchiveUpload> {
    const found = await this.uploads.find(key);
    if (!found) throw new NotFound('Upload not found');
    return found;
  }
}

/** Steps of imports that are removed at a time. */
const STEPS = 1_000;

/** Removes uploads and steps of imports that were given up, in batches until none is left. Runs every hour. */
@Injectable()
@RunsJob('content.purge-uploads', '17 * * * *', { bounds: true })
export class PurgeUploadsJob implements JobHandler {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly steps: ImportSteps,
    private readonly clock: Clock,
  ) {}

  async run(_payload: unknown, signal: AbortSignal): Promise<void> {
    while ((await this.dispatcher.run(new PurgeUploads())) > 0) signal.throwIfAborted();
    const before = new Date(this.clock.now().getTime() - STEPS_KEPT_MS);
    while ((await this.steps.removeOld(before, STEPS)) > 0) signal.throwIfAborted();
  }
}

/** Deletes the bytes of uploads that have ended. */
@Injectable()
@RunsJob(REMOVE_UPLOADED_BYTES)
export class RemoveUploadedBytesJob implements JobHandler<{ uploads: string[] }> {
  constructor(private readonly bytes: UploadedBytes) {}

  async run({ uploads }: { uploads: string[] }, signal: AbortSignal): Promise<void> {
    for (const id of uploads) {
      signal.throwIfAborted();
      await this.bytes.remove(id);
    }
  }
}
