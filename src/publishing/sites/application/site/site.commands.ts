import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { NewSite, SiteChanges } from '../../domain/site/site.js';

export type SiteFieldChanges = SiteChanges;

/** Creates a site in an organization, with spaces if wanted; answers its id. */
@Audits('site.created')
export class CreateSite extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly site: NewSite & { spaces?: readonly string[] | undefined },
  ) {
    super();
  }
}

/** What is done with one site. */
export abstract class SiteCommand<Answer = void> extends Command<Answer> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
  ) {
    super();
  }
}

/** Changes the fields of a site. */
@Audits('site.updated', 'site.visibility-changed')
export class UpdateSite extends SiteCommand {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    readonly changes: SiteChanges,
  ) {
    super(caller, organizationId, siteId);
  }
}

/** Deletes a site for good; its spaces stay. Deleting what is unknown or deleted already is no error. */
@Audits('site.deleted')
export class DeleteSite extends SiteCommand {}

/** Makes a site live; one that is live stays so. */
@Audits('site.published')
export class PublishSite extends SiteCommand {}

/** Takes a site offline; what it is made of stays. */
@Audits('site.unpublished')
export class UnpublishSite extends SiteCommand {}
