import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { ChangeApplier } from '../../revisions/application/make-changes.js';
import { LiveContent, Revisions } from '../../revisions/domain/ports.js';
import { authorizeSpace } from '../../spaces/application/space/authorize-space.js';
import { Spaces } from '../../spaces/domain/space/spaces.js';
import { ChangeRequests } from '../domain/change-requests.js';
import { beginChangeRequest } from './begin-change-request.js';
import { ProposeChanges, UpdateChangeRequestRecord } from './change-request.commands.js';
import { RequestReviews } from './review.commands.js';
import { storeEdit } from './store-edit.js';

@CommandHandler(ProposeChanges)
export class ProposeChangesHandler implements ICommandHandler<ProposeChanges> {
  constructor(
    private readonly spaces: Spaces,
    readonly revisions: Revisions,
    private readonly content: LiveContent,
    readonly changeRequests: ChangeRequests,
    private readonly maker: ChangeApplier,
    private readonly dispatcher: Dispatcher,
    private readonly clock: Clock,
  ) {}

  async execute(command: ProposeChanges): Promise<string> {
    const { caller, spaceId, changes, wanted } = command;
    const { subject, description, reviewers, draft: staysDraft } = wanted;
    const { opened, draft } = await this.maker.make(changes, {
      receive: async () => (await authorizeSpace(this.spaces, caller, spaceId, 'edit')).organizationId,
      open: async () => ({
        ...(await beginChangeRequest(this, { caller, spaceId }, { subject }, this.clock.now())),
        content: this.content,
      }),
    });
    await storeEdit(this.revisions, this.changeRequests, opened, draft.toRevision('edits', caller.userId));
    const key = { spaceId, changeRequestId: opened.changeRequest.id };
    const status = staysDraft ? 'draft' : 'open';
    await this.dispatcher.run(new UpdateChangeRequestRecord(caller, key, { description, status }));
    if (reviewers.length > 0) await this.dispatcher.run(new RequestReviews(caller, key, { users: reviewers }));
    return key.changeRequestId;
  }
}
