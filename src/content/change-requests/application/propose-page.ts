import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { ProposePage, type Proposal } from '../../contract/commands.js';
import { ChangeApplier } from '../../revisions/application/make-changes.js';
import type { InsertPage } from '../../revisions/application/content-changes.js';
import { LiveContent, Revisions } from '../../revisions/domain/ports.js';
import { authorizeSpace } from '../../spaces/application/space/authorize-space.js';
import { Spaces } from '../../spaces/domain/space/spaces.js';
import { ChangeRequests } from '../domain/change-requests.js';
import { beginChangeRequest } from './begin-change-request.js';
import { storeEdit } from './store-edit.js';

@CommandHandler(ProposePage)
export class ProposePageHandler implements ICommandHandler<ProposePage> {
  constructor(
    private readonly spaces: Spaces,
    readonly revisions: Revisions,
    private readonly content: LiveContent,
    readonly changeRequests: ChangeRequests,
    private readonly maker: ChangeApplier,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, spaceId, subject, issuesCluster, page }: ProposePage): Promise<Proposal> {
    const insert: InsertPage = {
      operation: 'insert_page',
      title: page.title,
      into: page.parent ?? null,
      document: { document: page.document },
    };
    const { opened, draft, outcomes } = await this.maker.make([insert], {
      receive: async () => (await authorizeSpace(this.spaces, caller, spaceId, 'edit')).organizationId,
      open: async () => {
        const at = { caller, spaceId, organizationId };
        const begun = await beginChangeRequest(this, at, { subject, issuesCluster }, this.clock.now());
        return { ...begun, content: this.content };
      },
    });
    const { changeRequest } = opened;
    const revision = draft.toRevision('edits', caller.userId);
    const revisionId = await storeEdit(this.revisions, this.changeRequests, opened, revision);
    const [outcome] = outcomes;
    if (outcome?.kind !== 'created_page') throw new NotFound('Page not found');
    return { changeRequestId: changeRequest.id, pageId: outcome.page.id, revisionId };
  }
}
