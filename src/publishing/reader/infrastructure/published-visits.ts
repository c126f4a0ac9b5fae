import { Injectable } from '@nestjs/common';
import { CallerByContentToken, type Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JsonText } from '#kernel/application/json-text';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { ReadChangeRequestRecord, type ShownContent } from '#content';
import type { VisitorPayload } from '../../visits/domain/admission.js';
import { GetPublishedSite } from '../../visits/application/published-site.queries.js';
import type { PublishedSiteView } from '../../visits/application/published-site.view.js';
import { ResolvePublishedUrl } from '../../visits/application/visit.queries.js';
import type { PublishedContentLookupView, PublishedContentView } from '../../visits/application/visit.view.js';
import { ServedSite } from './served-site.js';

/** A visitor on a site: who reads, and what. */
export interface Visit {
  kind: 'visit';
  caller: Caller;
  site: ServedSite;
  /** The versions of all that the site shows, and what is known of the visitor. */
  stamp: string;
}

/** Begins the visits of readers, as renderers do by the API: with three statements while nothing changes. */
@Injectable()
export class PublishedVisits {
  readonly #sites = new WeakMap<JsonText, PublishedSiteView>();

  constructor(private readonly dispatcher: Dispatcher) {}

  /** Undefined where nothing is published for this visitor. */
  async begin(
    url: string,
    visitor: VisitorPayload,
  ): Promise<Visit | { kind: 'redirect'; location: string } | undefined> {
    const resolved = await this.#resolve(url, visitor);
    if (!resolved) return undefined;
    if ('target' in resolved) return { kind: 'redirect', location: resolved.redirect };
    return this.#visit(resolved);
  }

  /** The content of the space that is read: as it is live, or a preview of it. */
  async contentOf({ caller, site: { place, space } }: Visit): Promise<ShownContent> {
    const { changeRequest, revision } = place;
    if (revision !== undefined) return { spaceId: space.id, revisionId: revision };
    if (changeRequest === undefined) return { spaceId: space.id, revisionId: space.revision };
    const { record } = await this.dispatcher.ask(new ReadChangeRequestRecord(caller, space.id, changeRequest));
    return { spaceId: space.id, revisionId: (JSON.parse(record.text) as { revision: string }).revision };
  }

  async #resolve(url: string, visitor: VisitorPayload): Promise<PublishedContentLookupView | undefined> {
    try {
      return await this.dispatcher.ask(new ResolvePublishedUrl(url, visitor, true));
    } catch (error) {
      if (error instanceof NotFound || error instanceof Forbidden) return undefined;
      throw error;
    }
  }

  async #visit(place: PublishedContentView): Promise<Visit | undefined> {
    const caller = await this.dispatcher.ask(new CallerByContentToken(place.apiToken));
    if (!caller) return undefined;
    const { organization, shareKey, contextId, changeRequest, revision } = place;
    const text = await this.dispatcher.ask(new GetPublishedSite(caller, organization, place.site, shareKey));
    const view = this.#sites.get(text) ?? (JSON.parse(text.text) as PublishedSiteView);
    this.#sites.set(text, view);
    const site = new ServedSite(view, place);
    const parts = [text.etag, place.siteBasePath, place.siteSpace, contextId, changeRequest, revision];
    return { kind: 'visit', caller, site, stamp: JSON.stringify(parts) };
  }
}
