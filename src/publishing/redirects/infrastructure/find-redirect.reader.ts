import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { locate, rootUrl, segmentsOf } from '../../sites/domain/site/addresses.js';
import { SiteReading } from '../../sites/domain/site/site-reading.js';
import type { SiteState } from '../../sites/domain/site/site.js';
import { ShareLinks } from '../../visitors/domain/share-link/share-links.js';
import { FindRedirect } from '../application/redirect.queries.js';
import type { FoundRedirectView } from '../application/redirect.view.js';
import { siteSpaceNamed } from '../domain/destination.js';
import { targetOf } from '../domain/redirect-target.js';
import type { RedirectState } from '../domain/redirect.js';
import { PagePlaces } from '../domain/redirects.js';
import { candidatesOf, readPath } from '../domain/source-path.js';
import { REDIRECT_COLUMNS, toRedirectView } from './redirect-row.js';

type FoundRow = RedirectState & {};

@QueryHandler(FindRedirect)
export class FindRedirectHandler implements IQueryHandler<FindRedirect> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly reading: SiteReading,
    private readonly pages: PagePlaces,
    private readonly links: ShareLinks,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, siteId, source, shareKey }: FindRedirect): Promise<FoundRedirectView> {
    const { site } = await this.reading.forReader(caller, organizationId, siteId);
    const path = readPath(source);
    const redirect = await this.#match(organizationId, siteId, path);
    const target = await (redirect
      ? this.#target(redirect, path, site, shareKey)
      : this.#imported(path, site, shareKey));
    if (target === undefined) throw new NotFound('Redirect not found');
    return redirect ? { redirect: toRedirectView(redirect, this.settings.publicUrl), target } : { target };
  }

  /** Where a redirect leads that came with the content of the space at this path. */
  async #imported(path: string, site: SiteState, shareKey?: string): Promise<string | undefined> {
    const segments = path.split('/').slice(1).map(decoded);
    const place = locate(site.structure, segments);
    if (!place || place.used === segments.length) return undefined;
    const { space } = place.siteSpace;
    const found = await this.pages.redirectAt(site.organizationId, space, segments.slice(place.used).join('/'));
    if (!found) return undefined;
    if ('url' in found) return URL.canParse(found.url) ? new URL(found.url).href : undefined;
    const root = await this.#root(site, shareKey);
    const below = [...segmentsOf(site.structure, place.siteSpace), ...found.path.split('/')];
    const anchor = found.anchor === undefined ? '' : `#${encodeURIComponent(found.anchor)}`;
    return root + below.map(encodeURIComponent).join('/') + anchor;
  }

  /** The redirect with exactly this path, else the wildcard with the longest match. */
  #match(organizationId: string, siteId: string, path: string): Promise<RedirectState | undefined> {
    return this.sql.row<FoundRow>(
      'redirect.match',
      `select ${REDIRECT_COLUMNS} from publishing.redirect r
       where r.organization_id = $1 and r.site_id = $2 and r.source = any($3) and (r.wildcard or r.source = $4)
         and not r.draft
       order by r.wildcard, length(r.source) desc limit 1`,
      [organizationId, siteId, candidatesOf(path), path.toLowerCase()],
    );
  }

  /** The target within the structure that the caller may see. */
  async #target(
    redirect: RedirectState,
    path: string,
    site: SiteState,
    shareKey?: string,
  ): Promise<string | undefined> {
    const { structure } = site;
    const { destination } = redirect;
    if (destination.kind === 'external') return targetOf(redirect, path, { root: '', structure, pagePath: undefined });
    const space = siteSpaceNamed(structure, destination)?.space;
    const [root, pagePath] = await Promise.all([
      this.#root(site, shareKey),
      destination.kind === 'site-page' && space !== undefined
        ? this.pages.pathOf(site.organizationId, space, destination.pageId)
        : undefined,
    ]);
    return targetOf(redirect, path, { root, structure, pagePath });
  }

  /** The address of the site: with the key of the share link if the site is read by such links, and it is active. */
  async #root(site: SiteState, shareKey?: string): Promise<string> {
    const byLink = site.visibility === 'share-link' && shareKey !== undefined;
    const opens = byLink && (await this.links.opened(site.organizationId, site.id, shareKey)) !== undefined;
    return opens ? rootUrl(site, this.settings, shareKey) : rootUrl(site, this.settings);
  }
}

/** A segment of a path as pages have it; bytes that are not UTF-8 stay escaped. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
