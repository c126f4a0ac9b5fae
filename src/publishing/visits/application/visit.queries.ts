import { Query } from '#kernel/domain/messages';
import type { PublishedContentLookupView } from './visit.view.js';

/** What a renderer knows of whoever visits. */
export interface VisitorPayload {
  type?: 'human' | 'agent' | undefined;
  /** Signed by the site's backend for visitors. */
  jwtToken?: string | undefined;
  /** What nobody signed. */
  unsignedClaims?: Readonly<Record<string, unknown>> | undefined;
}

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
