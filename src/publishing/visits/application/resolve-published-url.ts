import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ReplicaReads } from '#kernel/application/replica-reads';
import { Clock } from '#kernel/domain/clock';
import { VisitorLoginOfIntegration, type VisitorLogin } from '../../contract/queries.js';
import { rootUrl, segmentsOf, SitesHost } from '../../sites/domain/site/addresses.js';
import { VisitorKeys } from '../../visitors/domain/authentication/visitor-auths.js';
import { VisitorTokens, type VerifiedToken } from '../../visitors/domain/authentication/visitor-tokens.js';
import { admit, authenticatorOf, nothingThere, requireSite, signInUrl, tokenToVerify } from '../domain/admission.js';
import { ContentTokens } from '../domain/content-tokens.js';
import { LiveSites, type FoundSite } from '../domain/live-sites.js';
import { contextIdOf, markOf, visitedPlace, visitOf, type VisitedPlace } from '../domain/visited-place.js';
import { readWantedUrl } from '../domain/wanted-url.js';
import { ResolvePublishedUrl } from './visit.queries.js';
import type { PublishedContentLookupView, PublishedContentView } from './visit.view.js';

@QueryHandler(ResolvePublishedUrl)
export class ResolvePublishedUrlHandler implements IQueryHandler<ResolvePublishedUrl> {
  constructor(
    private readonly sites: LiveSites,
    private readonly keys: VisitorKeys,
    private readonly visitorTokens: VisitorTokens,
    private readonly contentTokens: ContentTokens,
    private readonly host: SitesHost,
    private readonly dispatcher: Dispatcher,
    private readonly clock: Clock,
    private readonly replicas: ReplicaReads,
  ) {}

  async execute({ url, visitor: payload, redirectOnError }: ResolvePublishedUrl): Promise<PublishedContentLookupView> {
    const wanted = readWantedUrl(url);
    const site = requireSite(await this.sites.at(wanted), payload);
    this.replicas.requireCurrent(site.id);
    const now = this.clock.now();
    const token = tokenToVerify(site, payload);
    const login = await this.#loginOf(site, token);
    const verified = token === undefined ? undefined : await this.#verify(site, token, login, now);
    const visitor = admit(site, payload, verified, redirectOnError, now);
    if (!visitor) return { target: 'external', redirect: signInUrl(site, wanted, login?.loginUrl), site: site.id };
    const structure = await this.sites.structureOf(site);
    if (!structure) throw nothingThere();
    const place = visitedPlace(site, structure, wanted, visitor);
    const mark = markOf(site, place, wanted, visitor);
    const visit = () => visitOf(site, place, wanted, visitor);
    const view = toView(site, place, this.host, await this.contentTokens.mint(mark, visitor.until, visit));
    const contextId = contextIdOf(visitor);
    if (contextId !== undefined) view.contextId = contextId;
    if (wanted.changeRequest !== undefined) view.changeRequest = wanted.changeRequest;
    if (wanted.revision !== undefined) view.revision = wanted.revision;
    return view;
  }

  /** Undefined if no integration authenticates the visitors of the site, or the one that does is not active there. */
  async #loginOf(site: FoundSite, token: string | undefined): Promise<VisitorLogin | undefined> {
    const { organizationId, id } = site;
    const integration = authenticatorOf(site, token);
    if (integration === undefined) return undefined;
    return this.dispatcher.ask(new VisitorLoginOfIntegration(organizationId, id, integration));
  }

  async #verify(site: FoundSite, token: string, login: VisitorLogin | undefined, now: Date): Promise<VerifiedToken> {
    const { organizationId, id } = site;
    const audiences = [id, rootUrl(site, this.host)];
    const keys = site.integration === null ? await this.keys.of(organizationId, id) : (login?.keys ?? []);
    return this.visitorTokens.verify(token, { keys, audiences, now });
  }
}

function toView(site: FoundSite, place: VisitedPlace, host: SitesHost, apiToken: string): PublishedContentView {
  const { structure, section, siteSpace, shareKey, page } = place;
  const key = shareKey === undefined ? [] : [shareKey];
  const view: PublishedContentView = {
    organization: site.organizationId,
    site: site.id,
    siteSpace: siteSpace.id,
    space: siteSpace.space,
    pathname: pathOf(page),
    basePath: `/${pathOf([...place.site, ...place.named, ''])}`,
    siteBasePath: `/${pathOf([...place.site, ''])}`,
    canonicalUrl: rootUrl(site, host) + pathOf([...key, ...segmentsOf(structure, siteSpace), ...page]),
    complete: place.complete,
    apiToken,
    preview: false,
  };
  if (section) view.siteSection = section.id;
  if (shareKey !== undefined) view.shareKey = shareKey;
  return view;
}

function pathOf(segments: readonly string[]): string {
  return segments.map(encodeURIComponent).join('/');
}
