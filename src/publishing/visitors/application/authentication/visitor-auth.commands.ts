import { Audits, NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { VisitorAuthChanges } from '../../domain/authentication/visitor-auth.js';

/** Makes a key for a site that has none; changes nothing of one that has. */
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

/** Changes how visitors show who they are. */
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

/** Makes another key; the one before is good for nothing from then on. */
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
