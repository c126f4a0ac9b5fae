import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { ReadChangeRequestRecord } from '#content';
import { SITES } from '../../sites/infrastructure/reading.js';
import { GetPublishedSite } from '../../visits/application/published-site.queries.js';
import type { PublishedSiteView } from '../../visits/application/published-site.view.js';
import { previewedAddress, previewPath, type PreviewedAddress } from '../application/previewed-address.js';
import { placedSpaces, ServedSite, type PlacedSpace, type Preview } from './served-site.js';
import type { Begun, Visit } from './visit.js';

/** The address of a space in a browser, as its record gives it, with the change request or revision to show. */
const SPACE = /^\/s\/([\w-]{1,100})\/(.*)$/;

type Previewing = { organizationId: string; id: string };

/** The oldest site with a space of the organization, or of one of the organizations, $1. */
const previewing = (isOf: '= $1' | '= any($1)'): string => `select t.organization_id as "organizationId", t.id
  from ${SITES} t where t.organization_id ${isOf} and t.spaces @> array[$2] order by t.id limit 1`;

/** What a preview shows in place of the live content. */
interface Previewed {
  revision?: string;
  changeRequest?: string;
  title: string;
}

/**
 * Sites as their members see them before others do: unpublished ones, and the content of change requests and of former
 * revisions. Members read with their own rights, as visitors without claims.
 */
@Injectable()
export class Previews {
  readonly #publicUrl: string;

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly sql: SqlQuery,
    { publicUrl }: Settings,
  ) {
    this.#publicUrl = publicUrl;
  }

  /** What the URL of a preview names. Undefined for any other: previews are on the server's own host only. */
  addressOf(url: string): PreviewedAddress | undefined {
    return url.startsWith(`${this.#publicUrl}/`) ? previewedAddress(this.#pathOf(url)) : undefined;
  }

  /** Begins the visit of a member. Without one it leads to the sign-in, whether or not there is something to see. */
  async begin(address: PreviewedAddress, url: string, member: Caller | undefined): Promise<Begun> {
    if (!member) return { kind: 'redirect', location: `/signin?next=${encodeURIComponent(this.#pathOf(url))}` };
    try {
      return await this.#visit(address, member);
    } catch (error) {
      if (error instanceof NotFound || error instanceof Forbidden) return undefined;
      throw error;
    }
  }

  /** Where members see what a visit to a published site asked for, which visitors do not see. */
  of({ place, current, view }: ServedSite, marked: string): string {
    const named = namedBy(view, current);
    const path = place.pathname.split('/').map(encodeURIComponent).join('/');
    return `${this.#publicUrl}${previewPath(place.organization, place.site)}/${named}${marked}${path}`;
  }

  /** Where a member sees a space, and its change requests, by the address of the space: on the oldest site that shows it. */
  async ofSpace(url: string, member: Caller): Promise<Begun> {
    const [, spaceId, rest = ''] = SPACE.exec(url.startsWith(this.#publicUrl) ? this.#pathOf(url) : '') ?? [];
    if (spaceId === undefined) return undefined;
    const organizations = [...member.roles.keys()];
    const row = await (organizations.length === 1
      ? this.sql.row<Previewing>('site.previewing-space', previewing('= $1'), [organizations[0], spaceId])
      : this.sql.row<Previewing>('site.previewing-space-of-any', previewing('= any($1)'), [organizations, spaceId]));
    const view = row && (await this.#read(row.organizationId, row.id, member));
    const placed = view && placedSpaces(view).find(({ siteSpace }) => siteSpace.space.id === spaceId);
    if (!placed) return undefined;
    const path = `${previewPath(row.organizationId, row.id)}/${namedBy(view, placed)}${rest}`;
    return { kind: 'redirect', location: this.#publicUrl + path };
  }

  async #visit(address: PreviewedAddress, member: Caller): Promise<Visit | undefined> {
    const { organizationId, siteId, base, marked } = address;
    const view = await this.#read(organizationId, siteId, member);
    const found = spaceAt(view, address.named);
    if (!found) return undefined;
    const { placed, named } = found;
    const { siteSpace, section } = placed;
    const shown = await this.#shown(address, siteSpace.space.id, member, view.site.title);
    const pathname = marked === '' ? address.named.slice(named.length) : address.page;
    const place = {
      ...{ organization: organizationId, site: siteId, siteSpace: siteSpace.id, space: siteSpace.space.id },
      ...(section ? { siteSection: section.id } : {}),
      ...(shown.revision === undefined ? {} : { revision: shown.revision }),
      ...(shown.changeRequest === undefined ? {} : { changeRequest: shown.changeRequest }),
      ...{
        pathname,
        basePath: base + named + marked,
        siteBasePath: base,
        canonicalUrl: siteSpace.urls.published ?? '',
      },
      ...{ complete: true, apiToken: '', preview: true },
    };
    const preview: Preview = { title: shown.title, ...(marked === '' ? {} : { href: base + named }) };
    const parts = ['preview', member.userId, JSON.stringify(view), place.basePath, shown.revision];
    return { kind: 'visit', caller: member, site: new ServedSite(view, place, preview), stamp: JSON.stringify(parts) };
  }

  async #shown(address: PreviewedAddress, spaceId: string, member: Caller, title: string): Promise<Previewed> {
    const { changeRequest, revision } = address;
    if (revision !== undefined) return { revision, title: revision };
    if (changeRequest === undefined) return { title };
    const { record } = await this.dispatcher.ask(new ReadChangeRequestRecord(member, spaceId, changeRequest));
    const read = JSON.parse(record.text) as { id: string; number: number; revision: string; subject: string };
    const named = read.subject === '' ? `#${read.number}` : read.subject;
    return { changeRequest: read.id, revision: read.revision, title: named };
  }

  async #read(organizationId: string, siteId: string, member: Caller): Promise<PublishedSiteView> {
    const query = new GetPublishedSite(member, organizationId, siteId, undefined, true);
    return JSON.parse((await this.dispatcher.ask(query)).text) as PublishedSiteView;
  }

  #pathOf(url: string): string {
    return url.slice(this.#publicUrl.length);
  }
}

/** The segments of a site space below its site, with a slash at their end; empty for the default one. */
function namedBy({ site }: PublishedSiteView, { siteSpace }: PlacedSpace): string {
  return (siteSpace.urls.published ?? '').slice((site.urls.published ?? '').length);
}

/** The site space whose segments are the longest beginning of a path. */
function spaceAt(view: PublishedSiteView, path: string): { placed: PlacedSpace; named: string } | undefined {
  const found = placedSpaces(view)
    .map((placed) => ({ placed, named: namedBy(view, placed) }))
    .filter(({ named }) => `${path}/`.startsWith(named));
  return found.sort((a, b) => b.named.length - a.named.length)[0];
}
