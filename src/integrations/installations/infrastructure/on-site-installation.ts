import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ReactsTo } from '#kernel/application/reactions';
import {
  InstallationUpdated,
  IntegrationPublished,
  IntegrationUnpublished,
  TargetInstallationDeleted,
  TargetInstallationUpdated,
} from '../../contract/events.js';
import { FollowSite } from '../application/follow-site.js';
import { ActiveOnSites } from '../domain/active-on-sites.js';
import type { InstalledPlace } from '../domain/installations.js';

/** One after the other: what is written last is then what is active last. */
const SITES = 'integrations.follow-sites';

/** Sends the command for every site that an integration, or one of its installations, is enabled on. */
@Injectable()
export class SiteFollowing {
  constructor(
    private readonly sites: ActiveOnSites,
    private readonly dispatcher: Dispatcher,
  ) {}

  async follow(organizationId: string, siteId: string, integrationId: string): Promise<void> {
    await this.dispatcher.run(new FollowSite({ organizationId, siteId }, integrationId));
  }

  /** Ends between two sites with the reason of `signal` once that aborts. */
  async followAll(signal: AbortSignal, integrationId: string, installation?: InstalledPlace): Promise<void> {
    const sites = await (installation
      ? this.sites.sitesOfInstallation(installation.organizationId, installation.id)
      : this.sites.sitesOf(integrationId));
    for (const site of sites) {
      signal.throwIfAborted();
      await this.dispatcher.run(new FollowSite(site, integrationId));
    }
  }
}

@Injectable()
@ReactsTo(TargetInstallationUpdated, 'integrations.follow-site-installation', {
  queue: SITES,
  when: ({ kind }) => kind === 'site',
})
export class FollowSiteInstallation {
  constructor(private readonly following: SiteFollowing) {}

  async handle({ organization, target, integration }: TargetInstallationUpdated): Promise<void> {
    await this.following.follow(organization, target, integration);
  }
}

@Injectable()
@ReactsTo(TargetInstallationDeleted, 'integrations.follow-deleted-site-installation', {
  queue: SITES,
  when: ({ kind }) => kind === 'site',
})
export class FollowDeletedSiteInstallation {
  constructor(private readonly following: SiteFollowing) {}

  async handle({ organization, target, integration }: TargetInstallationDeleted): Promise<void> {
    await this.following.follow(organization, target, integration);
  }
}

/** What is enabled on sites works as long as the installation itself is active. */
@Injectable()
@ReactsTo(InstallationUpdated, 'integrations.follow-installation', {
  queue: SITES,
  when: ({ status, previous }) => previous !== null && previous.status !== status,
})
export class FollowInstallation {
  constructor(private readonly following: SiteFollowing) {}

  async handle(event: InstallationUpdated, signal: AbortSignal): Promise<void> {
    const { organization: organizationId, integration, installation: id } = event;
    await this.following.followAll(signal, integration, { organizationId, id });
  }
}

/** Another version may have other scopes. */
@Injectable()
@ReactsTo(IntegrationPublished, 'integrations.follow-published-integration', { queue: SITES, slow: true })
export class FollowPublishedIntegration {
  constructor(private readonly following: SiteFollowing) {}

  async handle({ integration }: IntegrationPublished, signal: AbortSignal): Promise<void> {
    await this.following.followAll(signal, integration);
  }
}

@Injectable()
@ReactsTo(IntegrationUnpublished, 'integrations.follow-unpublished-integration', { queue: SITES, slow: true })
export class FollowUnpublishedIntegration {
  constructor(private readonly following: SiteFollowing) {}

  async handle({ integration }: IntegrationUnpublished, signal: AbortSignal): Promise<void> {
    await this.following.followAll(signal, integration);
  }
}
