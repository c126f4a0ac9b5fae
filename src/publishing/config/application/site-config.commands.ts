import { Audits, NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { GitPlace } from '#content';
import { SiteCommand } from '../../sites/application/site/site.commands.js';
import type { RepositorySiteConfigView, SiteConfigView } from './site-config.view.js';

/** Makes a site what a `docs.yaml` says, its spaces included. Answers what was different; nothing the second time. */
@Audits('site.structure-changed')
export class ApplySiteConfig extends SiteCommand<SiteConfigView> {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    readonly text: string,
  ) {
    super(caller, organizationId, siteId);
  }
}

/** Creates the spaces that a `docs.yaml` names and that are not there, so that they can be filled before they are shown. */
@NotAudited('the spaces that it creates are in the trail themselves')
export class PrepareSiteConfig extends SiteCommand<SiteConfigView> {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    readonly text: string,
  ) {
    super(caller, organizationId, siteId);
  }
}

/** The `docs.yaml` of a repository, for callers who may make sites in the organization. */
export class GetRepositorySiteConfig extends Query<RepositorySiteConfigView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly place: GitPlace,
    /** The project directory; the top of the repository when left out. */
    readonly directory: string | undefined,
  ) {
    super();
  }
}

/** What a `docs.yaml` would make of a site. */
export class PlanSiteConfig extends Query<SiteConfigView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
    readonly text: string,
  ) {
    super();
  }
}
