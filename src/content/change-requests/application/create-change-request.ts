import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { HasIssuesCluster } from '../../contract/queries.js';
import type { TemplateReference } from '../../spaces/application/template/template-copier.js';
import { ChangeRequests } from '../domain/change-requests.js';
import { LiveContent, Revisions } from '../../revisions/domain/ports.js';
import { Spaces } from '../../spaces/domain/space/spaces.js';
import { authorizeSpace } from '../../spaces/application/space/authorize-space.js';
import { TemplateCopier, type PreparedCopy } from '../../spaces/application/template/template-copier.js';
import { beginChangeRequest } from './begin-change-request.js';
import { CreateChangeRequest } from './change-request.commands.js';
import { storeEdit } from './store-edit.js';

@CommandHandler(CreateChangeRequest)
export class CreateChangeRequestHandler implements ICommandHandler<CreateChangeRequest> {
  constructor(
    private readonly spaces: Spaces,
    readonly revisions: Revisions,
    private readonly content: LiveContent,
    readonly changeRequests: ChangeRequests,
    private readonly copier: TemplateCopier,
    private readonly clock: Clock,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ caller, spaceId, wanted }: CreateChangeRequest): Promise<string> {
    const preparedCopy = wanted.template && (await this.#copy(caller, spaceId, wanted.template));
    const begun = await beginChangeRequest(this, { caller, spaceId }, wanted, this.clock.now());
    const { changeRequest, head } = begun;
    await this.#requireCluster(head.organizationId, wanted.issuesCluster);
    if (preparedCopy) {
      const draft = await this.copier.insert(preparedCopy, { head, content: this.content }, caller.userId);
      await storeEdit(this.revisions, this.changeRequests, begun, draft);
    }
    return changeRequest.id;
  }

  async #requireCluster(organizationId: string, cluster: string | undefined): Promise<void> {
    if (cluster === undefined || (await this.dispatcher.ask(new HasIssuesCluster(organizationId, cluster)))) return;
    throw new NotFound('Cluster of issues not found');
  }

  /** Prepares the copy of a template before anything is locked, after checking that the caller may edit the space. */
  async #copy(caller: Caller, spaceId: string, template: TemplateReference): Promise<PreparedCopy> {
    const { organizationId } = await authorizeSpace(this.spaces, caller, spaceId, 'edit');
    return this.copier.prepare(caller, organizationId, template);
  }
}
