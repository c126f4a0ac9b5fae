import { NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { TemplateReference } from '../../spaces/application/template/template-copier.js';

/**
 * Adds a copy of a template to the live content of a space, or to that of one of its change requests. Returns the new
 * revision, or the current one where the template is empty.
 */
@NotAudited('the revision it makes tells who wrote what')
export class ApplyTemplate extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly template: TemplateReference,
    readonly changeRequestId?: string,
  ) {
    super();
  }
}
