import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { NewSite, SiteChanges } from '../../domain/site/site.js';

export type SiteFieldChanges = SiteChanges;

/** Creates a site in an organization, optionally with spaces; returns its id. */
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

/** The base of commands on one site. */
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

/** Deletes a site for good; its spaces stay. Deleting an unknown or deleted site is no error. */
@Audits('site.deleted')
export class DeleteSite extends SiteCommand {}

/** Publishes a site; a live one stays live. */
@Audits('site.published')
export class PublishSite extends SiteCommand {}

/** Takes a site offline; its structure and settings stay. */
@Audits('site.unpublished')
export class UnpublishSite extends SiteCommand {}
