import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { DomainError } from '#kernel/domain/errors';
import { LocatePagePdf } from '#content';
import { DrawConnectPage, ReadPagePdf } from '../application/page-actions.queries.js';
import type { KeptText } from '../application/reader.queries.js';
import { KeptTexts } from './kept-texts.js';
import { isForAgents } from './page-actions.js';
import { pathOf } from './page-context.js';
import { PublishedVisits } from './published-visits.js';
import { SiteDrawer } from './site-drawer.js';
import { isShared } from './site-page.reader.js';

const USUAL_NAME = 'docs';
const LONGEST_NAME = 40;

@QueryHandler(DrawConnectPage)
export class DrawConnectPageHandler implements IQueryHandler<DrawConnectPage> {
  constructor(
    private readonly visits: PublishedVisits,
    private readonly drawer: SiteDrawer,
    private readonly kept: KeptTexts,
  ) {}

  async execute({ request }: DrawConnectPage): Promise<KeptText | undefined> {
    const visit = await this.visits.begin(request.url, request.visitor);
    if (visit?.kind !== 'visit' || !visit.site.look.pageActions.items.includes('mcp')) return undefined;
    const { caller, site, stamp } = visit;
    if (!isForAgents(site)) return undefined;
    const key = JSON.stringify([stamp, 'connect', request.theme ?? '']);
    const known = this.kept.get(key);
    if (known) return known;
    const address = site.canonical(`${site.place.siteBasePath}~/mcp`);
    const content = { kind: 'connect', address, name: nameOf(site.title) } as const;
    const text = await this.drawer.other(caller, site, content, request.theme);
    return this.kept.keep(key, { text, type: 'text/html; charset=utf-8', shared: isShared(site), hidden: true });
  }
}

/** A title as settings of assistants name a server: letters, digits and hyphens. */
function nameOf(title: string): string {
  const name = title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return name.slice(0, LONGEST_NAME).replace(/^-+|-+$/g, '') || USUAL_NAME;
}

@QueryHandler(ReadPagePdf)
export class ReadPagePdfHandler implements IQueryHandler<ReadPagePdf> {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly visits: PublishedVisits,
  ) {}

  async execute({ request, pageId }: ReadPagePdf): Promise<string | 'late' | undefined> {
    const visit = await this.visits.begin(request.url, request.visitor);
    if (visit?.kind !== 'visit' || !visit.site.look.pageActions.items.includes('pdf')) return undefined;
    const { space, changeRequest } = visit.site.place;
    try {
      const url = await this.dispatcher.ask(new LocatePagePdf(visit.caller, space, pageId, changeRequest));
      return url === undefined ? 'late' : pathOf(url);
    } catch (error) {
      if (error instanceof DomainError && error.status !== 429) return undefined;
      throw error;
    }
  }
}
