import { Conflict, Invalid, TooLarge } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import type { FileIntake, StoredFile } from '../domain/content/file-intake.js';
import type { FileRecord } from '../domain/page/page-record.js';
import type { ChangesOutcome, ContentChange, InsertFiles } from './content-changes.js';

const MAX_INLINE_BYTES = 1_000_000;

/** The files of a batch. Their bytes are already stored; their records are added with the revision. */
export interface ReceivedFiles {
  /** The organization for which they are stored; undefined where there are none. */
  organizationId: string | undefined;
  records: FileRecord[];
  outcomes: ChangesOutcome['insertedFiles'];
}

/** The value for a batch without files. */
export const NO_FILES: ReceivedFiles = { organizationId: undefined, records: [], outcomes: [] };

type WantedFile = InsertFiles['files'][number];

/** Stores the bytes of a batch's files before anything is locked. `maxBytes` is the limit for each file. */
export async function receiveFiles(
  organizationId: string,
  changes: readonly ContentChange[],
  intake: FileIntake,
  maxBytes: number,
): Promise<ReceivedFiles> {
  const wanted = changes.flatMap((change) => (change.operation === 'insert_files' ? change.files : []));
  const received: ReceivedFiles = { organizationId, records: [], outcomes: [] };
  for (const file of wanted) {
    const record: FileRecord = {
      ...(await storeFile(organizationId, file, intake, maxBytes)),
      id: newId(),
      name: file.name,
    };
    received.records.push(record);
    received.outcomes.push({ id: record.id, name: record.name, ...(file.ref === undefined ? {} : { ref: file.ref }) });
  }
  return received;
}

async function storeFile(
  organizationId: string,
  file: WantedFile,
  intake: FileIntake,
  maxBytes: number,
): Promise<StoredFile> {
  const { name, url, base64, received } = file;
  if (received) {
    if (received.organizationId === organizationId) return received.file;
    throw new Conflict('The space was transferred to another organization while the file arrived: send it again');
  }
  if (url !== undefined && base64 === undefined) return intake.fetch(organizationId, name, url, maxBytes);
  if (base64 === undefined || url !== undefined) throw new Invalid(`File ${name} needs either url or base64`);
  if (file.contentType === undefined) throw new Invalid(`File ${name}: base64 needs its contentType`);
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_INLINE_BYTES) throw new TooLarge(`File ${name}: base64 takes at most 1 MB`);
  return intake.store(organizationId, name, [bytes], maxBytes);
}
