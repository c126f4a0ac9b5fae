import type { Readable } from 'node:stream';
import type { Caller } from '#kernel/application/caller';
import type { Dispatcher } from '#kernel/application/dispatcher';
import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';
import { AuthorizeSpace } from '../../spaces/application/space/authorize-space-query.js';
import type { ContentLimits } from '../../spaces/domain/space/content-limits.js';
import type { FileIntake } from '../domain/content/file-intake.js';
import { ChangeContent, type InsertFiles } from './content-changes.js';
import { GetFile } from './content.queries.js';
import type { FileView } from './file.view.js';

/** The content to which a file is added. */
export interface UploadTarget {
  content: GetFile['target'];
  /** Authorizes the caller to add a file. */
  admit(caller: Caller): Promise<{ organizationId: string }>;
  /** Adds the stored file in one new revision. Returns the id of the file. */
  insert(caller: Caller, change: InsertFiles): Promise<string>;
}

const LONGEST_NAME = 256;

/**
 * Adds a file from an unencoded request body. The bytes are stored while they arrive, outside any transaction, so that
 * a slow client blocks no other request.
 */
export class UploadFile {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly intake: FileIntake,
    private readonly limits: ContentLimits,
  ) {}

  async add(caller: Caller, target: UploadTarget, name: string, bytes: Readable): Promise<FileView> {
    const { organizationId } = await target.admit(caller);
    if (name === '' || exceeds(name, LONGEST_NAME))
      throw new Invalid(`The name of the file has 1 to ${LONGEST_NAME} characters`);
    const file = await this.intake.store(organizationId, name, bytes, this.limits.maxFileBytes);
    const change: InsertFiles = { operation: 'insert_files', files: [{ name, received: { organizationId, file } }] };
    const id = await target.insert(caller, change);
    return this.dispatcher.ask(new GetFile(caller, target.content, id, true));
  }
}

/** The live content of a space. */
export class SpaceUpload implements UploadTarget {
  constructor(
    private readonly dispatcher: Dispatcher,
    readonly content: { spaceId: string },
  ) {}

  admit(caller: Caller): Promise<{ organizationId: string }> {
    return this.dispatcher.ask(new AuthorizeSpace(caller, this.content.spaceId, 'edit', true));
  }

  async insert(caller: Caller, change: InsertFiles): Promise<string> {
    const { insertedFiles } = await this.dispatcher.run(new ChangeContent(caller, this.content.spaceId, [change]));
    return insertedFiles[0]?.id ?? '';
  }
}
