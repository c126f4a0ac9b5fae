import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { NewSite, SiteChanges } from '../../domain/site/site.js';

export type SiteFieldChanges = SiteChanges;

/** Creates a site in an organization, with spaces if wanted; answers its id. */
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
export class DeleteSite extends SiteCommand {}

/** Makes a site live; one that is live stays so. */
export class PublishSite extends SiteCommand {}

/** Takes a site offline; what it is made of stays. */
export class UnpublishSite extends SiteCommand {}
