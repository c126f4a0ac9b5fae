import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { RedirectChanges } from '../domain/redirect.js';

/** The changes of a redirect that a caller wants, with its destination not resolved yet. */
export type WantedRedirectChanges = Omit<RedirectChanges, 'destination'> & { destination?: object | undefined };

/** Creates a redirect of a site; returns its id. */
@Audits('site-redirect.created')
export class CreateRedirect extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
    readonly redirect: WantedRedirectChanges & { source: string; destination: object },
  ) {
    super();
  }
}

@Audits('site-redirect.updated')
export class UpdateRedirect extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
    readonly redirectId: string,
    readonly changes: WantedRedirectChanges,
  ) {
    super();
  }
}

/** Deletes a redirect. Deleting an unknown one is no error. */
@Audits('site-redirect.deleted')
export class DeleteRedirect extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
    readonly redirectId: string,
  ) {
    super();
  }
}
