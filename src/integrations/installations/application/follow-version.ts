import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Clock } from '#kernel/domain/clock';
import { Command } from '#kernel/domain/messages';
import { Integrations } from '../../integrations/domain/integrations.js';
import { Installations, TargetInstallations } from '../domain/installations.js';
import { Seals } from '../domain/seals.js';

/** Installations that one transaction looks at. */
const AT_ONCE = 200;

/**
 * Gives the next installations of an integration the status that its newest version means for them: what was complete may
 * lack something that is required now, and the other way round. Answers the id of the last one, undefined after all.
 */
@NotAudited('follows from the publish of a version, which is in the trail itself')
export class FollowVersion extends Command<string | undefined> {
  constructor(
    readonly integrationId: string,
    /** Those on organizations, or those on their spaces and sites. */
    readonly kind: 'organizations' | 'targets',
    /** The id of the last one that was looked at; empty at the beginning. */
    readonly after: string,
  ) {
    super();
  }
}

@CommandHandler(FollowVersion)
export class FollowVersionHandler implements ICommandHandler<FollowVersion> {
  constructor(
    private readonly integrations: Integrations,
    private readonly installations: Installations,
    private readonly targets: TargetInstallations,
    private readonly seals: Seals,
    private readonly clock: Clock,
  ) {}

  async execute({ integrationId, kind, after }: FollowVersion): Promise<string | undefined> {
    const integration = await this.integrations.byId(integrationId);
    if (!integration) return undefined;
    const now = this.clock.now();
    if (kind === 'organizations') {
      const installed = await this.installations.next(integrationId, after, AT_ONCE);
      const changed = installed.filter((each) => each.update({}, integration, this.seals, now));
      await this.installations.saveStatus(changed);
      return lastOf(installed);
    }
    const enabled = await this.targets.next(integrationId, after, AT_ONCE);
    const changed = enabled.filter((each) => each.update({}, integration, this.seals, now));
    await this.targets.saveStatus(changed);
    return lastOf(enabled);
  }
}

function lastOf(read: readonly { id: string }[]): string | undefined {
  return read.length < AT_ONCE ? undefined : read.at(-1)?.id;
}
