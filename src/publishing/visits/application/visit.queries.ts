import { Query } from '#kernel/domain/messages';
import type { VisitorPayload } from '../domain/admission.js';
import type { PublishedContentLookupView } from './visit.view.js';

/**
 * What a published URL shows a visitor, with a token to read it by; or where to send them. NotFound where nothing is
 * published, and just so where it is not for them. `redirectOnError`: a token that lets nobody in leads to the sign-in.
 */
export class ResolvePublishedUrl extends Query<PublishedContentLookupView> {
  constructor(
    readonly url: string,
    readonly visitor: VisitorPayload,
    readonly redirectOnError: boolean,
  ) {
    super();
  }
}
