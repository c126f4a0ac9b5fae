import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import type { TemplateReference } from '../../spaces/application/template/template-copier.js';
import { ChangeRequest } from '../domain/change-request.js';
import { ChangeRequests } from '../domain/change-requests.js';
import { LiveContent, Revisions } from '../../revisions/domain/ports.js';
import { Spaces } from '../../spaces/domain/space/spaces.js';
import { authorizeSpace, requireAccess } from '../../spaces/application/space/authorize-space.js';
import { TemplateCopier, type PreparedCopy } from '../../spaces/application/template/template-copier.js';
import { CreateChangeRequest } from './change-request.commands.js';
import { storeEdit } from './store-edit.js';

@CommandHandler(CreateChangeRequest)
export class CreateChangeRequestHandler implements ICommandHandler<CreateChangeRequest> {
  constructor(
    private readonly spaces: Spaces,
    private readonly revisions: Revisions,
    private readonly content: LiveContent,
    private readonly changeRequests: ChangeRequests,
    private readonly copier: TemplateCopier,
    private readonly clock: Clock,
  ) {}

  /** The lock on the space keeps numbers consecutive, and its revision unchanged until the transaction ends. */
  async execute({ caller, spaceId, wanted }: CreateChangeRequest): Promise<string> {
    const preparedCopy = wanted.template && (await this.#copy(caller, spaceId, wanted.template));
    const locked = await this.revisions.lockHead(spaceId, caller);
    if (!locked) throw new NotFound('Space not found');
    requireAccess(locked, 'edit');
    const { head } = locked;
    const number = await this.changeRequests.nextNumber(head.organizationId, spaceId);
    const changeRequest = ChangeRequest.create(head, wanted, number, caller.userId, this.clock.now());
    await this.changeRequests.save(changeRequest);
    if (preparedCopy) {
      const draft = await this.copier.insert(preparedCopy, { head, content: this.content }, caller.userId);
      await storeEdit(this.revisions, this.changeRequests, { changeRequest, head }, draft);
    }
    return changeRequest.id;
  }

  /** Prepares the copy of a template before anything is locked, after checking that the caller may edit the space. */
  async #copy(caller: Caller, spaceId: string, template: TemplateReference): Promise<PreparedCopy> {
    const { organizationId } = await authorizeSpace(this.spaces, caller, spaceId, 'edit');
    return this.copier.prepare(caller, organizationId, template);
  }
}
