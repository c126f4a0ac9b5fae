import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { ContentGarbage } from '../../../revisions/domain/content-garbage.js';
import { Spaces } from '../../domain/space/spaces.js';
import { PurgedSpaces } from '../../domain/space/purged-spaces.js';
import { ContentLimits } from '../../domain/space/content-limits.js';
import { PurgeSpaces } from './space.commands.js';

const DAY_MS = 86_400_000;
/** Number of spaces of one organization removed in one transaction. */
const BATCH = 20;

@CommandHandler(PurgeSpaces)
export class PurgeSpacesHandler implements ICommandHandler<PurgeSpaces> {
  constructor(
    private readonly spaces: Spaces,
    private readonly beside: PurgedSpaces,
    private readonly garbage: ContentGarbage,
    private readonly limits: ContentLimits,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<number> {
    const before = new Date(this.clock.now().getTime() - this.limits.keep.deletedSpaceDays * DAY_MS);
    const purged = await this.spaces.purge(before, BATCH);
    if (!purged) return 0;
    const { organizationId, spaceIds } = purged;
    await this.beside.dropSpaces(organizationId, spaceIds);
    await this.garbage.note(organizationId);
    return spaceIds.length;
  }
}
