import { Audits, NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { VisitorAuthChanges } from '../../domain/authentication/visitor-auth.js';

/** Creates the key of a site that has none; otherwise does nothing. */
@NotAudited('makes a key where a site has none and needs one')
export class EnsureVisitorAuth extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
  ) {
    super();
  }
}

/** Changes how visitors authenticate. */
@Audits('site.visitor-auth-updated')
export class UpdateVisitorAuth extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
    readonly changes: VisitorAuthChanges,
  ) {
    super();
  }
}

/** Replaces the key; the old one becomes invalid at once. */
@Audits('site.visitor-key-regenerated')
export class RegenerateVisitorKey extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
  ) {
    super();
  }
}
