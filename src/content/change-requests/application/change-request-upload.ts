import type { Caller } from '#kernel/application/caller';
import type { Dispatcher } from '#kernel/application/dispatcher';
import type { InsertFiles } from '../../revisions/application/content-changes.js';
import type { UploadTarget } from '../../revisions/application/upload-file.js';
import { AuthorizeSpace } from '../../spaces/application/space/authorize-space-query.js';
import { ChangeRequestedContent, type ChangeRequestKey } from './change-request.commands.js';
import { GetChangeRequest } from './change-request.queries.js';

/** The content of a change request as the target of an upload. It can be edited even while its space is locked. */
export class ChangeRequestUpload implements UploadTarget {
  constructor(
    private readonly dispatcher: Dispatcher,
    readonly content: ChangeRequestKey,
  ) {}

  async admit(caller: Caller): Promise<{ organizationId: string }> {
    await this.dispatcher.ask(new GetChangeRequest(caller, this.content));
    return this.dispatcher.ask(new AuthorizeSpace(caller, this.content.spaceId, 'edit', false));
  }

  async insert(caller: Caller, change: InsertFiles): Promise<string> {
    const { insertedFiles } = await this.dispatcher.run(new ChangeRequestedContent(caller, this.content, [change]));
    return insertedFiles[0] ?? '';
  }
}
