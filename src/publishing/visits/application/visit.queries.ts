import { MayReadReplica } from '#kernel/application/replica-reads';
import { Query } from '#kernel/domain/messages';
import type { VisitorPayload } from '../domain/admission.js';
import type { PublishedContentLookupView } from './visit.view.js';

/**
 * What a published URL shows a visitor, with a token for reading it, or where to send them. NotFound if nothing is
 * published there, and equally if the visitor may not see it. With `redirectOnError`, a rejected token leads to the
 * sign-in.
 */
@MayReadReplica()
export class ResolvePublishedUrl extends Query<PublishedContentLookupView> {
  constructor(
    readonly url: string,
    readonly visitor: VisitorPayload,
    readonly redirectOnError: boolean,
  ) {
    super();
  }
}

/**
 * The versions of what Publishing stores of the site at a published URL: for visitors without a token, equal as long as
 * the URL leads to the same site and nothing of it has changed but the content of its spaces. Undefined if nothing is
 * published there.
 */
export class MarkOfPublishedUrl extends Query<string | undefined> {
  constructor(readonly url: string) {
    super();
  }
}
