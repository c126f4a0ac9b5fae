import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Conflict } from '#kernel/domain/errors';
import { ReplaceProposedPage } from '../../contract/commands.js';
import { ChangeApplier } from '../../revisions/application/make-changes.js';
import type { UpdatePage } from '../../revisions/application/content-changes.js';
import { OtherContents, Revisions } from '../../revisions/domain/ports.js';
import { ChangeRequests, type LockedChangeRequest } from '../domain/change-requests.js';
import { storeEdit } from './store-edit.js';

@CommandHandler(ReplaceProposedPage)
export class ReplaceProposedPageHandler implements ICommandHandler<ReplaceProposedPage> {
  constructor(
    private readonly revisions: Revisions,
    private readonly changeRequests: ChangeRequests,
    private readonly contents: OtherContents,
    private readonly maker: ChangeApplier,
  ) {}

  async execute(command: ReplaceProposedPage): Promise<boolean> {
    const { pageId } = command.proposal;
    const update: UpdatePage = {
      operation: 'update_page',
      page: pageId,
      document: { document: command.document },
    };
    const locked = await this.#lock(command);
    if (!locked) return false;
    const { changeRequest, head, main } = locked;
    const { opened, draft } = await this.maker.make([update], {
      receive: () => Promise.resolve(command.organizationId),
      open: () => Promise.resolve({ changeRequest, head, content: this.contents.at(head, main) }),
    });
    const revision = draft.toRevision('edits', changeRequest.createdBy);
    await storeEdit(this.revisions, this.changeRequests, opened, revision);
    return true;
  }

  /** Undefined where the proposal is no longer what it was, so that nothing of its author's is overwritten. */
  async #lock({ organizationId, spaceId, proposal }: ReplaceProposedPage): Promise<LockedChangeRequest | undefined> {
    const held = await this.changeRequests.lock(undefined, spaceId, proposal.changeRequestId, 'edit');
    if (!held || held.space.deleted || held.head.organizationId !== organizationId) return undefined;
    if (held.changeRequest.revision !== proposal.revisionId) return undefined;
    try {
      held.changeRequest.requireEditable();
    } catch (error) {
      if (error instanceof Conflict) return undefined;
      throw error;
    }
    return held;
  }
}
