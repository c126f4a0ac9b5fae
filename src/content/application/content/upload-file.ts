import type { Readable } from 'node:stream';
import type { Caller } from '#kernel/application/caller';
import type { Dispatcher } from '#kernel/application/dispatcher';
import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';
import type { FileIntake } from '../../domain/content/file-intake.js';
import type { ContentLimits } from '../../domain/space/content-limits.js';
import { ChangeRequestedContent } from '../change-request/change-request.commands.js';
import { GetChangeRequest } from '../change-request/change-request.queries.js';
import { ReachTransfer, type ReachedSpace } from '../transfer/reach-transfer.js';
import { ChangeContent, type InsertFiles } from './content-changes.js';
import { GetFile } from './content.queries.js';
import type { FileView } from './file.view.js';

/** Where a file is to be added: to the live content of a space, or to that of a change request. */
export interface UploadTarget {
  spaceId: string;
  changeRequestId?: string | undefined;
}

const LONGEST_NAME = 256;

/**
 * Adds a file whose bytes are sent as they are, in one new revision. They are stored as they arrive, outside any
 * transaction: somebody who sends slowly holds up nobody.
 */
export class UploadFile {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly intake: FileIntake,
    private readonly limits: ContentLimits,
  ) {}

  /** Refuses whoever may not add the file, before anything is received. */
  async letIn(caller: Caller, { spaceId, changeRequestId }: UploadTarget): Promise<ReachedSpace> {
    if (changeRequestId !== undefined)
      await this.dispatcher.ask(new GetChangeRequest(caller, { spaceId, changeRequestId }));
    return this.dispatcher.ask(new ReachTransfer(caller, spaceId, 'edit', changeRequestId === undefined));
  }

  async add(caller: Caller, target: UploadTarget, name: string, bytes: Readable): Promise<FileView> {
    const { organizationId } = await this.letIn(caller, target);
    if (name === '' || exceeds(name, LONGEST_NAME))
      throw new Invalid(`The name of the file has 1 to ${LONGEST_NAME} characters`);
    const file = await this.intake.store(organizationId, name, bytes, this.limits.maxFileBytes);
    const change: InsertFiles = { operation: 'insert_files', files: [{ name, received: { organizationId, file } }] };
    return this.dispatcher.ask(new GetFile(caller, target, await this.#insert(caller, target, change), true));
  }

  async #insert(caller: Caller, { spaceId, changeRequestId }: UploadTarget, change: InsertFiles): Promise<string> {
    if (changeRequestId === undefined) {
      const { insertedFiles } = await this.dispatcher.run(new ChangeContent(caller, spaceId, [change]));
      return insertedFiles[0]?.id ?? '';
    }
    const key = { spaceId, changeRequestId };
    const { insertedFiles } = await this.dispatcher.run(new ChangeRequestedContent(caller, key, [change]));
    return insertedFiles[0] ?? '';
  }
}
