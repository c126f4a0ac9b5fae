import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Clock } from '#kernel/domain/clock';
import { Invalid, NotFound } from '#kernel/domain/errors';
import { Command } from '#kernel/domain/messages';
import { ChangeRequests } from '../../change-requests/domain/change-requests.js';
import { Revisions } from '../../revisions/domain/ports.js';
import { requireAccess } from '../../spaces/application/space/authorize-space.js';
import { ContentLimits } from '../../spaces/domain/space/content-limits.js';
import { ImportedContent, type ImportedState } from '../domain/import/import-ports.js';
import type { MergedImport } from '../domain/import/merge-import.js';
import { openRequest } from './remote-side.js';

/** What a proposed import came to: without a change request where the space holds all of it already. */
export interface ProposedImport {
  revision: string;
  changeRequest?: string;
}

/**
 * The last step of an import that is proposed: opens a change request that holds what was prepared. Undefined, without
 * any effect, when the space has changed since it was looked at. The space keeps what it remembers of imports.
 */
@NotAudited('a draft changes nothing for others')
export class ProposeImport extends Command<ProposedImport | undefined> {
  constructor(
    readonly caller: Caller,
    readonly state: Pick<ImportedState, 'organizationId' | 'spaceId' | 'revisionId' | 'sources'>,
    readonly merged: MergedImport,
    readonly subject: string,
  ) {
    super();
  }
}

@CommandHandler(ProposeImport)
export class ProposeImportHandler implements ICommandHandler<ProposeImport> {
  constructor(
    private readonly revisions: Revisions,
    private readonly imported: ImportedContent,
    private readonly changeRequests: ChangeRequests,
    private readonly limits: ContentLimits,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, state, merged, subject }: ProposeImport): Promise<ProposedImport | undefined> {
    const { organizationId, spaceId } = state;
    const { maxPages } = this.limits;
    if (merged.count > maxPages) throw new Invalid(`A space holds at most ${maxPages} pages`);
    const locked = await this.revisions.lockHead(spaceId, caller);
    if (!locked || locked.head.organizationId !== organizationId) throw new NotFound('Space not found');
    requireAccess(locked, 'edit');
    const { head } = locked;
    const sources = await this.imported.sources(organizationId, spaceId);
    if (head.revisionId !== state.revisionId || sources !== state.sources) return undefined;
    const { sources: _, count: __, ...records } = merged;
    const now = this.clock.now();
    const author = caller.userId;
    const revision = await this.revisions.store({ ...records, head, type: 'edits', author, now, documents: [] });
    if (revision === head.revisionId) return { revision };
    return {
      revision,
      changeRequest: await openRequest(this.changeRequests, head, revision, { subject, author, now }),
    };
  }
}
