import { NotAudited } from '#kernel/application/audits';
import { Command, Query } from '#kernel/domain/messages';
import type { ArchiveUpload, UploadKey } from '../domain/import/archive-uploads.js';

/** Finds an upload of a caller who is authorized already (`AuthorizeSpace`). Throws NotFound. */
export class GetUpload extends Query<ArchiveUpload> {
  constructor(readonly key: UploadKey) {
    super();
  }
}

/** Notes that a part is stored, or with `null` that all have to be sent again. Answers false when the upload has ended. */
@NotAudited('what is not imported yet changes nothing for others')
export class RecordPart extends Command<boolean> {
  constructor(
    readonly key: UploadKey,
    readonly stored: { part: number; sha256: string } | null,
  ) {
    super();
  }
}

/** Ends an upload with what its import answered. */
@NotAudited('the revision that an import makes tells who made it')
export class EndUpload extends Command<void> {
  constructor(
    readonly key: UploadKey,
    readonly report: object,
  ) {
    super();
  }
}

/** Removes some of the uploads to which nothing was added for a day. Answers how many; 0 when there are none left. */
@NotAudited('what was not imported changed nothing for others')
export class PurgeUploads extends Command<number> {}
