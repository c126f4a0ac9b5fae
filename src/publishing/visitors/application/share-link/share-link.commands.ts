import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { ShareLinkChanges } from '../../domain/share-link/share-link.js';

/** Creates a share link of a site with a new key; returns its id. */
@Audits('share-link.created')
export class CreateShareLink extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
    readonly name: string,
  ) {
    super();
  }
}

/** Renames a share link, or switches it on or off. Its key stays. */
@Audits('share-link.updated')
export class UpdateShareLink extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
    readonly shareLinkId: string,
    readonly changes: ShareLinkChanges,
  ) {
    super();
  }
}

/** Deletes a share link for good. Deleting an unknown one is no error. */
@Audits('share-link.deleted')
export class DeleteShareLink extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
    readonly shareLinkId: string,
  ) {
    super();
  }
}
