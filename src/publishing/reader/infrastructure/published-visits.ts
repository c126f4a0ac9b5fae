import { Injectable } from '@nestjs/common';
import { CallerByContentToken } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JsonText } from '#kernel/application/json-text';
import { ReplicaReads } from '#kernel/application/replica-reads';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import type { ShownContent } from '#content';
import { ADDRESSES_RECORD } from '../../sites/infrastructure/reading.js';
import { GetPublishedSite } from '../../visits/application/published-site.queries.js';
import type { PublishedSiteView } from '../../visits/application/published-site.view.js';
import { ResolvePublishedUrl } from '../../visits/application/visit.queries.js';
import type { PublishedContentLookupView, PublishedContentView } from '../../visits/application/visit.view.js';
import type { ReaderVisitor } from '../application/reader.queries.js';
import { Previews } from './previews.js';
import { ServedSite } from './served-site.js';
import type { Begun, Visit } from './visit.js';

export type { Visit } from './visit.js';

/** Begins the visits of readers, as renderers do by the API: with three statements while nothing changes. */
@Injectable()
export class PublishedVisits {
  readonly #sites = new WeakMap<JsonText, PublishedSiteView>();

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly previews: Previews,
    private readonly replicas: ReplicaReads,
  ) {}

  /** Undefined where nothing is published for this visitor. Previews are for members: theirs have addresses of their own. */
  async begin(url: string, { member, ...visitor }: ReaderVisitor): Promise<Begun> {
    if (member) this.replicas.requirePrimary();
    const preview = this.previews.addressOf(url);
    if (preview) return this.previews.begin(preview, url, member);
    const resolved = await this.#resolve(url, visitor);
    // What was just published may be missing at a replica.
    if (!resolved) this.replicas.requireCurrent();
    if (!resolved) return member && this.previews.ofSpace(url, member);
    if ('target' in resolved) return { kind: 'redirect', location: resolved.redirect };
    return this.#visit(resolved);
  }

  /** The content of the space that is read: as it is live, or a preview of it. */
  contentOf({ site: { place, space } }: Visit): ShownContent {
    return { spaceId: space.id, revisionId: place.revision ?? space.revision };
  }

  async #resolve(url: string, visitor: ReaderVisitor): Promise<PublishedContentLookupView | undefined> {
    try {
      return await this.dispatcher.ask(new ResolvePublishedUrl(url, visitor, true));
    } catch (error) {
      if (error instanceof NotFound || error instanceof Forbidden) return undefined;
      throw error;
    }
  }

  async #visit(place: PublishedContentView): Promise<Begun> {
    const caller = await this.dispatcher.ask(new CallerByContentToken(place.apiToken));
    if (!caller) return undefined;
    const { organization, shareKey, contextId, changeRequest, revision } = place;
    const text = await this.dispatcher.ask(new GetPublishedSite(caller, organization, place.site, shareKey));
    const view = this.#sites.get(text) ?? (JSON.parse(text.text) as PublishedSiteView);
    this.#sites.set(text, view);
    const site = new ServedSite(view, place);
    const shown = site.spaces.map(({ siteSpace }) => siteSpace.space.id);
    this.replicas.requireCurrent(place.site, ADDRESSES_RECORD, ...shown);
    if (changeRequest !== undefined || revision !== undefined) {
      const marked = changeRequest === undefined ? `~/revisions/${revision}/` : `~/changes/${changeRequest}/`;
      return { kind: 'redirect', location: this.previews.of(site, marked) };
    }
    const parts = [text.etag, place.siteBasePath, place.siteSpace, contextId];
    return { kind: 'visit', caller, site, stamp: JSON.stringify(parts) };
  }
}
