import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ChangeRequests, type LockedChangeRequest } from '../domain/change-requests.js';
import { OtherContents, Revisions } from '../../revisions/domain/ports.js';
import { Spaces } from '../../spaces/domain/space/spaces.js';
import { requireRevision } from '../../revisions/application/change-content.js';
import type { ChangeOutcome } from '../../revisions/application/content-changes.js';
import { ChangeApplier } from '../../revisions/application/make-changes.js';
import { authorizeSpace } from '../../spaces/application/space/authorize-space.js';
import { ChangeRequestedContent, type RequestChangesOutcome } from './change-request.commands.js';
import { requireChangeRequest } from './authorize-change-request.js';
import { storeEdit } from './store-edit.js';

@CommandHandler(ChangeRequestedContent)
export class ChangeRequestedContentHandler implements ICommandHandler<ChangeRequestedContent> {
  constructor(
    private readonly spaces: Spaces,
    private readonly revisions: Revisions,
    private readonly changeRequests: ChangeRequests,
    private readonly contents: OtherContents,
    private readonly maker: ChangeApplier,
  ) {}

  async execute(command: ChangeRequestedContent): Promise<RequestChangesOutcome> {
    const { caller, key, changes } = command;
    const made = await this.maker.make(changes, {
      receive: async () => (await authorizeSpace(this.spaces, caller, key.spaceId, 'edit')).organizationId,
      open: async () => {
        const { changeRequest, head, main } = await this.#lock(command);
        return { head, content: this.contents.at(head, main), base: changeRequest.mergedAncestor, changeRequest };
      },
    });
    await storeEdit(this.revisions, this.changeRequests, made.opened, made.draft.toRevision('edits', caller.userId));
    return { changes: onePerPage(made.outcomes), insertedFiles: made.insertedFiles.map(({ id }) => id) };
  }

  async #lock({ caller, key, ifMatch }: ChangeRequestedContent): Promise<LockedChangeRequest> {
    const held = await this.changeRequests.lock(caller, key.spaceId, key.changeRequestId, 'edit');
    const locked = requireChangeRequest(held, 'edit');
    locked.changeRequest.requireEditable();
    requireRevision(ifMatch, locked.head.revisionId, `v${locked.changeRequest.version}`);
    return locked;
  }
}

/** The final outcome for each page, in the order in which they were first touched. */
function onePerPage(outcomes: readonly ChangeOutcome[]): ChangeOutcome[] {
  const pages = new Map<string, ChangeOutcome>();
  for (const outcome of outcomes) {
    const id = outcome.kind === 'deleted_page' ? outcome.page : outcome.page.id;
    const before = pages.get(id);
    pages.set(id, before?.kind === 'created_page' && outcome.kind === 'updated_page' ? before : outcome);
  }
  return [...pages.values()];
}
