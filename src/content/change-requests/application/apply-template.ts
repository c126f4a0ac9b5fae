import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotFound } from '#kernel/domain/errors';
import { ChangeRequests } from '../domain/change-requests.js';
import { LiveContent, OtherContents, Revisions } from '../../revisions/domain/ports.js';
import { Spaces } from '../../spaces/domain/space/spaces.js';
import { requireChangeRequest } from './authorize-change-request.js';
import { storeEdit } from './store-edit.js';
import { authorizeSpace, requireAccess, requireUnlocked } from '../../spaces/application/space/authorize-space.js';
import { TemplateCopier, type PreparedCopy } from '../../spaces/application/template/template-copier.js';
import { ApplyTemplate } from './template.commands.js';

@CommandHandler(ApplyTemplate)
export class ApplyTemplateHandler implements ICommandHandler<ApplyTemplate> {
  constructor(
    private readonly spaces: Spaces,
    private readonly copier: TemplateCopier,
    private readonly revisions: Revisions,
    private readonly live: LiveContent,
    private readonly changeRequests: ChangeRequests,
    private readonly contents: OtherContents,
  ) {}

  async execute(command: ApplyTemplate): Promise<string> {
    const { caller, spaceId, template, changeRequestId } = command;
    const space = await authorizeSpace(this.spaces, caller, spaceId, 'edit');
    if (changeRequestId === undefined) requireUnlocked(space);
    const preparedCopy = await this.copier.prepare(caller, space.organizationId, template);
    return changeRequestId === undefined
      ? this.#toSpace(command, preparedCopy)
      : this.#toChangeRequest(command, changeRequestId, preparedCopy);
  }

  async #toSpace({ caller, spaceId }: ApplyTemplate, preparedCopy: PreparedCopy): Promise<string> {
    const locked = await this.revisions.lockHead(spaceId, caller);
    if (!locked) throw new NotFound('Space not found');
    requireUnlocked(requireAccess(locked, 'edit'));
    return this.revisions.commit(
      await this.copier.insert(preparedCopy, { head: locked.head, content: this.live }, caller.userId),
    );
  }

  async #toChangeRequest(
    { caller, spaceId }: ApplyTemplate,
    changeRequestId: string,
    preparedCopy: PreparedCopy,
  ): Promise<string> {
    const held = await this.changeRequests.lock(caller, spaceId, changeRequestId, 'edit');
    const locked = requireChangeRequest(held, 'edit');
    locked.changeRequest.requireEditable();
    const { head, main } = locked;
    const draft = await this.copier.insert(
      preparedCopy,
      { head, content: this.contents.at(head, main) },
      caller.userId,
    );
    return storeEdit(this.revisions, this.changeRequests, locked, draft);
  }
}
