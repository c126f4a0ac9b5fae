import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { byOrganization } from '#kernel/domain/by-organization';
import { Clock } from '#kernel/domain/clock';
import { Command } from '#kernel/domain/messages';
import { Integrations } from '../../integrations/domain/integrations.js';
import type { Integration } from '../../integrations/domain/integration.js';
import type { Installation } from '../domain/installation.js';
import { Installations, TargetInstallations, type InstalledPlace } from '../domain/installations.js';
import { Seals } from '../domain/seals.js';
import type { TargetInstallation } from '../domain/target-installation.js';

/** Installations that one transaction looks at. */
const AT_ONCE = 200;

/** Where installations of one kind are stored. */
interface Followed<T> {
  next(integrationId: string, after: string, limit: number): Promise<InstalledPlace[]>;
  heldUnpaused(organizationId: string, ids: readonly string[]): Promise<T[]>;
  saveStatus(installations: readonly T[]): Promise<void>;
}

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
    return kind === 'organizations'
      ? this.#follow(this.installations, integration, after)
      : this.#follow(this.targets, integration, after);
  }

  async #follow<T extends Installation | TargetInstallation>(
    installations: Followed<T>,
    integration: Integration,
    after: string,
  ): Promise<string | undefined> {
    const places = await installations.next(integration.id, after, AT_ONCE);
    const changed: T[] = [];
    for (const [organizationId, own] of byOrganization(places)) {
      const ids = own.map(({ id }) => id);
      const held = await installations.heldUnpaused(organizationId, ids);
      changed.push(...held.filter((each) => each.update({}, integration, this.seals, this.clock.now())));
    }
    await installations.saveStatus(changed);
    return places.length < AT_ONCE ? undefined : places.at(-1)?.id;
  }
}
