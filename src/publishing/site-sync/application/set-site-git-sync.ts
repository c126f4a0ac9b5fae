import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail, type AuditEntry } from '#kernel/application/audit-trail';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Jobs } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { AcceptGitBranch, EndGitFollowing } from '#content';
import { authorizeAnySite, authorizeSite } from '../../sites/application/site/authorize-site.js';
import type { Site } from '../../sites/domain/site/site.js';
import { Sites } from '../../sites/domain/site/sites.js';
import { SiteSyncs, type SiteSync } from '../domain/site-syncs.js';
import {
  EndSiteGitSync,
  HearSiteGitHook,
  RemoveSiteGitSync,
  RunSiteGitSync,
  SetSiteGitSync,
} from './site-sync.commands.js';
import { notSynced, syncSiteJob } from './sync-site-job.js';

@CommandHandler(SetSiteGitSync)
export class SetSiteGitSyncHandler implements ICommandHandler<SetSiteGitSync> {
  constructor(
    private readonly sites: Sites,
    private readonly syncs: SiteSyncs,
    private readonly dispatcher: Dispatcher,
    private readonly jobs: Jobs,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, siteId, wanted }: SetSiteGitSync): Promise<void> {
    // Its turns change spaces, too, and are not limited as the token is.
    if (caller.scopes?.includes('space:write') === false) throw new Forbidden('The token lacks the scope space:write');
    const site = await authorizeSite(this.sites, caller, organizationId, siteId, 'create');
    const place = { organizationId, siteId };
    const known = await this.syncs.find(place);
    const checked = await this.dispatcher.ask(new AcceptGitBranch(wanted.branch, wanted.folder, known?.branch));
    if (known && (known.url !== checked.url || known.branch.ref !== checked.branch.ref))
      await endSpaces(this.dispatcher, known, caller.userId);
    await this.syncs.set(place, { ...checked, direction: wanted.direction }, caller.userId, this.clock.now());
    await this.jobs.enqueue(...syncSiteJob(place));
    await this.trail.record({
      ...entryOf(site, caller),
      action: 'site.git-sync-set',
      payload: { direction: wanted.direction },
    });
  }
}

@CommandHandler(RemoveSiteGitSync)
export class RemoveSiteGitSyncHandler implements ICommandHandler<RemoveSiteGitSync> {
  constructor(
    private readonly sites: Sites,
    private readonly syncs: SiteSyncs,
    private readonly dispatcher: Dispatcher,
    private readonly trail: AuditTrail,
  ) {}

  async execute({ caller, organizationId, siteId }: RemoveSiteGitSync): Promise<void> {
    const site = await authorizeAnySite(this.sites, caller, organizationId, siteId, 'create');
    const removed = site && (await this.syncs.remove({ organizationId, siteId }));
    if (!removed) return;
    await endSpaces(this.dispatcher, removed, caller.userId);
    await this.trail.record({ ...entryOf(site, caller), action: 'site.git-sync-removed' });
  }
}

@CommandHandler(EndSiteGitSync)
export class EndSiteGitSyncHandler implements ICommandHandler<EndSiteGitSync> {
  constructor(
    private readonly syncs: SiteSyncs,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ place }: EndSiteGitSync): Promise<void> {
    const removed = await this.syncs.remove(place);
    if (removed) await endSpaces(this.dispatcher, removed, removed.setBy);
  }
}

@CommandHandler(RunSiteGitSync)
export class RunSiteGitSyncHandler implements ICommandHandler<RunSiteGitSync> {
  constructor(
    private readonly sites: Sites,
    private readonly syncs: SiteSyncs,
    private readonly jobs: Jobs,
  ) {}

  async execute({ caller, organizationId, siteId }: RunSiteGitSync): Promise<void> {
    await authorizeSite(this.sites, caller, organizationId, siteId, 'create');
    if (!(await this.syncs.exists({ organizationId, siteId }))) throw notSynced();
    await this.jobs.enqueue(...syncSiteJob({ organizationId, siteId }));
  }
}

@CommandHandler(HearSiteGitHook)
export class HearSiteGitHookHandler implements ICommandHandler<HearSiteGitHook> {
  constructor(
    private readonly syncs: SiteSyncs,
    private readonly jobs: Jobs,
  ) {}

  async execute({ hook, proof, bytes }: HearSiteGitHook): Promise<void> {
    const place = await this.syncs.hooked(hook, proof, bytes);
    if (!place) throw new NotFound('Hook not found');
    await this.jobs.enqueue(...syncSiteJob(place));
  }
}

/** Ends the syncs of spaces that the sync of a site has set. */
async function endSpaces(dispatcher: Dispatcher, { organizationId, spaces, url, branch }: SiteSync, endedBy: string) {
  if (spaces.length === 0) return;
  await dispatcher.run(new EndGitFollowing(organizationId, spaces, { url, ref: branch.ref }, endedBy));
}

function entryOf({ organizationId, id, title }: Site, { userId }: Caller): Omit<AuditEntry, 'action'> {
  return {
    organizations: [organizationId],
    actorId: userId,
    target: { type: 'site', id, label: title },
  };
}
