import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Clock } from '#kernel/domain/clock';
import { Conflict, Invalid, TooLarge } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import { Command } from '#kernel/domain/messages';
import { authorizeSpace, requireUnlocked } from '../../spaces/application/space/authorize-space.js';
import { Spaces } from '../../spaces/domain/space/spaces.js';
import {
  ArchiveUploads,
  MOST_ANNOUNCED,
  PART_BYTES,
  partsOf,
  type AnnouncedArchive,
  type ArchiveUpload,
} from '../domain/import/archive-uploads.js';
import { ImportedContent } from '../domain/import/import-ports.js';
import { SOURCE_LIMITS } from '../domain/import/sources.js';

/**
 * Begins an upload, or finds the caller's own of the same archive: one that is under way, or that was imported and made
 * the current revision.
 */
@NotAudited('what is not imported yet changes nothing for others')
export class BeginUpload extends Command<ArchiveUpload> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly archive: AnnouncedArchive,
  ) {
    super();
  }
}

@CommandHandler(BeginUpload)
export class BeginUploadHandler implements ICommandHandler<BeginUpload> {
  constructor(
    private readonly spaces: Spaces,
    private readonly uploads: ArchiveUploads,
    private readonly imported: ImportedContent,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, spaceId, archive }: BeginUpload): Promise<ArchiveUpload> {
    const space = await authorizeSpace(this.spaces, caller, spaceId, 'edit');
    requireUnlocked(space);
    const { size } = archive;
    if (size < 1) throw new Invalid('size must be the bytes of the archive');
    if (size > SOURCE_LIMITS.maxTotalBytes) {
      throw new TooLarge(`An archive has at most ${SOURCE_LIMITS.maxTotalBytes} bytes`);
    }
    const { organizationId } = space;
    const { userId } = caller;
    const of = { organizationId, spaceId, userId };
    await this.uploads.hold(organizationId);
    const found = await this.uploads.same(of, archive);
    if (found && (await this.#isOfUse(found))) return found;
    const announced = await this.uploads.announced(organizationId, userId);
    const isOver =
      announced.caller + size > MOST_ANNOUNCED.caller || announced.organization + size > MOST_ANNOUNCED.organization;
    if (isOver) throw new Conflict('Too much is being uploaded already: end other uploads, or wait until they expire');
    const now = this.clock.now();
    const parts = new Array<null>(partsOf(size, PART_BYTES)).fill(null);
    const progress = { partBytes: PART_BYTES, parts, report: null, createdAt: now, updatedAt: now };
    const upload = { ...of, ...archive, id: newId(now.getTime()), ...progress };
    await this.uploads.begin(upload);
    return upload;
  }

  /** The report of an import answers for another of the same archive as long as nothing else was made of the space. */
  async #isOfUse({ organizationId, spaceId, report }: ArchiveUpload): Promise<boolean> {
    if (report === null) return true;
    const { revision } = JSON.parse(report) as { revision: string };
    return revision === (await this.imported.revision(organizationId, spaceId));
  }
}
