import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Jobs } from '#kernel/application/jobs';
import { Command } from '#kernel/domain/messages';
import { findAuthorizedSpace } from '../../spaces/application/space/authorize-space.js';
import { Spaces } from '../../spaces/domain/space/spaces.js';
import { ArchiveUploads } from '../domain/import/archive-uploads.js';
import { REMOVE_UPLOADED_BYTES } from './purge-uploads.js';

/** Gives up an upload of the caller's own; does nothing where there is none. */
@NotAudited('what was not imported changed nothing for others')
export class RemoveUpload extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(RemoveUpload)
export class RemoveUploadHandler implements ICommandHandler<RemoveUpload> {
  constructor(
    private readonly spaces: Spaces,
    private readonly uploads: ArchiveUploads,
    private readonly jobs: Jobs,
  ) {}

  async execute({ caller, spaceId, id }: RemoveUpload): Promise<void> {
    const space = await findAuthorizedSpace(this.spaces, caller, spaceId, 'edit');
    if (!space || space.deleted) return;
    const { organizationId } = space;
    if (!(await this.uploads.remove({ organizationId, spaceId, userId: caller.userId, id }))) return;
    await this.jobs.enqueue(REMOVE_UPLOADED_BYTES, { uploads: [id] });
  }
}
