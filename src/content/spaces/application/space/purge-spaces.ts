import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { ContentGarbage } from '../../../revisions/domain/content-garbage.js';
import { Spaces } from '../../domain/space/spaces.js';
import { PurgedSpaces } from '../../domain/space/purged-spaces.js';
import { RESTORABLE_MS } from '../../domain/space/space.js';
import { PurgeSpaces } from './space.commands.js';

/** Number of spaces of one organization removed in one transaction. */
const BATCH = 20;

@CommandHandler(PurgeSpaces)
export class PurgeSpacesHandler implements ICommandHandler<PurgeSpaces> {
  constructor(
    private readonly spaces: Spaces,
    private readonly beside: PurgedSpaces,
    private readonly garbage: ContentGarbage,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<number> {
    const purged = await this.spaces.purge(new Date(this.clock.now().getTime() - RESTORABLE_MS), BATCH);
    if (!purged) return 0;
    const { organizationId, spaceIds } = purged;
    await this.beside.dropSpaces(organizationId, spaceIds);
    await this.garbage.note(organizationId);
    return spaceIds.length;
  }
}
