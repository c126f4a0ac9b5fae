import { hash } from 'node:crypto';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { VisitorClaims } from '#kernel/application/caller';
import { canonicalJson } from '#kernel/domain/canonical-json';
import { Clock } from '#kernel/domain/clock';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { Settings } from '#kernel/infrastructure/settings';
import { locate, rootUrl, segmentsOf } from '../../sites/domain/site/addresses.js';
import type { SiteStructure } from '../../sites/domain/structure/structure.js';
import { NO_CLAIMS, structureFor } from '../../sites/infrastructure/site/site-reading.js';
import { claimsFor } from '../../visitors/domain/adaptive/visitor-claims.js';
import { VisitorKeys } from '../../visitors/domain/authentication/visitor-auths.js';
import { VisitorTokens } from '../../visitors/domain/authentication/visitor-tokens.js';
import { ResolvePublishedUrl, type VisitorPayload } from '../application/visit.queries.js';
import type {
  PublishedContentLookupView,
  PublishedContentView,
  PublishedRedirectView,
} from '../application/visit.view.js';
import { ContentTokens, endOfTokens, type Visit } from '../domain/content-tokens.js';
import { readWantedUrl, type WantedUrl } from '../domain/wanted-url.js';
import { SiteLookup, type FoundSite } from './site-lookup.js';

/** Nothing at an address, and nothing for this visitor, are told alike. */
const NOTHING = 'No site is published at this URL';

/** A visitor who was let in: what is claimed of them, and until when. */
interface Visitor {
  claims: VisitorClaims;
  known: boolean;
  until: Date;
}

@QueryHandler(ResolvePublishedUrl)
export class ResolvePublishedUrlHandler implements IQueryHandler<ResolvePublishedUrl> {
  constructor(
    private readonly lookup: SiteLookup,
    private readonly keys: VisitorKeys,
    private readonly visitorTokens: VisitorTokens,
    private readonly contentTokens: ContentTokens,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async execute({ url, visitor, redirectOnError }: ResolvePublishedUrl): Promise<PublishedContentLookupView> {
    const wanted = readWantedUrl(url);
    const site = await this.lookup.at(wanted);
    if (!site || !admits(site, visitor)) throw new NotFound(NOTHING);
    const visiting = await this.#letIn(site, visitor, redirectOnError);
    if (!visiting) return this.#signIn(site, wanted);
    const structure = await this.lookup.structureOf(site);
    if (!structure) throw new NotFound(NOTHING);
    return this.#answer(site, structure, wanted, visiting);
  }

  /** What a visitor showed; undefined for who is to sign in first. */
  async #letIn(site: FoundSite, payload: VisitorPayload, redirectOnError: boolean): Promise<Visitor | undefined> {
    const now = this.clock.now();
    const { jwtToken, unsignedClaims = {} } = payload;
    const mustShow = site.visibility === 'visitor-auth';
    const shown =
      jwtToken !== undefined && (mustShow || site.adaptiveContent)
        ? await this.#verify(site, jwtToken, now)
        : undefined;
    if (mustShow && !shown) {
      if (jwtToken !== undefined && !redirectOnError) throw new Forbidden('The token of the visitor is not valid');
      return undefined;
    }
    const claims = site.adaptiveContent
      ? claimsFor(site.schema ?? undefined, shown?.claims ?? {}, unsignedClaims)
      : NO_CLAIMS;
    const end = endOfTokens(now);
    const until = shown && shown.expiresAt < end ? shown.expiresAt : end;
    return { claims, known: shown !== undefined, until };
  }

  async #verify(site: FoundSite, token: string, now: Date) {
    const { organizationId, id } = site;
    const audiences = [id, rootUrl(site, this.settings)];
    const keys = await this.keys.of(organizationId, id);
    const verified = await this.visitorTokens.verify(token, { keys, audiences, now });
    return verified.ok ? verified : undefined;
  }

  /** To where the site's visitors sign in, from where they come back; who has nowhere to sign in is told of nothing. */
  #signIn(site: FoundSite, { all }: WantedUrl): PublishedRedirectView {
    if (site.fallbackUrl === null) throw new NotFound(NOTHING);
    const redirect = new URL(site.fallbackUrl);
    redirect.searchParams.set('location', `/${all.slice(site.depth).join('/')}`);
    return { target: 'external', redirect: redirect.href, site: site.id };
  }

  async #answer(
    site: FoundSite,
    whole: SiteStructure,
    { segments, rest, changeRequest, revision }: WantedUrl,
    { claims, known, until }: Visitor,
  ): Promise<PublishedContentView> {
    const shared = site.visibility === 'share-link';
    const base = segments.slice(0, site.depth + (shared ? 1 : 0));
    const below = segments.slice(base.length);
    const structure = structureFor({ adaptiveContent: site.adaptiveContent, structure: whole }, claims);
    const place = locate(structure, below, whole);
    if (!place) throw new NotFound(NOTHING);
    const { section, siteSpace, used, complete } = place;
    const page = [...below.slice(used), ...rest];
    const key = shared ? [segments[site.depth] ?? ''] : [];
    const visit = (): Visit => ({
      organization: site.organizationId,
      site: site.id,
      siteSection: section?.id,
      siteSpace: siteSpace.id,
      space: siteSpace.space,
      spaces: structure.siteSpaces.map(({ space }) => space),
      access: site.access,
      ...(changeRequest === undefined ? {} : { changeRequest }),
      ...(revision === undefined ? {} : { revision }),
      ...(shared && site.shareLink !== null ? { shareLink: site.shareLink } : {}),
      ...(isNothing(claims) ? {} : { claims }),
    });
    const claimed = isNothing(claims) ? '' : canonicalJson(claims);
    const preview = changeRequest === undefined ? (revision ?? '') : `~${changeRequest}`;
    const mark = JSON.stringify([site.id, site.version, siteSpace.id, site.shareLink, preview, claimed]);
    const view: PublishedContentView = {
      organization: site.organizationId,
      site: site.id,
      siteSpace: siteSpace.id,
      space: siteSpace.space,
      pathname: pathOf(page),
      basePath: `/${[...base, ...below.slice(0, used), ''].map(encodeURIComponent).join('/')}`,
      siteBasePath: `/${[...base, ''].map(encodeURIComponent).join('/')}`,
      canonicalUrl: rootUrl(site, this.settings) + pathOf([...key, ...segmentsOf(structure, siteSpace), ...page]),
      complete,
      apiToken: await this.contentTokens.mint(mark, until, visit),
      preview: false,
    };
    if (section) view.siteSection = section.id;
    if (key[0] !== undefined) view.shareKey = key[0];
    if (known || claimed !== '') view.contextId = hash('sha256', claimed).slice(0, 16);
    if (changeRequest !== undefined) view.changeRequest = changeRequest;
    if (revision !== undefined) view.revision = revision;
    return view;
  }
}

/** Whether the site is there at all for whoever asks. */
function admits({ visibility, shareLink, agentsContext }: FoundSite, { type }: VisitorPayload): boolean {
  if (type === 'agent' && agentsContext === 'excluded') return false;
  return visibility !== 'share-link' || shareLink !== null;
}

function pathOf(segments: readonly string[]): string {
  return segments.map(encodeURIComponent).join('/');
}

function isNothing({ unsigned, ...signed }: VisitorClaims): boolean {
  return Object.keys(signed).length === 0 && Object.keys(unsigned).length === 0;
}
