import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { CreateSpace } from '../../contract/commands.js';
import { Collections } from '../../domain/collection/collections.js';
import { ContentDraft } from '../../domain/content/content-draft.js';
import { LiveContent, Revisions, Spaces } from '../../domain/ports.js';
import { Space } from '../../domain/space/space.js';
import { requirePlace } from '../collection/reach-collection.js';

@CommandHandler(CreateSpace)
export class CreateSpaceHandler implements ICommandHandler<CreateSpace> {
  constructor(
    private readonly spaces: Spaces,
    private readonly collections: Collections,
    private readonly revisions: Revisions,
    private readonly content: LiveContent,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, space: wanted }: CreateSpace): Promise<string> {
    await requirePlace(this.collections, caller, organizationId, wanted.parent);
    const now = this.clock.now();
    const space = Space.create(organizationId, wanted, caller.userId, now);
    await this.spaces.save(space);
    const head = await this.revisions.createFirst(space, caller.userId, now);
    if (wanted.empty !== true) {
      const draft = new ContentDraft(head, this.content, now);
      await draft.insertPage({ type: 'document', title: 'Page' });
      await this.revisions.commit(draft.toRevision('edits', caller.userId));
    }
    return space.id;
  }
}
